package dama

// direction is one of the four ways a piece can go, as the side to move sees
// the board. The opposite of d is d^1.
type direction uint8

const (
	up direction = iota
	down
	right
	left
)

// opposite returns the direction turned by 180 degrees.
func (d direction) opposite() direction { return d ^ 1 }

// reach holds, for each kind of piece, direction and square, the squares that
// the piece could go to on an empty board. A man's reach is one square, and none
// downwards: that table is all that sets a man's capture apart from a king's.
var reach = makeReach()

func makeReach() (t [2][4][64]Bitboard) {
	for s := range Square(64) {
		for d, step := range [4][2]int{up: {0, 1}, down: {0, -1}, right: {1, 0}, left: {-1, 0}} {
			f, r := s.File()+step[0], s.Rank()+step[1]
			for first := true; f >= 0 && f < 8 && r >= 0 && r < 8; first = false {
				b := SquareAt(f, r).Bit()
				t[King][d][s] |= b
				if first && direction(d) != down {
					t[Man][d][s] |= b
				}
				f, r = f+step[0], r+step[1]
			}
		}
	}
	return t
}

// firstOn returns the square of a set that comes first in a direction.
func firstOn(d direction, b Bitboard) Square {
	if d == up || d == right {
		return b.First()
	}
	return b.last()
}

// lines returns the squares that a king on s sees along its rank and file, up to
// and with the first piece on each line. A sentinel at the end of the board
// stands in for the missing piece, so that there is no branch: the ray from a
// corner square outwards is empty.
func lines(s Square, occupied Bitboard) Bitboard {
	rays := &reach[King]
	u, r := rays[up][s&63], rays[right][s&63]
	d, l := rays[down][s&63], rays[left][s&63]
	return u ^ rays[up][(u&occupied|1<<63).First()&63] |
		r ^ rays[right][(r&occupied|1<<63).First()&63] |
		d ^ rays[down][(d&occupied|1).last()&63] |
		l ^ rays[left][(l&occupied|1).last()&63]
}
