package eval

import (
	"fmt"
	"strings"

	"damalab/dama"
)

// PatternSet is a fixed list of groups of squares. Each way in which the men of
// both sides can stand on a group has a weight, shared with its mirror image and,
// with the sign turned round, with the same picture seen by the other side. Kings
// count as empty squares. A set does not change and may be shared between
// goroutines.
//
// A group of k squares is numbered by the side to move's view of the board: its raw
// index is the sum over the squares of 3^i times 0 for no man, 1 for an own man and
// 2 for one of the other side, with i counted file by file and then rank by rank
// from the group's lowest left square.
type PatternSet struct {
	name       string
	rectangles []rectangle
	groups     []group
	share      [][]int32 // for each group and raw index 1 + the weight, negative for the twin, 0 for none
	first      []place   // of each weight, where it counts as it is
	readers    []reader  // of all groups
}

// group is a rectangle of squares as the side to move sees them.
type group struct{ width, height, file, rank int }

// PatternSets returns the names of the sets that exist, fewest groups first.
func PatternSets() []string {
	var names []string
	for _, s := range patternShapes() {
		names = append(names, s.name)
	}
	return names
}

// NewPatternSet returns the set of a name. It takes some milliseconds, for it works
// out which weights are shared.
func NewPatternSet(name string) (*PatternSet, error) {
	for _, s := range patternShapes() {
		if s.name == name {
			set := &PatternSet{name: name, rectangles: s.rectangles, groups: s.groups()}
			set.shareWeights()
			set.readers = newReaders(s.rectangles)
			return set, nil
		}
	}
	return nil, fmt.Errorf("unknown set of patterns %q; they are %s", name, strings.Join(PatternSets(), ", "))
}

// Name returns the set's name in weights files.
func (s *PatternSet) Name() string { return s.name }

// Groups returns the number of groups, at most 32.
func (s *PatternSet) Groups() int { return len(s.groups) }

// Raw returns how many raw indices a group has: 3 to the power of its squares.
func (s *PatternSet) Raw(group int) int { return len(s.share[group]) }

// Size returns the number of different weights, at most 100,000. There are twice
// as many numbers: opening and ending.
func (s *PatternSet) Size() int { return len(s.first) }

// Weight returns which weight (0 to Size()-1) a group's raw index counts for, and
// how: +1, or -1 where it is what the other side sees. A picture that is its own
// opposite has no weight: (0, 0).
func (s *PatternSet) Weight(group int, index uint16) (weight int, sign int8) {
	switch shared := s.share[group][index]; {
	case shared > 0:
		return int(shared) - 1, 1
	case shared < 0:
		return int(-shared) - 1, -1
	}
	return 0, 0
}

// ternary holds the bits of a byte as digits to the base of 3.
var ternary = makeTernary()

func makeTernary() (t [256]uint16) {
	for b := 1; b < 256; b++ {
		t[b] = 3*t[b>>1] + uint16(b&1)
	}
	return t
}

func power3(n int) uint16 {
	power := uint16(1)
	for range n {
		power *= 3
	}
	return power
}

func (g group) squares() int { return g.width * g.height }

// mirrored and turned return the group in the mirror, and as the other side sees it.
func (g group) mirrored() group { g.file = 8 - g.width - g.file; return g }
func (g group) turned() group   { g.rank = 8 - g.height - g.rank; return g }

// name returns a group's name in weights files: its lowest left and highest right square.
func (g group) name() string {
	return fmt.Sprintf("%v-%v", dama.SquareAt(g.file, g.rank), dama.SquareAt(g.file+g.width-1, g.rank+g.height-1))
}
