package dama

// Move generation works on a board seen by the side to move, which always moves
// up: for Black the boards are turned upside down first and the moves back
// afterwards. So no rule is written twice, once for each color.
//
//	            view of White          view of Black
//	rank 8   . . . . . . . .        . . . . . . . .   rank 1
//	  ^      b b b b b b b b        w w w w w w w w     ^
//	  |      b b b b b b b b        w w w w w w w w     |
//	 up      ...                    ...                up
//
// Captures come first, since they are compulsory; quiet moves are made only if
// there are none. Which pieces can capture at all is found for all men at once
// by shifting whole boards; the chains themselves are walked in capture.go.

// Generator makes legal moves. It holds the two facts that the board alone
// depends on; draw rules are no business of move generation.
type Generator struct {
	crownInCapture bool // promotion during a capture
	mayReverse     bool // a king may turn by 180 degrees
}

// Generator returns the move generator for these facts.
func (f Facts) Generator() Generator {
	return Generator{crownInCapture: f.Promotion == DuringCapture, mayReverse: f.Reversal == ReversalAllowed}
}

// Moves returns the legal moves in p. None means that the side to move has lost.
func (g Generator) Moves(p Position) []Move { return g.AppendMoves(nil, p) }

// AppendMoves appends the legal moves in p to buf and returns it. It allocates
// only if buf is too small. The order is the same for the same position.
func (g Generator) AppendMoves(buf []Move, p Position) []Move {
	n := len(buf)
	buf = g.generate(buf, p.view())
	if p.side == Black {
		turn(buf[n:])
	}
	return buf
}

// AppendSeen is AppendMoves for a position of which the outlook is known.
func (g Generator) AppendSeen(buf []Move, p *Position, o Outlook) []Move {
	n := len(buf)
	buf = g.generateSeen(buf, p.view(), o.takers)
	if p.side == Black {
		turn(buf[n:])
	}
	return buf
}

// turn changes moves of the board upside down into those of the board.
func turn(moves []Move) {
	for i := range moves {
		m := &moves[i]
		m.from, m.to = m.from^56, m.to^56
		if m.captured != 0 {
			m.captured = m.captured.FlipRanks()
		}
	}
}

// AppendCaptures is AppendMoves where a capture is due; it appends nothing where
// only quiet moves are legal.
func (g Generator) AppendCaptures(buf []Move, p Position) []Move {
	if !g.CanCapture(p) {
		return buf
	}
	return g.AppendMoves(buf, p)
}

// CanCapture tells whether the side to move has a capture, which is then
// compulsory.
func (g Generator) CanCapture(p Position) bool {
	v := p.view()
	return v.menCapturing() != 0 || v.kingsCapturing() != 0
}

// view is a board seen by the side to move, which moves up.
type view struct {
	men, kings       Bitboard
	foeMen, foeKings Bitboard
}

// view takes the position by its address: a copy of one that has just been
// written would wait for the writing.
func (p *Position) view() view {
	if p.side == Black {
		return view{p.men.FlipRanks(), p.kings.FlipRanks(), p.foeMen.FlipRanks(), p.foeKings.FlipRanks()}
	}
	return view{p.men, p.kings, p.foeMen, p.foeKings}
}

func (v view) foes() Bitboard     { return v.foeMen | v.foeKings }
func (v view) occupied() Bitboard { return v.men | v.kings | v.foeMen | v.foeKings }

func (g Generator) generate(buf []Move, v view) []Move {
	return g.generateSeen(buf, v, v.menCapturing()|v.kingsCapturing())
}

// generateSeen is generate where it is known which pieces can capture.
func (g Generator) generateSeen(buf []Move, v view, takers Bitboard) []Move {
	if takers != 0 {
		return g.captures(buf, v, v.men&takers, v.kings&takers)
	}
	return v.quiet(buf)
}

// menCapturing returns the men that can take a piece: next to them, in front or
// at a side, stands a foe with an empty square behind it.
func (v view) menCapturing() Bitboard {
	return ableMen(v.men, v.foes(), ^v.occupied())
}

func ableMen(men, foes, empty Bitboard) Bitboard {
	ahead := foes & (empty >> 8) >> 8
	right := (foes & (empty &^ fileA >> 1) &^ fileA) >> 1
	left := (foes & (empty &^ fileH << 1) &^ fileH) << 1
	return men & (ahead | right | left)
}

// kingsCapturing returns the kings that can take a piece.
func (v view) kingsCapturing() (capturing Bitboard) {
	foes, occupied := v.foes(), v.occupied()
	for b := v.kings; b != 0; b &= b - 1 {
		s := b.First() & 63
		if ableKing(s, lines(s, occupied), foes, occupied) {
			capturing |= 1 << s
		}
	}
	return capturing
}

// ableKing tells whether a king on s, which sees the given squares, can take a
// piece: lifting the foes that it sees lets it see further, onto an empty square.
func ableKing(s Square, seen, foes, occupied Bitboard) bool {
	hit := seen & foes
	return hit != 0 && lines(s, occupied&^hit)&^seen&^occupied != 0
}

// quiet appends the moves that take nothing.
func (v view) quiet(buf []Move) []Move {
	empty := ^v.occupied()
	for b := v.men << 8 & empty; b != 0; b &= b - 1 {
		to := b.First()
		m := Move{from: to - 8, to: to}
		if to >= 56 {
			m.piece = manCrowned
		}
		buf = append(buf, m)
	}
	for b := v.men &^ fileA >> 1 & empty; b != 0; b &= b - 1 {
		to := b.First()
		buf = append(buf, Move{from: to + 1, to: to})
	}
	for b := v.men &^ fileH << 1 & empty; b != 0; b &= b - 1 {
		to := b.First()
		buf = append(buf, Move{from: to - 1, to: to})
	}
	for k := v.kings; k != 0; k &= k - 1 {
		from := k.First()
		for b := lines(from&63, ^empty) & empty; b != 0; b &= b - 1 {
			buf = append(buf, Move{from: from, to: b.First(), piece: kingMoves})
		}
	}
	return buf
}

// QuietMove returns the move between two squares if it would be a move of p, were
// no capture due. Searches ask for moves that were good in positions nearby.
func (p *Position) QuietMove(from, to Square) (m Move, ok bool) {
	from, to = from&63, to&63
	origin, goal, occupied := Bitboard(1)<<from, Bitboard(1)<<to, p.men|p.kings|p.foeMen|p.foeKings
	if occupied&goal != 0 {
		return Move{}, false
	}
	if p.kings&origin != 0 {
		return Move{from: from, to: to, piece: kingMoves}, lines(from, occupied)&goal != 0
	}
	m = Move{from: from, to: to}
	ahead, far := origin<<8, rank8
	if p.side == Black {
		ahead, far = origin>>8, rank1
	}
	if goal&far != 0 {
		m.piece = manCrowned
	}
	return m, p.men&origin != 0 && (ahead|origin&^fileH<<1|origin&^fileA>>1)&goal != 0
}

// make plays a move and turns the board to the other side.
func (v view) make(m Move) view {
	gone, there := ^(Bitboard(1) << (m.from & 63)), Bitboard(1)<<(m.to&63)
	switch m.piece {
	case kingMoves:
		v.kings = v.kings&gone | there
	case manCrowned:
		v.men &= gone
		v.kings |= there
	default:
		v.men = v.men&gone | there
	}
	return view{
		(v.foeMen &^ m.captured).FlipRanks(), (v.foeKings &^ m.captured).FlipRanks(),
		v.men.FlipRanks(), v.kings.FlipRanks(),
	}
}
