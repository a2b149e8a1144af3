package selfplay

import (
	"crypto/rand"
	"encoding/binary"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
	"damalab/search"
)

// Spec is everything that decides how a run's games go. The number of games, the
// number of workers and the folder are no part of it, so a run can be extended and
// shared out. What does not fit into a line of text stands in [Material], and the
// spec has its digest.
type Spec struct {
	// Ruleset is the name of the rules; RulesetDigest tells house rules of the
	// same name apart.
	Ruleset       string `json:"ruleset"`
	RulesetDigest string `json:"ruleset_digest"`
	// Engine is the version of the search, Params its parameters.
	Engine string        `json:"engine"`
	Params search.Params `json:"params"`
	// Weights has the digests of the weights that the sides play with.
	Weights Sides  `json:"weights"`
	Seed    uint64 `json:"seed"`
	// Nodes is the limit of each move's search.
	Nodes uint64 `json:"nodes"`
	// Cheap makes a share of the moves with fewer nodes.
	Cheap Cheap `json:"cheap"`
	// Opening says how the first moves are drawn.
	Opening Opening `json:"opening"`
	// Positions lets a share of the games begin elsewhere.
	Positions Positions `json:"positions"`
	// Adjudication ends games whose result is clear.
	Adjudication Adjudication `json:"adjudication"`
	// Guards end games that no rule ends.
	Guards Guards `json:"guards"`
	// Record says what is kept of the searches.
	Record Record `json:"record"`
	// ShardGames is the number of games in a shard.
	ShardGames int `json:"shard_games"`
}

// Sides has one text for each side.
type Sides struct {
	White string `json:"white"`
	Black string `json:"black"`
}

// Cheap is a second limit of nodes for a share of the moves, drawn with the game's
// seed: more games, and so more results, for the same time.
type Cheap struct {
	Share float64 `json:"share"` // of the searched moves, 0 to 1
	Nodes uint64  `json:"nodes"`
}

// Record says what is kept of each move's search beside the move.
type Record struct {
	Scores bool `json:"scores" toml:"scores"`
	Depths bool `json:"depths" toml:"depths"`
	Nodes  bool `json:"nodes"  toml:"nodes"`
}

// TableEntries is the usual size of the transposition table in games that are
// played under node limits: they search few nodes a move.
const TableEntries = 1 << 15

// NewSpec returns the usual spec for a ruleset and weights of both sides.
func NewSpec(rules dama.Ruleset, weights *eval.Weights, seed, nodes uint64) Spec {
	params := search.DefaultParams()
	params.TableEntries = TableEntries
	digest := weights.Digest()
	return Spec{
		Ruleset: rules.Name, RulesetDigest: rules.Digest(),
		Engine: search.Version, Params: params, Weights: Sides{White: digest, Black: digest},
		Seed: seed, Nodes: nodes,
		Opening:    DefaultOpening(),
		Guards:     DefaultGuards(),
		Record:     Record{Scores: true},
		ShardGames: datasets.UsualShardGames,
	}
}

// Digest identifies the spec: the SHA-256, in hex, of its canonical JSON.
func (s *Spec) Digest() (string, error) {
	digest, _, err := datasets.SpecDigest(s)
	return digest, err
}

// weightsDigest is what manifests and files say of the weights: one digest, or
// White's and Black's.
func (s *Spec) weightsDigest() string {
	if s.Weights.White == s.Weights.Black {
		return s.Weights.White
	}
	return s.Weights.White + " " + s.Weights.Black
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

// FreshSeed returns a seed that no other run has, small enough for every reader of
// JSON to keep whole.
func FreshSeed() uint64 {
	var random [8]byte
	rand.Read(random[:]) // never fails: crypto/rand ends the program instead
	return binary.BigEndian.Uint64(random[:]) >> 16
}
