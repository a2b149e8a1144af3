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
	if n, ok := v.singleTakes(able, foes, ^occupied); ok {
		return n, buf
	}
	return g.listed(v, able, buf)
}

func (g Generator) listed(v view, able Bitboard, buf []Move) (int, []Move) {
	buf = g.captures(buf[:0], v, able, v.kingsCapturing())
	return len(buf), buf
}

// menSteps counts the quiet moves of men.
func (v view) menSteps(empty Bitboard) int {
	return (v.men << 8 & empty).Count() + (v.men &^ fileA >> 1 & empty).Count() + (v.men &^ fileH << 1 & empty).Count()
}

// singleTakes counts the captures of men where each takes exactly one piece. It
// is not sure (false) where some man might go on. The question is asked of all
// landings at once with the squares that a jump clears taken as empty, so it may
// give up without need but never counts wrongly.
func (v view) singleTakes(able, foes, empty Bitboard) (int, bool) {
	hitUp := able << 8 & foes
	hitRight := able &^ fileH << 1 & foes
	hitLeft := able &^ fileA >> 1 & foes
	landUp := hitUp << 8 & empty
	landRight := hitRight &^ fileH << 1 & empty
	landLeft := hitLeft &^ fileA >> 1 & empty
	landings := landUp | landRight | landLeft
	cleared := empty | able | hitUp | hitRight | hitLeft
	if landings&rank8 != 0 || ableMen(landings, foes, cleared) != 0 {
		return 0, false
	}
	return landUp.Count() + landRight.Count() + landLeft.Count(), true
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
