package puzzles

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"damalab/dama"
	"damalab/datasets"
	"damalab/endgame"
	"damalab/puzzles/proof"
)

// Endgames are exact endgame tables, as [endgame.Open] reads them. They are asked
// by several goroutines at once, and remain the caller's to close.
type Endgames interface {
	Probe(p dama.Position) (result, plies int, ok bool)
	MaxPieces() int
	Rules() endgame.Rules
	Digest() string
	Err() error
}

// shelf has the tables for every set of rules: those that are given, and the
// built-in ones, which are opened when they are first needed.
type shelf struct {
	given   []Endgames
	mu      sync.Mutex
	builtin map[endgame.Rules]tables
}

// newShelf takes tables of any rules; a nil one is none.
func newShelf(given ...Endgames) *shelf {
	s := &shelf{builtin: map[endgame.Rules]tables{}}
	for _, t := range given {
		if t != nil {
			s.given = append(s.given, t)
		}
	}
	return s
}

// builtinFor returns the built-in tables for some facts, none if there are none.
// They stay open: they hold no file.
func (s *shelf) builtinFor(f dama.Facts) tables {
	s.mu.Lock()
	defer s.mu.Unlock()
	rules := endgame.RulesOf(f)
	list, known := s.builtin[rules]
	if !known {
		if t, ok := endgame.Builtin(f); ok {
			list = tables{t}
		}
		s.builtin[rules] = list
	}
	return list
}

// under returns all tables for some facts, the built-in ones first.
func (s *shelf) under(f dama.Facts) tables {
	list := append(tables{}, s.builtinFor(f)...)
	for _, t := range s.given {
		if t.Rules() == endgame.RulesOf(f) {
			list = append(list, t)
		}
	}
	return list
}

// exact is what package proof may ask about endgames under some facts.
func (s *shelf) exact(f dama.Facts) proof.Exact {
	known := proof.Exact{Rules: endgame.RulesOf(f).Digest()}
	for _, t := range s.under(f) {
		known.Tables = append(known.Tables, t)
	}
	return known
}

// err is the first fault met in the tables that were given.
func (s *shelf) err() error {
	var errs []error
	for _, t := range s.given {
		errs = append(errs, t.Err())
	}
	return errors.Join(errs...)
}

// shelf has the tables of the options.
func (o Options) shelf() *shelf { return newShelf(append([]Endgames{o.Endgames}, o.Elsewhere...)...) }

// checkEndgames refuses tables of other rules than the ruleset's.
func (o Options) checkEndgames() error {
	if o.Endgames != nil && o.Endgames.Rules() != endgame.RulesOf(o.Ruleset.Facts) {
		return fmt.Errorf("%w than those of %q", endgame.ErrOtherRules, o.Ruleset.Name)
	}
	return nil
}

// endgamesDigest identifies the tables that are given; "" if there are none, or no
// endgames are wanted.
func (o Options) endgamesDigest() string {
	if o.Endgames == nil || !slices.Contains(o.Kinds, datasets.EndgamePuzzle) {
		return ""
	}
	return o.Endgames.Digest()
}

// elsewhereDigests identify the tables of other rules, in ascending order.
func (o Options) elsewhereDigests() (list []string) {
	if slices.Contains(o.Kinds, datasets.EndgamePuzzle) {
		for _, t := range o.Elsewhere {
			list = append(list, t.Digest())
		}
	}
	slices.Sort(list)
	return list
}

// tables are some of the same rules, asked one after the other.
type tables []Endgames

// knows tells whether every position with as many pieces has a value.
func (t tables) knows(p dama.Position) bool {
	for _, one := range t {
		if p.Occupied().Count() <= one.MaxPieces() {
			return true
		}
	}
	return false
}

// worth is what the move to a position is worth.
func (t tables) worth(after dama.Position) (proof.Worth, bool) {
	for _, one := range t {
		if result, plies, ok := one.Probe(after); ok {
			return proof.Worth(-result * (plies + 1)), true
		}
	}
	return 0, false
}
