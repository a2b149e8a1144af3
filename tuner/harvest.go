package tuner

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
)

// harvest is what one game gives.
type harvest struct {
	left     left // why the game is left out, if it is
	result   int8
	part     part
	counts   Summary // only the counts of positions, and of corrected results
	examples []example
}

// left is why a game is left out.
type left int

const (
	used left = iota
	noResult
	guarded
	adjudicated
)

// part is where a game belongs.
type part int

const (
	training part = iota
	heldOut
	tested
)

// gatherer takes positions from games. It does not change and may be shared.
type gatherer struct {
	options   Options
	generator dama.Generator
	evaluator *eval.Evaluator
	model     *model
}

func newGatherer(ruleset dama.Ruleset, m *model, o Options) *gatherer {
	// Which features occur does not depend on the weights.
	return &gatherer{options: o, generator: ruleset.Generator(), evaluator: eval.New(&eval.Weights{}), model: m}
}

// gather replays a game and takes its positions.
func (g *gatherer) gather(game datasets.Game) (harvest, error) {
	v := g.options.judge(game)
	if v.left != used {
		return harvest{left: v.left}, nil
	}
	h := harvest{result: v.result}
	h.counts.Corrected = v.corrected
	positions, err := datasets.Expand(game, g.generator)
	if err != nil {
		return h, err
	}
	if g.options.Lambda > 0 && len(game.Moves) > 0 && !scored(game) {
		return h, fmt.Errorf("game %s: %w, and lambda is %v: use lambda 0, or leave such games out", game.ID, ErrNoScore, g.options.Lambda)
	}
	suitable := h.counts.suitable(positions, int(game.OpeningPlies), g.options)
	if len(suitable) == 0 {
		return h, nil
	}
	if h.part, err = g.part(game, positions); err != nil {
		return h, err
	}
	chosen := spread(len(suitable), g.options.MaxPerGame)
	h.counts.Thinned = len(suitable) - len(chosen)
	for _, i := range chosen {
		e, err := g.example(suitable[i], v)
		if err != nil {
			return h, err
		}
		h.examples = append(h.examples, e)
	}
	return h, nil
}

// suitable returns the positions that may be taken and counts the others.
func (s *Summary) suitable(positions []datasets.PositionRow, openingPlies int, o Options) (taken []datasets.PositionRow) {
	s.Positions += len(positions)
	for _, p := range positions {
		switch {
		case int(p.Ply) < openingPlies:
			s.Opening++
		case !p.Quiet && !(o.Threatened && p.MaxCapture == 0):
			s.NotQuiet++
		case o.Lambda > 0 && p.Score == nil:
			s.Unscored++
		default:
			taken = append(taken, p)
		}
	}
	return taken
}

// example counts the features of a position.
func (g *gatherer) example(row datasets.PositionRow, v verdict) (example, error) {
	p, err := row.Position()
	if err != nil {
		return example{}, err
	}
	half, score := 1+v.result, int16(noScore)
	if row.Score != nil {
		score = max(*row.Score, -math.MaxInt16)
	}
	if p.Side() == dama.Black {
		half = 1 - v.result
		if row.Score != nil {
			score = -score
		}
	}
	canonical, _ := p.Canonical()
	terms, _ := g.evaluator.Terms(nil, p)
	var men []uint16
	if g.model.menWords() > 0 {
		men = packMen(eval.Men(p))
	}
	return example{
		key: canonical.Key(), phase: uint8(eval.Phase(p)), label: uint8(half), weight: v.weight,
		score: score, ended: v.ended, terms: merge(terms), men: men,
	}, nil
}

// spread chooses at most limit of n things, each from the middle of an equal
// stretch; a negative limit chooses all.
func spread(n, limit int) []int {
	if limit < 0 || limit > n {
		limit = n
	}
	chosen := make([]int, limit)
	for j := range chosen {
		chosen[j] = (2*j + 1) * n / (2 * limit)
	}
	return chosen
}

// unmarkedOpening is how many plies count as the opening for the split where a
// game from the usual start says nothing of its opening, as imports do.
// Otherwise all such games would have one opening, and fall on one side.
const unmarkedOpening = 8

// part decides by the opening alone where a game falls: by the canonical form
// of the position in which the opening ends.
func (g *gatherer) part(game datasets.Game, positions []datasets.PositionRow) (part, error) {
	ply := int(game.OpeningPlies)
	if ply == 0 && game.StartFEN == nil {
		ply = unmarkedOpening
	}
	p, err := positions[min(ply, len(positions)-1)].Position()
	if err != nil {
		return training, err
	}
	canonical, _ := p.Canonical()
	sum := sha256.Sum256([]byte(canonical.FEN()))
	share := float64(binary.BigEndian.Uint64(sum[:8])>>11) / (1 << 53)
	switch {
	case share < g.options.HeldOut:
		return heldOut, nil
	case share < g.options.HeldOut+g.options.Test:
		return tested, nil
	}
	return training, nil
}
