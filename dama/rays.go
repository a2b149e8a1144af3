package dama

// direction is one of the four ways a piece can go, as the side to move sees
// the board.
type direction uint8

const (
	up direction = iota
	down
	right
	left
)

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

// ranks holds what a king sees along a rank, by its file and by the occupied
// squares of the six inner files (the outer ones change nothing).
var ranks = makeRanks()

func makeRanks() (t [8][64]uint8) {
	for file := range t {
		for inner := range t[file] {
			for _, step := range [...]int{1, -1} {
				for f := file + step; f >= 0 && f < 8; f += step {
					t[file][inner] |= 1 << f
					if inner<<1>>f&1 != 0 {
						break
					}
				}
			}
		}
	}
	return t
}

// lines returns the squares that a king on s sees along its rank and file, up to
// and with the first piece on each line. The rank comes from a table. On the
// file, subtracting twice the king's bit from the occupied squares borrows up to
// the first piece and flips all bits between; seen upside down, the same
// subtraction finds the first piece below ("hyperbola quintessence").
func lines(s Square, occupied Bitboard) Bitboard {
	s &= 63
	shift := s & 56
	rank := Bitboard(ranks[s&7][occupied>>shift>>1&63]) << shift
	king := Bitboard(1) << s
	mask := fileA << (s & 7) &^ king
	file := occupied & mask
	above := file - king<<1
	below := (file.FlipRanks() - king.FlipRanks()<<1).FlipRanks()
	return rank | (above^below)&mask
}
