package endgame

import "damalab/dama"

// binomials[s][k] is the number of ways to choose k of s squares.
var binomials = makeBinomials()

func makeBinomials() (t [65][MaxPieces + 1]int) {
	for s := range t {
		t[s][0] = 1
		for k := 1; s > 0 && k < len(t[s]); k++ {
			t[s][k] = t[s-1][k-1] + t[s-1][k]
		}
	}
	return t
}

// The four kinds of piece as the side to move sees them.
const (
	ownMen = iota
	ownKings
	foeMen
	foeKings
	kinds
)

// counts returns the number of pieces of each kind.
func (m Material) counts() [kinds]int {
	return [kinds]int{m.Mover.Men, m.Mover.Kings, m.Other.Men, m.Other.Kings}
}

// boards is a position seen by the side to move, which moves up; one board for
// each kind of piece.
type boards [kinds]dama.Bitboard

// boardsOf turns a position to its side to move.
func boardsOf(p dama.Position) boards {
	men, kings, otherMen, otherKings := p.Boards()
	b := boards{men, kings, otherMen, otherKings}
	if p.Side() == dama.Black {
		for i := range b {
			b[i] = b[i].FlipRanks()
		}
	}
	return b
}

func (b *boards) mirror() boards {
	return boards{b[0].MirrorFiles(), b[1].MirrorFiles(), b[2].MirrorFiles(), b[3].MirrorFiles()}
}

// turn shows the board to the other side.
func (b *boards) turn() boards {
	return boards{b[foeMen].FlipRanks(), b[foeKings].FlipRanks(), b[ownMen].FlipRanks(), b[ownKings].FlipRanks()}
}

func (b *boards) occupied() dama.Bitboard { return b[0] | b[1] | b[2] | b[3] }

// position returns the position, White being the side to move. The boards must be
// those of an index.
func (b *boards) position() dama.Position {
	p, err := dama.NewPosition(b[ownMen], b[ownKings], b[foeMen], b[foeKings], dama.White)
	if err != nil {
		panic("endgame: " + err.Error())
	}
	return p
}

// group numbers the sets of n squares on which n equal pieces can stand.
type group struct {
	shift uint            // the lowest square: the opponent's men have no first rank
	sets  []dama.Bitboard // by number
}

func newGroup(kind, n int) *group {
	g := &group{}
	squares := 64
	if kind == ownMen || kind == foeMen {
		squares = 56
	}
	if kind == foeMen {
		g.shift = 8
	}
	g.sets = make([]dama.Bitboard, 0, binomials[squares][n])
	g.add(0, n, squares)
	return g
}

// add appends the sets of n squares below limit joined with chosen, in the order
// of their numbers: the highest square counts most.
func (g *group) add(chosen dama.Bitboard, n, limit int) {
	if n == 0 {
		g.sets = append(g.sets, chosen<<g.shift)
		return
	}
	for s := n - 1; s < limit; s++ {
		g.add(chosen|1<<s, n-1, s)
	}
}

// rank returns a set's number.
func (g *group) rank(b dama.Bitboard) int {
	b >>= g.shift
	r := int(b.First()) // C(s,1) is s
	b &= b - 1
	for k := 2; b != 0; k++ {
		r += binomials[b.First()&63][k]
		b &= b - 1
	}
	return r
}

// lead numbers the sets of a group with a set and its mirror image as one.
type lead struct {
	slots []int32         // by the set's number in its group; ^slot asks for the mirror
	sets  []dama.Bitboard // by slot
	twin  []bool          // by slot: the set is its own mirror image
}

func newLead(g *group) *lead {
	l := &lead{slots: make([]int32, len(g.sets))}
	for r, set := range g.sets {
		mirrored := g.rank(set.MirrorFiles())
		if mirrored < r {
			l.slots[r] = ^l.slots[mirrored]
			continue
		}
		l.slots[r] = int32(len(l.sets))
		l.sets = append(l.sets, set)
		l.twin = append(l.twin, mirrored == r)
	}
	return l
}
