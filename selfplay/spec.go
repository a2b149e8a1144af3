package selfplay

import (
	"errors"
	"fmt"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
	"damalab/search"
)

// Spec is everything that decides how a run's games go. The number of games, the
// number of workers and the folder are no part of it, so a run can be extended.
type Spec struct {
	// Ruleset is the name of the rules; RulesetDigest tells house rules of the
	// same name apart.
	Ruleset       string `json:"ruleset"`
	RulesetDigest string `json:"ruleset_digest"`
	// Engine is the version of the search, Params its parameters.
	Engine string        `json:"engine"`
	Params search.Params `json:"params"`
	// Weights is the digest of the weights that both sides play with.
	Weights string `json:"weights"`
	Seed    uint64 `json:"seed"`
	// Nodes is the limit of each move's search.
	Nodes uint64 `json:"nodes"`
	// Opening says how the first moves are drawn.
	Opening Opening `json:"opening"`
	// Guards end games that no rule ends.
	Guards Guards `json:"guards"`
	// ShardGames is the number of games in a shard.
	ShardGames int `json:"shard_games"`
}

// TableEntries is the usual size of the transposition table in games that are
// played under node limits: they search few nodes a move.
const TableEntries = 1 << 15

// NewSpec returns the usual spec for a ruleset and weights.
func NewSpec(rules dama.Ruleset, weights *eval.Weights, seed, nodes uint64) Spec {
	params := search.DefaultParams()
	params.TableEntries = TableEntries
	return Spec{
		Ruleset: rules.Name, RulesetDigest: rules.Digest(),
		Engine: search.Version, Params: params, Weights: weights.Digest(),
		Seed: seed, Nodes: nodes,
		Opening:    Opening{MinPlies: 6, MaxPlies: 10, Balance: 120, Nodes: 500},
		Guards:     DefaultGuards(),
		ShardGames: 500,
	}
}

// Validate reports all faults of the spec at once.
func (s *Spec) Validate() error {
	var faults []error
	fault := func(bad bool, format string, args ...any) {
		if bad {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	fault(s.Nodes < 1, "nodes = %d: a move needs at least 1", s.Nodes)
	fault(s.Opening.MinPlies < 0, "opening.min_plies = %d: it is 0 or more", s.Opening.MinPlies)
	fault(s.Opening.MaxPlies < s.Opening.MinPlies, "opening.max_plies = %d is below opening.min_plies = %d", s.Opening.MaxPlies, s.Opening.MinPlies)
	fault(s.Opening.Balance < 1, "opening.balance = %d: it is a number of hundredths of a man above 0", s.Opening.Balance)
	fault(s.Opening.Nodes < 1, "opening.nodes = %d: it is at least 1", s.Opening.Nodes)
	fault(s.Guards.PlyLimit <= s.Opening.MaxPlies, "guards.ply_limit = %d: it must be above opening.max_plies = %d", s.Guards.PlyLimit, s.Opening.MaxPlies)
	fault(s.Guards.StalledPlies < 1, "guards.stalled_plies = %d: it is at least 1", s.Guards.StalledPlies)
	fault(s.ShardGames < 1, "shard_games = %d: it is at least 1", s.ShardGames)
	fault(s.Params.TableEntries < 1, "params.table_entries = %d: it is at least 1", s.Params.TableEntries)
	return errors.Join(faults...)
}

// Digest identifies the spec: the SHA-256, in hex, of its canonical JSON.
func (s *Spec) Digest() (string, error) {
	digest, _, err := datasets.SpecDigest(s)
	return digest, err
}

// GameSeed returns the seed of game i of the run with the given spec digest; see
// [datasets.GameSeed].
func GameSeed(digest string, i int64) uint64 {
	seed, err := datasets.GameSeed(digest, i)
	if err != nil {
		panic("selfplay: " + err.Error()) // datasets.SpecDigest writes hex
	}
	return seed
}
