package proof

import (
	"encoding/json"
	"errors"
	"fmt"

	"damalab/dama"
	"damalab/internal/referee"
)

// Why a position has no certificate of the kind maximum; test with errors.Is.
var (
	// ErrNotACapture: the side to move has nothing to capture.
	ErrNotACapture = errors.New("there is nothing to capture")
	// ErrSeveralMoves: more than one capture of the greatest number is legal.
	ErrSeveralMoves = errors.New("more than one move is legal")
)

// Maximum is the certificate of a puzzle whose solution is the only legal move
// because it takes more pieces than any other capture. It lists every complete
// capture of the position: the solution with all its routes, and the decoys.
type Maximum struct {
	// Format is always [Format], Version the number of the form, Kind always
	// [KindMaximum].
	Format  string `json:"format"`
	Version int    `json:"version"`
	Kind    string `json:"kind"`
	// Promotion and Reversal are the two facts that captures depend on.
	Promotion dama.Promotion `json:"promotion"`
	Reversal  dama.Reversal  `json:"reversal"`
	// FEN is the position, in the form in which dama writes it.
	FEN string `json:"fen"`
	// Captures is the number of pieces that the solution takes, at least 1.
	Captures int `json:"captures"`
	// Solution is the move's text, which is its least route.
	Solution string `json:"solution"`
	// Routes are the texts of all routes of the solution, the least first.
	Routes []string `json:"routes"`
	// Decoys are the other complete captures, each once, whatever the number of
	// its routes, in the referee's order; empty, not null, if there are none.
	Decoys []Decoy `json:"decoys"`
}

// Decoy is a complete capture that takes fewer pieces than the solution: it
// cannot be continued, and the maximum rule forbids it.
type Decoy struct {
	// Move is the text of its least route.
	Move string `json:"move"`
	// Captures is the number of pieces that it takes, at least 1.
	Captures int `json:"captures"`
}

// MaximumOf makes the certificate of a position under the given facts. The error
// is [ErrNotACapture] or [ErrSeveralMoves] where the position has none. It takes
// time in proportion to the number of routes of all captures.
func MaximumOf(facts dama.Facts, p dama.Position) (Maximum, error) {
	legal := referee.Moves(facts, p)
	if len(legal) == 0 || legal[0].Captured == 0 {
		return Maximum{}, ErrNotACapture
	}
	if len(legal) > 1 {
		return Maximum{}, fmt.Errorf("%w: there are %d", ErrSeveralMoves, len(legal))
	}
	solution := legal[0]
	m := Maximum{
		Format: Format, Version: Version, Kind: KindMaximum,
		Promotion: facts.Promotion, Reversal: facts.Reversal, FEN: p.FEN(),
		Captures: solution.Captured.Count(), Solution: solution.Text(),
		Routes: routeTexts(solution), Decoys: []Decoy{},
	}
	for _, c := range referee.Captures(facts, p) {
		if n := c.Captured.Count(); n < m.Captures {
			m.Decoys = append(m.Decoys, Decoy{Move: c.Text(), Captures: n})
		}
	}
	return m, nil
}

// routeTexts writes every route of a move.
func routeTexts(m referee.Move) []string {
	texts := make([]string, len(m.Routes))
	for i := range m.Routes {
		one := m
		one.Routes = m.Routes[i : i+1]
		texts[i] = one.Text()
	}
	return texts
}

// Encode returns the certificate as JSON on one line. The same certificate gives
// the same bytes.
func (m Maximum) Encode() []byte {
	data, err := json.Marshal(m)
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	return data
}
