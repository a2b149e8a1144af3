package endgame

import "damalab/dama"

// shapes makes layouts that share their groups.
type shapes struct {
	groups map[[2]int]*group
	leads  map[*group]*lead
}

func newShapes() *shapes {
	return &shapes{groups: map[[2]int]*group{}, leads: map[*group]*lead{}}
}

func (s *shapes) group(kind, n int) *group {
	if n == 0 {
		return nil
	}
	key := [2]int{kind, n}
	if kind == foeKings {
		key[0] = ownKings
	}
	if s.groups[key] == nil {
		s.groups[key] = newGroup(kind, n)
	}
	return s.groups[key]
}

// layout is the index of one table: which digit stands for which group.
type layout struct {
	material Material
	leader   int // the kind that leads
	group    *group
	lead     *lead
	rest     []digit // the other groups, the last counting least
	inner    int     // the number of indices for each slot of the lead
	size     int     // the number of indices
}

// digit is a group's place in an index.
type digit struct {
	kind  int
	group *group
}

// digitOrder is the order of the kinds in an index, behind the lead. Kings come
// last: along their numbers values change least, which compresses best.
var digitOrder = [kinds]int{ownMen, foeMen, ownKings, foeKings}

// layout returns the index of a material: the smallest group leads, the first of
// them in the order of the digits.
func (s *shapes) layout(m Material) *layout {
	counts, leader := m.counts(), -1
	for _, kind := range digitOrder {
		if n := counts[kind]; n > 0 && (leader < 0 || n < counts[leader]) {
			leader = kind
		}
	}
	return s.led(m, leader)
}

// led returns the index of a material in which the pieces of one kind lead.
func (s *shapes) led(m Material, leader int) *layout {
	l := &layout{material: m, leader: leader, inner: 1}
	counts := m.counts()
	for _, kind := range digitOrder {
		g := s.group(kind, counts[kind])
		switch {
		case g == nil:
		case kind == l.leader:
			l.group = g
		default:
			l.rest = append(l.rest, digit{kind, g})
			l.inner *= len(g.sets)
		}
	}
	if s.leads[l.group] == nil {
		s.leads[l.group] = newLead(l.group)
	}
	l.lead = s.leads[l.group]
	l.size = len(l.lead.sets) * l.inner
	return l
}

// index returns the index that answers for a position of this material. stored is
// false if that index is the mirror image's, and twin is true if the lead is its
// own mirror image, so that the position and its mirror image have an index each.
func (l *layout) index(b *boards) (index int, stored, twin bool) {
	slot := l.lead.slots[l.group.rank(b[l.leader])]
	if slot < 0 {
		mirrored := b.mirror()
		return l.join(int(^slot), &mirrored), false, false
	}
	return l.join(int(slot), b), true, l.lead.twin[slot]
}

func (l *layout) join(index int, b *boards) int {
	for i := range l.rest {
		d := &l.rest[i]
		index = index*len(d.group.sets) + d.group.rank(b[d.kind])
	}
	return index
}

// boards returns the position at an index. ok is false if the index stands for
// none, two pieces being on one square.
func (l *layout) boards(index int) (b boards, ok bool) {
	ok = true
	seen := dama.Bitboard(0)
	for i := len(l.rest) - 1; i >= 0; i-- {
		d := &l.rest[i]
		n := len(d.group.sets)
		set := d.group.sets[index%n]
		index /= n
		b[d.kind] = set
		ok = ok && seen&set == 0
		seen |= set
	}
	b[l.leader] = l.lead.sets[index]
	return b, ok && seen&b[l.leader] == 0
}

// twin tells whether the lead at an index is its own mirror image.
func (l *layout) twin(index int) bool { return l.lead.twin[index/l.inner] }
