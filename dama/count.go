package dama

// Counting moves without making a list: for perft's last ply, for features that
// ask how mobile a side is, and for the question whether a side is blocked.

// CountMoves returns the number of legal moves in p. It allocates only where
// captures must be listed to be told apart and there are very many of them.
func (g Generator) CountMoves(p Position) int {
	var buf [64]Move
	c := moveCounter{gen: g, buf: buf[:0]}
	return c.count(p.view())
}

// moveCounter counts moves; where captures must be listed to be told apart it does
// so in its buffer.
type moveCounter struct {
	gen Generator
	buf []Move
}

func (c *moveCounter) count(v view) int {
	foes, occupied := v.foes(), v.occupied()
	able := ableMen(v.men, foes, ^occupied)
	if v.kings != 0 {
		return c.countWithKings(v, able)
	}
	if able == 0 {
		return v.menSteps(^occupied)
	}
	return c.takes(v, able, foes, occupied)
}

// takes counts the captures of men where no king can capture.
func (c *moveCounter) takes(v view, able, foes, occupied Bitboard) int {
	empty := ^occupied
	if c.gen.crowningOnTheWay(v) {
		return c.listed(v, able, 0)
	}
	best, count := 0, 0
	for b := able; b != 0; b &= b - 1 {
		man := b & -b
		n, k := manTakes(man, foes, empty|man, 0)
		if n > best {
			best, count = n, k
		} else if n == best {
			count += k
		}
	}
	return count
}

// crowningOnTheWay tells whether a man may become a king during a capture and go on
// as one.
func (g Generator) crowningOnTheWay(v view) bool {
	return g.crownInCapture && v.foes()&(^v.occupied()&rank8>>8) != 0
}

func (c *moveCounter) countWithKings(v view, able Bitboard) int {
	foes, occupied := v.foes(), v.occupied()
	quiet, capturing := 0, Bitboard(0)
	for b := v.kings; b != 0; b &= b - 1 {
		s := b.First() & 63
		seen := lines(s, occupied)
		if ableKing(s, seen, foes, occupied) {
			capturing |= 1 << s
		}
		quiet += (seen &^ occupied).Count()
	}
	switch {
	case capturing != 0:
		return c.listed(v, able, capturing)
	case able != 0:
		return c.takes(v, able, foes, occupied)
	}
	return quiet + v.menSteps(^occupied)
}

func (c *moveCounter) listed(v view, men, kings Bitboard) int {
	c.buf = c.gen.captures(c.buf[:0], v, men, kings)
	return len(c.buf)
}

// menSteps counts the quiet moves of men.
func (v view) menSteps(empty Bitboard) int {
	return (v.men << 8 & empty).Count() + (v.men &^ fileA >> 1 & empty).Count() + (v.men &^ fileH << 1 & empty).Count()
}

// manTakes returns the length of the longest chains of a man that stands on at and
// has taken n pieces, and how many chains are that long. They need not be listed:
// a man's chain shows in the squares it clears which way it went, so no two of its
// chains are the same move.
func manTakes(at, foes, empty Bitboard, n int) (best, count int) {
	best, count = n, 1
	if hit := at << 8 & foes; hit<<8&empty != 0 {
		best, count = manTakes(hit<<8, foes^hit, empty|hit, n+1)
	}
	if hit := at &^ fileH << 1 & foes; hit&^fileH<<1&empty != 0 {
		b, c := manTakes(hit<<1, foes^hit, empty|hit, n+1)
		if b > best {
			best, count = b, c
		} else if b == best {
			count += c
		}
	}
	if hit := at &^ fileA >> 1 & foes; hit&^fileA>>1&empty != 0 {
		b, c := manTakes(hit>>1, foes^hit, empty|hit, n+1)
		if b > best {
			best, count = b, c
		} else if b == best {
			count += c
		}
	}
	return best, count
}

// Outlook is what a search asks of every position first.
type Outlook struct {
	Capture bool // a capture is due
	Quiet   bool // there would be a quiet move if none were due
	Crown   bool // one of them would crown a man

	takers Bitboard // the pieces that can capture, as the side to move sees the board
}

// Outlook looks at a position without listing its moves.
func (g Generator) Outlook(p *Position) (o Outlook) {
	v := p.view()
	foes, empty := v.foes(), ^v.occupied()
	o.takers = ableMen(v.men, foes, empty)
	if v.kings != 0 {
		o.takers |= v.kingsCapturing()
	}
	o.Capture = o.takers != 0
	ahead := v.men << 8 & empty
	o.Crown = ahead&rank8 != 0
	o.Quiet = ahead != 0 || (v.men&^fileA>>1|v.men&^fileH<<1)&empty != 0
	for b := v.kings; b != 0 && !o.Quiet; b &= b - 1 {
		o.Quiet = lines(b.First(), ^empty)&empty != 0
	}
	return o
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
