package endgame

import (
	"cmp"
	"slices"
	"strings"

	"damalab/dama"
)

// MaxPieces is the greatest number of pieces, both sides together, for which
// tables can be built.
const MaxPieces = 5

// Side is what one side has on the board.
type Side struct{ Men, Kings int }

// Pieces returns the number of its pieces.
func (s Side) Pieces() int { return s.Men + s.Kings }

// String writes a K for each king, then an M for each man.
func (s Side) String() string { return strings.Repeat("K", s.Kings) + strings.Repeat("M", s.Men) }

// Material is what the side to move and its opponent have on the board.
type Material struct{ Mover, Other Side }

// MaterialOf returns the material of a position.
func MaterialOf(p dama.Position) Material {
	men, kings, foeMen, foeKings := p.Boards()
	return Material{Side{men.Count(), kings.Count()}, Side{foeMen.Count(), foeKings.Count()}}
}

// Pieces returns the number of pieces of both sides.
func (m Material) Pieces() int { return m.Mover.Pieces() + m.Other.Pieces() }

// String writes the mover's pieces first: KMvK.
func (m Material) String() string { return m.Mover.String() + "v" + m.Other.String() }

func (m Material) swap() Material { return Material{m.Other, m.Mover} }

func (m Material) men() int { return m.Mover.Men + m.Other.Men }

// Tables returns the material with either side to move: two tables, or one where
// both sides have the same.
func (m Material) Tables() []Material {
	if m.Mover == m.Other {
		return []Material{m}
	}
	return []Material{m, m.swap()}
}

// Materials returns the materials of 2 to pieces pieces, one for each file of a
// set, in the order in which they are built: a capture or a crowning leads to an
// earlier one. The first side has more pieces than the second, or as many and
// not fewer kings.
func Materials(pieces int) []Material {
	var list []Material
	for total := 2; total <= pieces; total++ {
		for second := 1; second <= total/2; second++ {
			for _, a := range sides(total - second) {
				for _, b := range sides(second) {
					if total == 2*second && a.Kings < b.Kings {
						continue
					}
					list = append(list, Material{a, b})
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Material) int {
		return cmp.Or(cmp.Compare(a.Pieces(), b.Pieces()), cmp.Compare(a.men(), b.men()))
	})
	return list
}

// sides returns all ways to have n pieces, most kings first.
func sides(n int) []Side {
	var list []Side
	for men := 0; men <= n; men++ {
		list = append(list, Side{men, n - men})
	}
	return list
}

// parseMaterial reads the name of a file of a set.
func parseMaterial(name string) (Material, bool) {
	for _, m := range Materials(MaxPieces) {
		if m.String() == name {
			return m, true
		}
	}
	return Material{}, false
}
