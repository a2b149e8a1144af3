package datasets

import (
	"fmt"
	"iter"

	"damalab/dama"
)

// PositionFilter says which positions of games are kept: those that every set
// field lets through. The zero value keeps all. As JSON it stands in the spec of
// the positions that it made.
type PositionFilter struct {
	// NotCapped leaves out the games that a guard stopped: their result, a draw,
	// says nothing about their positions.
	NotCapped bool `json:"not_capped,omitempty"`
	// AfterOpening leaves out the positions before drawn moves.
	AfterOpening bool `json:"after_opening,omitempty"`
	// Ply bounds the number of moves before the position.
	Ply Bounds `json:"ply,omitzero"`
	// Pieces bounds the number of pieces on the board.
	Pieces Bounds `json:"pieces,omitzero"`
	// Quiet keeps the positions in which neither side could capture.
	Quiet bool `json:"quiet,omitempty"`
	// Scored keeps the positions that a search has scored.
	Scored bool `json:"scored,omitempty"`
	// Score bounds the stored score, White's view in hundredths of a man. A
	// position without a score is outside of any bounds.
	Score Bounds `json:"score,omitzero"`
}

// Bounds are the least and the greatest number that are let through, both
// included; nil is no bound.
type Bounds struct {
	Min *int `json:"min,omitempty"`
	Max *int `json:"max,omitempty"`
}

func (b Bounds) lets(n int) bool {
	return (b.Min == nil || n >= *b.Min) && (b.Max == nil || n <= *b.Max)
}

// Validate names bounds that nothing can be within.
func (f *PositionFilter) Validate() error {
	for _, c := range []struct {
		name string
		b    Bounds
	}{{"ply", f.Ply}, {"pieces", f.Pieces}, {"score", f.Score}} {
		if c.b.Min != nil && c.b.Max != nil && *c.b.Min > *c.b.Max {
			return fmt.Errorf("%s: the least, %d, is above the greatest, %d", c.name, *c.b.Min, *c.b.Max)
		}
	}
	return nil
}

// needsGame tells whether a position row alone does not show what is asked for.
func (f *PositionFilter) needsGame() bool { return f.NotCapped || f.AfterOpening }

// verdict is what a filter says of a row: keep, or the first reason against it.
type verdict int

const (
	keep verdict = iota
	inCappedGame
	inOpening
	plyOutside
	piecesOutside
	notQuiet
	notScored
	scoreOutside
	verdicts // how many there are
)

// names are what the reasons are called; the flags of the commands are too.
func (v verdict) String() string {
	return [verdicts]string{"keep", "not-capped", "after-opening", "ply", "pieces", "quiet", "scored", "score"}[v]
}

// judge asks the filters in the order of their fields. The game may be nil where
// the filter needs none.
func (f *PositionFilter) judge(g *Game, r *PositionRow) verdict {
	switch {
	case f.NotCapped && g.EndedBy == EndedByGuard:
		return inCappedGame
	case f.AfterOpening && r.Ply < g.OpeningPlies:
		return inOpening
	case !f.Ply.lets(int(r.Ply)):
		return plyOutside
	case !f.Pieces.lets(int(r.Pieces)):
		return piecesOutside
	case f.Quiet && !r.Quiet:
		return notQuiet
	case f.Scored && r.Score == nil:
		return notScored
	case f.Score != Bounds{} && (r.Score == nil || !f.Score.lets(int(*r.Score))):
		return scoreOutside
	}
	return keep
}

// tally counts the rows by what the filter said of them.
type tally [verdicts]int64

// Turned is how many rows one filter turned away; a row counts for the first
// filter that it does not pass.
type Turned struct {
	Filter string `json:"filter"` // not-capped, after-opening, ply, pieces, quiet, scored or score
	Rows   int64  `json:"rows"`
}

// turned lists the filters that turned rows away, in the order in which they are
// asked.
func (t *tally) turned() []Turned {
	list := []Turned{}
	for v := keep + 1; v < verdicts; v++ {
		if t[v] > 0 {
			list = append(list, Turned{Filter: v.String(), Rows: t[v]})
		}
	}
	return list
}

func (t *tally) add(more tally) {
	for v, n := range more {
		t[v] += n
	}
}

// expanded yields the positions of games that the filter lets through, with their
// split filled in, and counts what it says of each.
func (m *Manifest) expanded(games iter.Seq2[Game, error], f *PositionFilter, count *tally) iter.Seq2[PositionRow, error] {
	return func(yield func(PositionRow, error) bool) {
		var rows []PositionRow // one buffer for all games
		split := m.Split()
		for game, err := range games {
			if err == nil {
				rows, err = m.appendPositions(rows[:0], game)
			}
			if err != nil {
				yield(PositionRow{}, err)
				return
			}
			for i := range rows {
				v := f.judge(&game, &rows[i])
				count[v]++
				rows[i].Split = split
				if v == keep && !yield(rows[i], nil) {
					return
				}
			}
		}
	}
}

// appendPositions is [AppendPositions] by the rules that the game names.
func (m *Manifest) appendPositions(rows []PositionRow, g Game) ([]PositionRow, error) {
	rules, err := m.rulesOf(&g)
	if err != nil {
		return rows, err
	}
	return AppendPositions(rows, g, rules.Generator())
}

// rulesOf returns the rules that a game names.
func (m *Manifest) rulesOf(g *Game) (dama.Ruleset, error) {
	rules, ok := m.RulesetFor(g.Ruleset)
	if !ok {
		return rules, fmt.Errorf("game %s has the ruleset %q, which the manifest does not name", g.ID, g.Ruleset)
	}
	return rules, nil
}
