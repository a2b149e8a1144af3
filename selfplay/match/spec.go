package match

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"damalab/dama"
	"damalab/datasets"
	"damalab/search"
	"damalab/selfplay"
)

// Spec is everything that decides how a match's games go; the number of pairs is
// no part of it, so a match can be extended.
type Spec struct {
	Ruleset       string        `json:"ruleset"`
	RulesetDigest string        `json:"ruleset_digest"`
	Engine        string        `json:"engine"` // version of the search
	Params        search.Params `json:"params"`
	// A and B identify the sides: the digest of weights with what is changed in the
	// search and the digest of its endgame tables, or another side's name.
	A string `json:"a"`
	B string `json:"b"`
	// Seed shuffles the openings.
	Seed uint64 `json:"seed"`
	// Nodes is the limit of each move's search. MoveTime, in nanoseconds, is
	// one too if it is not 0; with it a match is not the same twice.
	Nodes    uint64          `json:"nodes"`
	MoveTime time.Duration   `json:"move_time"`
	Openings Openings        `json:"openings"`
	Guards   selfplay.Guards `json:"guards"`
}

// Openings says from which positions pairs begin: every position that can stand on
// the board after Plies plies from the start, mirror images and exchanged colors
// counted as one, that a search of Nodes nodes with the built-in weights finds at
// most Balance hundredths of a man better for one side, less those to avoid.
// [Openings.Give] puts given positions in the place of those after Plies plies.
type Openings struct {
	Plies   int    `json:"plies"`
	Balance int    `json:"balance"`
	Nodes   uint64 `json:"nodes"`
	// Avoid is the digest of the openings that are left out, see [Used]; empty,
	// and in no digest, for none.
	Avoid string `json:"avoid,omitempty"`
	// Positions is the digest of given positions; empty, and in no digest, for none.
	Positions string `json:"positions,omitempty"`
	given     []dama.Position
}

// Give makes the pairs begin at the given positions.
func (o *Openings) Give(positions []dama.Position) {
	var texts strings.Builder
	for _, p := range positions {
		texts.WriteString(p.FEN() + "\n")
	}
	o.Plies, o.given, o.Positions = 0, positions, selfplay.TextDigest([]byte(texts.String()))
}

// NewSpec returns the usual match between two sides.
func NewSpec(rules dama.Ruleset, a, b Side, seed, nodes uint64) Spec {
	params := search.DefaultParams()
	params.TableEntries = selfplay.TableEntries
	return Spec{
		Ruleset: rules.Name, RulesetDigest: rules.Digest(), Engine: search.Version, Params: params,
		A: a.Name, B: b.Name, Seed: seed, Nodes: nodes,
		Openings: Openings{Plies: 6, Balance: 60, Nodes: 500},
		Guards:   selfplay.DefaultGuards(),
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
	fault(s.Nodes < 1 && s.MoveTime <= 0, "nodes = %d: a move needs at least 1, or a time", s.Nodes)
	fault(s.MoveTime < 0, "move_time = %v: it is above 0", s.MoveTime)
	fault(s.Openings.Plies < 0 || s.Openings.Plies > selfplay.MaxEnumeratedPlies, "openings.plies = %d: it is between 0 and %d", s.Openings.Plies, selfplay.MaxEnumeratedPlies)
	fault(s.Openings.Positions != "" && len(s.Openings.given) == 0, "openings.positions = %s: the positions are not given", s.Openings.Positions)
	fault(s.Openings.Balance < 1, "openings.balance = %d: it is a number of hundredths of a man above 0", s.Openings.Balance)
	fault(s.Openings.Nodes < 1, "openings.nodes = %d: it is at least 1", s.Openings.Nodes)
	fault(s.Guards.PlyLimit <= s.Openings.Plies, "guards.ply_limit = %d: it must be above openings.plies = %d", s.Guards.PlyLimit, s.Openings.Plies)
	fault(s.Guards.StalledPlies < 1, "guards.stalled_plies = %d: it is at least 1", s.Guards.StalledPlies)
	return errors.Join(faults...)
}

func (s *Spec) limits() search.Limits { return search.Limits{Nodes: s.Nodes, Time: s.MoveTime} }

// Digest identifies the spec: the SHA-256, in hex, of its canonical JSON.
func (s *Spec) Digest() (string, error) {
	digest, _, err := datasets.SpecDigest(s)
	return digest, err
}
