package dama

// Counting moves without making a list: for perft's last ply, for features that
// ask how mobile a side is, and for the question whether a side is blocked.

// CountMoves returns the number of legal moves in p. It allocates only where
// captures must be listed to be told apart and there are very many of them.
func (g Generator) CountMoves(p Position) int {
	var buf [64]Move
	n, _ := g.count(p.view(), buf[:0])
	return n
}

// count returns the number of legal moves. Where captures must be listed to be
// counted it uses buf, and returns it for the next time.
func (g Generator) count(v view, buf []Move) (int, []Move) {
	foes, occupied := v.foes(), v.occupied()
	able := ableMen(v.men, foes, ^occupied)
	n := 0
	for b := v.kings; b != 0; b &= b - 1 {
		s := b.First() & 63
		seen := lines(s, occupied)
		if ableKing(s, seen, foes, occupied) {
			return g.listed(v, able, buf)
		}
		n += (seen &^ occupied).Count()
	}
	if able == 0 {
		return n + v.menSteps(^occupied), buf
	}
	t := takes{gen: g}
	for b := able; b != 0; b &= b - 1 {
		man := b & -b
		t.man(man, foes, ^(occupied &^ man), 0)
	}
	if t.crowned {
		return g.listed(v, able, buf)
	}
	return t.count, buf
}

func (g Generator) listed(v view, able Bitboard, buf []Move) (int, []Move) {
	buf = g.captures(buf[:0], v, able, v.kingsCapturing())
	return len(buf), buf
}

// menSteps counts the quiet moves of men.
func (v view) menSteps(empty Bitboard) int {
	return (v.men << 8 & empty).Count() + (v.men &^ fileA >> 1 & empty).Count() + (v.men &^ fileH << 1 & empty).Count()
}

// takes counts the captures of men without listing them. A man's chain shows in
// the squares it clears which way it went, so no two of its chains are the same
// move and there is nothing to tell apart. Only a man that is crowned on the way
// may go on as a king; then the captures must be listed.
type takes struct {
	gen     Generator
	best    int // the greatest number of captured pieces so far
	count   int // chains that take so many
	crowned bool
}

// man walks the chains of a man that stands on one square and has taken n pieces.
func (t *takes) man(at, foes, empty Bitboard, n int) {
	if n > t.best {
		t.best, t.count = n, 1
	} else if n == t.best {
		t.count++
	}
	if at >= 1<<56 && t.gen.crownInCapture {
		t.crowned = true
	}
	if hit := at << 8 & foes; hit != 0 && hit<<8&empty != 0 {
		t.man(hit<<8, foes^hit, empty|hit, n+1)
	}
	if hit := at &^ fileH << 1 & foes; hit != 0 && hit&^fileH<<1&empty != 0 {
		t.man(hit<<1, foes^hit, empty|hit, n+1)
	}
	if hit := at &^ fileA >> 1 & foes; hit != 0 && hit&^fileA>>1&empty != 0 {
		t.man(hit>>1, foes^hit, empty|hit, n+1)
	}
}

// HasQuiet tells whether the side to move could make a quiet move if no capture
// were due.
func (p Position) HasQuiet() bool {
	v := p.view()
	empty := ^v.occupied()
	if (v.men<<8|v.men&^fileA>>1|v.men&^fileH<<1)&empty != 0 {
		return true
	}
	for b := v.kings; b != 0; b &= b - 1 {
		if lines(b.First(), ^empty)&empty != 0 {
			return true
		}
	}
	return false
}

// CanCrown tells whether the side to move has a man one quiet step from being
// crowned.
func (p Position) CanCrown() bool {
	return p.view().men<<8&rank8&^p.view().occupied() != 0
}

// ManSteps returns the number of squares to which a side's men could step, each
// man counted by itself, as if it were that side's move and nothing were due.
func (p Position) ManSteps(c Color) int {
	men, empty := p.Men(c), ^p.Occupied()
	if c == Black {
		men, empty = men.FlipRanks(), empty.FlipRanks()
	}
	return view{men: men}.menSteps(empty)
}

// Lines returns the squares that a king on s sees along its rank and file, up to
// and with the first occupied one on each line.
func Lines(s Square, occupied Bitboard) Bitboard { return lines(s, occupied) }

// KingTargets returns those of the foes that a king on s could take with its next
// jump: the first piece on a line, with an empty square behind it.
func KingTargets(s Square, foes, occupied Bitboard) (targets Bitboard) {
	hit := lines(s, occupied) & foes
	for ; hit != 0; hit &= hit - 1 {
		victim := hit & -hit
		if lines(s, occupied&^victim)&^lines(s, occupied)&^occupied != 0 {
			targets |= victim
		}
	}
	return targets
}
