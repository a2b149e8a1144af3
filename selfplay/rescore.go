package selfplay

import (
	"context"
	"encoding/json"
	"fmt"

	"damalab/dama"
	"damalab/datasets"
	"damalab/endgame"
)

// Rescoring
//
// A game that comes down to few pieces comes to a position that endgame tables know.
// The exact result of the game is the value of the first such position: from there
// on it is the tail, and whatever was played in it, that was its worth.
//
//	ply   0 ... 61 | 62   63   64   65 ... end
//	pieces      5  |  4    4    4    3
//	value       ?  | +1   +1    0    0          exact result +1; the move from 63 to
//	                 ^ the first known           64 was a slip, and gave the win away
//
// The tables know neither repetition nor any count of moves. So a game that is
// exactly won may have been drawn by such a rule without a slip of anybody.

// RescoreOptions say how games are rescored.
type RescoreOptions struct {
	// Tables are the endgame tables for each ruleset, by its name. Games of
	// other rulesets keep the exact result that they have, usually none.
	Tables map[string]*endgame.Tables
	// Workers is the number of shards at work at a time; it changes no byte.
	Workers int
	// Progress, if not nil, is told the number of games done and in all.
	Progress func(done, total int)
}

// Rescored tells what a rescoring found.
type Rescored struct {
	Games      int64 `json:"games"`
	OtherRules int64 `json:"other_rules"` // games under rules that the tables are not for
	Beyond     int64 `json:"beyond"`      // games that have more pieces than the tables know to the end
	Known      int64 `json:"known"`       // games with an exact result from the tables
	Agree      int64 `json:"agree"`       // known games whose played result is the exact one
	Differ     int64 `json:"differ"`      // known games with another played result
	Untold     int64 `json:"untold"`      // known games whose played result is not known
	// Slipped are the known games in whose tail a move changed the exact value,
	// and Slips those moves.
	Slipped int64 `json:"slipped_games"`
	Slips   int64 `json:"slips"`
	// Results counts the known games by exact and played result, White's view,
	// White's wins first; those without a played result are not in it.
	Results    []RescoredCount       `json:"results"`
	Tables     []datasets.TablesUsed `json:"tables"`
	SpecDigest string                `json:"spec_digest"`
}

// RescoredCount is how many games have an exact result and a played one.
type RescoredCount struct {
	Exact  int8  `json:"exact"`
	Played int8  `json:"played"`
	Games  int64 `json:"games"`
}

// Rescore writes the games of a dataset with their exact results, see
// [datasets.WriteRescored], into the folder out. The tables must be for the rules of
// the rulesets that they are given for.
func Rescore(ctx context.Context, out string, d *datasets.Dataset, o RescoreOptions) (*Rescored, error) {
	used, err := tablesUsed(d.Manifest, o.Tables)
	if err != nil {
		return nil, err
	}
	workers := make([]*rescorer, max(o.Workers, 1))
	for i := range workers {
		workers[i] = newRescorer(d.Manifest, o.Tables)
	}
	m, err := datasets.WriteRescored(ctx, out, d, datasets.RescoreOptions{
		Tables: used, Workers: len(workers),
		Value: func(worker int, g *datasets.Game) (*int8, error) { return workers[worker].game(g) },
		Watch: datasets.Watch{Step: o.Progress},
	})
	if err != nil {
		return nil, err
	}
	sum := &rescorer{}
	for _, w := range workers {
		sum.add(w)
	}
	r := sum.Rescored
	r.Tables, r.SpecDigest = used, m.SpecDigest
	for exact := int8(1); exact >= -1; exact-- {
		for played := int8(1); played >= -1; played-- {
			r.Results = append(r.Results, RescoredCount{exact, played, sum.results[exact+1][played+1]})
		}
	}
	return &r, nil
}

// tablesUsed says which tables are for which of a dataset's rulesets.
func tablesUsed(m *datasets.Manifest, tables map[string]*endgame.Tables) ([]datasets.TablesUsed, error) {
	var used []datasets.TablesUsed
	at := map[string]int{} // by digest
	for _, rules := range m.AllRulesets() {
		t := tables[rules.Name]
		if t == nil {
			continue
		}
		if endgame.RulesOf(rules.Facts) != t.Rules() {
			return nil, fmt.Errorf("ruleset %q: %w", rules.Name, endgame.ErrOtherRules)
		}
		digest := t.Digest()
		i, again := at[digest]
		if !again {
			text, err := json.Marshal(t.Rules())
			if err != nil {
				return nil, err
			}
			i, at[digest] = len(used), len(used)
			used = append(used, datasets.TablesUsed{Pieces: t.MaxPieces(), Digest: digest, Rules: text, RulesDigest: t.Rules().Digest()})
		}
		used[i].Rulesets = append(used[i].Rulesets, rules.Name)
	}
	if used == nil {
		return nil, fmt.Errorf("no tables for any ruleset of the games: %w", endgame.ErrOtherRules)
	}
	return used, nil
}

// rescorer rescores games one at a time.
type rescorer struct {
	tables  map[string]*endgame.Tables
	gens    map[string]dama.Generator
	results [3][3]int64 // by exact and played result, each one more than it is
	Rescored
}

func newRescorer(m *datasets.Manifest, tables map[string]*endgame.Tables) *rescorer {
	r := &rescorer{tables: tables, gens: map[string]dama.Generator{}}
	for _, rules := range m.AllRulesets() {
		r.gens[rules.Name] = rules.Generator()
	}
	return r
}

// game returns the exact result of a game and counts it.
func (r *rescorer) game(g *datasets.Game) (*int8, error) {
	r.Games++
	tables := r.tables[g.Ruleset]
	if tables == nil {
		r.OtherRules++
		return g.Rescored, nil
	}
	p, moves, err := g.Replay(r.gens[g.Ruleset])
	if err != nil {
		return nil, fmt.Errorf("%w; 'dama datasets verify' says what else is wrong", err)
	}
	values, err := tail(tables, p, moves)
	if err != nil {
		return nil, fmt.Errorf("endgame tables: %w", err)
	}
	if len(values) == 0 {
		r.Beyond++
		return nil, nil
	}
	r.count(g.Result, values)
	return &values[0], nil
}

// tail returns the exact values, White's view, of the positions of a game from the
// first that the tables know to the end; none if there is none.
func tail(tables *endgame.Tables, p dama.Position, moves []dama.Move) (values []int8, err error) {
	for ply := 0; ; ply++ {
		if p.Occupied().Count() <= tables.MaxPieces() {
			v, err := tables.Ask(p)
			if err != nil {
				return nil, err
			}
			if p.Side() == dama.Black {
				v.Result = -v.Result
			}
			values = append(values, int8(v.Result))
		}
		if ply == len(moves) {
			return values, nil
		}
		p = p.Make(moves[ply])
	}
}

// count counts a game with the exact values of its tail.
func (r *rescorer) count(played *int8, values []int8) {
	r.Known++
	switch exact := values[0]; {
	case played == nil:
		r.Untold++
	case *played == exact:
		r.Agree++
		r.results[exact+1][*played+1]++
	default:
		r.Differ++
		r.results[exact+1][*played+1]++
	}
	slips := int64(0)
	for i := 1; i < len(values); i++ {
		if values[i] != values[i-1] {
			slips++
		}
	}
	if r.Slips += slips; slips > 0 {
		r.Slipped++
	}
}

// add adds the counts of another one.
func (r *rescorer) add(o *rescorer) {
	for _, pair := range [][2]*int64{
		{&r.Games, &o.Games},
		{&r.OtherRules, &o.OtherRules},
		{&r.Beyond, &o.Beyond},
		{&r.Known, &o.Known},
		{&r.Agree, &o.Agree},
		{&r.Differ, &o.Differ},
		{&r.Untold, &o.Untold},
		{&r.Slipped, &o.Slipped},
		{&r.Slips, &o.Slips},
	} {
		*pair[0] += *pair[1]
	}
	for i := range r.results {
		for j := range r.results[i] {
			r.results[i][j] += o.results[i][j]
		}
	}
}
