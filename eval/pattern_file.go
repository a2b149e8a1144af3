package eval

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Patterns is the pattern tables of weights.
type Patterns struct {
	// Set says which groups of squares there are.
	Set *PatternSet
	// Pairs holds the set's weights, Set.Size() of them, each from -1023 to 1023.
	Pairs []Pair
}

// patternsName stands for all pattern tables where a feature's name is asked for.
const patternsName = "patterns"

// patternsFile is the form in a weights file. A table has the name of the first of
// the groups that share its weights. Its entries are pictures of the group as a board
// is printed, "o" for an own man and "x" for one of the other side; those whose
// weights are 0 are left out.
//
//	"a2-d3": {"..o./o.xx": [4,-2], ...}
type patternsFile struct {
	Set    string                                `json:"set"`
	Tables map[string]map[string]json.RawMessage `json:"tables"`
}

// pictures calls visit for each weight of the set, in their order, with the table
// and the picture that stand for it: the first that count for it as it is. A picture
// is valid until the next call.
func (s *PatternSet) pictures(visit func(weight int, table string, picture []byte)) {
	names := make([]string, len(s.groups))
	for g, shape := range s.groups {
		names[g] = shape.name()
	}
	var buf [64]byte
	for weight, at := range s.first {
		visit(weight, names[at.group], s.groups[at.group].draw(&buf, at.index))
	}
}

// picture draws a raw index, the highest rank first.
func (g group) picture(index uint16) string { return string(g.draw(new([64]byte), index)) }

// draw draws it into the end of text.
func (g group) draw(text *[64]byte, index uint16) []byte {
	n := len(text)
	for rank := range g.height {
		if rank > 0 {
			n--
			text[n] = '/'
		}
		n -= g.width
		for file := range g.width {
			text[n+file] = ".ox"[index%3]
			index /= 3
		}
	}
	return text[n:]
}

func (p *Patterns) file() *patternsFile {
	if p == nil {
		return nil
	}
	f := &patternsFile{Set: p.Set.name, Tables: map[string]map[string]json.RawMessage{}}
	p.Set.pictures(func(w int, table string, picture []byte) {
		if p.Pairs[w] == (Pair{}) {
			return
		}
		if f.Tables[table] == nil {
			f.Tables[table] = map[string]json.RawMessage{}
		}
		f.Tables[table][string(picture)] = encodeGroup(Number, p.Pairs[w:w+1])
	})
	return f
}

// readPatterns fills the tables from the file's entries and returns every fault.
func (w *Weights) readPatterns(f *patternsFile) (faults []error) {
	if f == nil {
		return nil
	}
	set, err := NewPatternSet(f.Set)
	if err != nil {
		return []error{fmt.Errorf("patterns: %w", err)}
	}
	w.Patterns = &Patterns{Set: set, Pairs: make([]Pair, set.Size())}
	known := map[string]bool{}
	set.pictures(func(weight int, table string, picture []byte) {
		known[table] = true
		raw, ok := f.Tables[table][string(picture)]
		if !ok {
			return
		}
		delete(f.Tables[table], string(picture))
		if err := decodePattern(raw, &w.Patterns.Pairs[weight]); err != nil {
			faults = append(faults, fmt.Errorf("patterns: table %q, entry %q: %w", table, picture, err))
		}
	})
	return append(faults, f.leftOver(set, known)...)
}

func decodePattern(raw json.RawMessage, into *Pair) error {
	pair := make([]Pair, 1)
	if err := decodeGroup(Number, raw, pair); err != nil {
		return err
	}
	for _, v := range []int16{pair[0].Opening, pair[0].Ending} {
		if v < -PatternLimit || v > PatternLimit {
			return fmt.Errorf("%d is out of range: -%d to %d", v, PatternLimit, PatternLimit)
		}
	}
	*into = pair[0]
	return nil
}

// leftOver names the tables and entries that stand for no weight of the set.
func (f *patternsFile) leftOver(set *PatternSet, known map[string]bool) (faults []error) {
	for _, table := range slices.Sorted(maps.Keys(f.Tables)) {
		if !known[table] {
			faults = append(faults, fmt.Errorf("patterns: set %q has no table %q", set.name, table))
			continue
		}
		for _, picture := range slices.Sorted(maps.Keys(f.Tables[table])) {
			faults = append(faults, fmt.Errorf("patterns: table %q, entry %q: %s", table, picture, set.whyNot(table, picture)))
		}
	}
	return faults
}

// whyNot says what is wrong with a picture that stands for no weight of its table.
func (s *PatternSet) whyNot(table, picture string) string {
	for _, g := range s.groups {
		blank := g.picture(0)
		switch {
		case g.name() != table:
		case len(picture) != len(blank) || strings.Map(blanked, picture) != blank:
			return fmt.Sprintf("want a picture like %q, with o for own men and x for the other side's", blank)
		}
	}
	return "it is the twin of another picture, which has the weight of both, or its own opposite, which has none"
}

func blanked(r rune) rune {
	if r == 'o' || r == 'x' {
		return '.'
	}
	return r
}
