package selfplay

import (
	"errors"
	"fmt"

	"damalab/search"
)

// Fault is a value of a spec that is not possible.
type Fault struct {
	Key    string // its place, as in the spec's JSON: "opening.nodes"
	Value  any
	Reason string // what it should be
}

// Error is "key = value: reason".
func (f *Fault) Error() string { return fmt.Sprintf("%s = %v: %s", f.Key, f.Value, f.Reason) }

// faults gathers what is wrong.
type faults []error

func (f *faults) add(bad bool, key string, value any, format string, args ...any) {
	if bad {
		*f = append(*f, &Fault{key, value, fmt.Sprintf(format, args...)})
	}
}

// Validate reports all faults of the spec at once, each a [*Fault].
func (s *Spec) Validate() error {
	var f faults
	f.add(s.Engine != search.Version, "engine", fmt.Sprintf("%q", s.Engine), "this program has version %q of the search, which would play other games; use the program of that version", search.Version)
	f.add(s.Nodes < 1, "nodes", s.Nodes, "a move needs at least 1")
	f.add(!(s.Cheap.Share >= 0 && s.Cheap.Share <= 1), "cheap.share", s.Cheap.Share, "it is a share of the moves, 0 to 1")
	f.add(s.Nodes > 0 && s.Cheap.Share > 0 && (s.Cheap.Nodes < 1 || s.Cheap.Nodes >= s.Nodes), "cheap.nodes", s.Cheap.Nodes, "it is at least 1 and below nodes = %d", s.Nodes)
	s.Opening.validate(&f)
	s.Positions.validate(&f)
	s.Adjudication.validate(&f)
	f.add(s.Guards.PlyLimit <= s.longestOpening(), "guards.ply_limit", s.Guards.PlyLimit, "it must be above the longest opening, %d plies", s.longestOpening())
	f.add(s.Guards.StalledPlies < 1, "guards.stalled_plies", s.Guards.StalledPlies, "it is at least 1")
	f.add(s.ShardGames < 1 || s.ShardGames > maxShardGames, "shard_games", s.ShardGames, "it is between 1 and %d", maxShardGames)
	if err := s.Params.Validate(); err != nil {
		f = append(f, fmt.Errorf("params: %w", err))
	}
	return errors.Join(f...)
}

// maxShardGames bounds the games of a shard, which are kept in memory.
const maxShardGames = 10000

// longestOpening is the number of plies before the first searched move at most,
// an opening file's own moves not counted.
func (s *Spec) longestOpening() int {
	return max(s.Opening.Plies+s.Opening.MaxPlies, s.Positions.MaxPlies)
}

func (o *Opening) validate(f *faults) {
	f.add(!o.Policy.known(), "opening.policy", fmt.Sprintf("%q", string(o.Policy)), "it is %q, %q or %q", RandomOpenings, EnumeratedOpenings, FileOpenings)
	f.add(o.MinPlies < 0, "opening.min_plies", o.MinPlies, "it is 0 or more")
	f.add(o.MaxPlies < o.MinPlies, "opening.max_plies", o.MaxPlies, "it is not below opening.min_plies = %d", o.MinPlies)
	f.add(o.MaxPlies > maxRandomPlies, "opening.max_plies", o.MaxPlies, "it is at most %d", maxRandomPlies)
	f.add(o.Policy == EnumeratedOpenings && (o.Plies < 1 || o.Plies > MaxEnumeratedPlies), "opening.plies", o.Plies, "it is between 1 and %d", MaxEnumeratedPlies)
	f.add(o.Policy != EnumeratedOpenings && o.Plies != 0, "opening.plies", o.Plies, "only the policy %q has it", EnumeratedOpenings)
	f.add((o.Policy == FileOpenings) != (o.File != ""), "opening.file", fmt.Sprintf("%q", o.File), "the policy %q needs one, and no other has one", FileOpenings)
	f.add(o.Balance < 0, "opening.balance", o.Balance, "it is a number of hundredths of a man, 0 for no screen")
	f.add(o.Balance > 0 && o.Nodes < 1, "opening.nodes", o.Nodes, "it is at least 1")
	f.add(o.Distinct < 0, "opening.distinct", o.Distinct, "it is a number of games, 0 to let openings repeat")
}

func (p *Positions) validate(f *faults) {
	f.add(!(p.Share >= 0 && p.Share <= 1), "positions.share", p.Share, "it is a share of the games, 0 to 1")
	f.add((p.Share > 0) != (p.File != ""), "positions.file", fmt.Sprintf("%q", p.File), "it goes with a share above 0")
	f.add(p.MinPlies < 0, "positions.min_plies", p.MinPlies, "it is 0 or more")
	f.add(p.MaxPlies < p.MinPlies || p.MaxPlies > maxRandomPlies, "positions.max_plies", p.MaxPlies, "it is between positions.min_plies = %d and %d", p.MinPlies, maxRandomPlies)
}

func (a *Adjudication) validate(f *faults) {
	f.add(a.WinScore < 0 || a.WinScore > int(search.Infinite), "adjudication.win_score", a.WinScore, "it is a number of hundredths of a man up to %d, 0 for none", search.Infinite)
	f.add(a.WinScore > 0 && a.WinPlies < 1, "adjudication.win_plies", a.WinPlies, "adjudication.win_score is set, so it is at least 1")
	f.add(a.DrawScore < 0, "adjudication.draw_score", a.DrawScore, "it is a number of hundredths of a man")
	f.add(a.WinScore > 0 && a.DrawPlies > 0 && a.DrawScore >= a.WinScore, "adjudication.draw_score", a.DrawScore, "it is below adjudication.win_score = %d", a.WinScore)
	f.add(a.DrawPlies < 0, "adjudication.draw_plies", a.DrawPlies, "it is 0 or more")
	f.add(a.DrawFrom < 0, "adjudication.draw_from", a.DrawFrom, "it is 0 or more")
}
