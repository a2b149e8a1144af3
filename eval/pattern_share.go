package eval

import "slices"

// Which weights the groups of a set share.

// seen returns what each raw index is in the mirror, or as the other side sees it.
func (g group) seen(mirrored, turned bool) []uint16 {
	table := make([]uint16, 1, power3(g.squares()))
	for i := range g.squares() {
		file, rank := i%g.width, i/g.width
		if mirrored {
			file = g.width - 1 - file
		}
		if turned {
			rank = g.height - 1 - rank
		}
		own := power3(rank*g.width + file)
		foe := 2 * own
		if turned {
			own, foe = foe, own
		}
		rest := table
		for _, man := range [2]uint16{own, foe} {
			for _, others := range rest {
				table = append(table, others+man)
			}
		}
	}
	return table
}

// place is a raw index in a group.
type place struct {
	group int
	index uint16
}

// shareWeights numbers the weights in the order in which groups and raw indices
// come to need one.
func (s *PatternSet) shareWeights() {
	for _, g := range s.groups {
		s.share = append(s.share, make([]int32, power3(g.squares())))
	}
	for g := range s.groups {
		v := s.viewsOf(g)
		for index := range s.share[g] {
			if s.share[g][index] == 0 {
				s.shareOne(v.of(uint16(index)))
			}
		}
	}
}

// shareOne gives the four views of a picture a weight, unless it is its own opposite.
func (s *PatternSet) shareOne(same, opposite [2]place) {
	if slices.Contains(opposite[:], same[0]) {
		return
	}
	s.first = append(s.first, same[0])
	for i := range same {
		s.share[same[i].group][same[i].index] = int32(len(s.first))
		s.share[opposite[i].group][opposite[i].index] = -int32(len(s.first))
	}
}

// groupViews is a group and its three other views: their numbers in the set, and what
// the group's raw indices are there.
type groupViews struct {
	own, mirrored, turned, both int
	mirror, turn                []uint16
}

func (s *PatternSet) viewsOf(g int) groupViews {
	shape := s.groups[g]
	turned := shape.turned()
	return groupViews{
		own: g, mirrored: s.number(shape.mirrored()), turned: s.number(turned), both: s.number(turned.mirrored()),
		mirror: shape.seen(true, false), turn: shape.seen(false, true),
	}
}

func (s *PatternSet) number(g group) int { return slices.Index(s.groups, g) }

func (v *groupViews) of(index uint16) (same, opposite [2]place) {
	turned := v.turn[index]
	return [2]place{{v.own, index}, {v.mirrored, v.mirror[index]}},
		[2]place{{v.turned, turned}, {v.both, v.mirror[turned]}}
}
