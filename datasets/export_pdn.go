package datasets

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"damalab/dama"
)

// exportPDN writes games in Portable Draughts Notation. What PDN has no place for
// (scores, depths, nodes) stays behind.
func exportPDN(w io.Writer, m *Manifest, games iter.Seq2[Game, error]) (n int64, err error) {
	for g, err := range games {
		if err != nil {
			return n, err
		}
		rules, err := m.rulesOf(&g)
		if err != nil {
			return n, err
		}
		gen := rules.Generator()
		game, err := g.pdn(gen)
		if err == nil {
			err = dama.WritePDN(w, game, gen)
		}
		if err != nil {
			return n, fmt.Errorf("game %s: %w", g.ID, err)
		}
		n++
	}
	return n, nil
}

// pdn returns the game as PDN has it. Result and termination are tags too.
func (g *Game) pdn(gen dama.Generator) (dama.PDNGame, error) {
	start, moves, err := g.Replay(gen)
	if err != nil {
		return dama.PDNGame{}, err
	}
	game := dama.PDNGame{
		Generator: gen, Start: start, Result: pdnResult(g.Result),
		Tags: []dama.PDNTag{
			{Name: "Event", Value: "?"},
			{Name: "Round", Value: fmt.Sprint(g.Index + 1)},
			{Name: "White", Value: oneLine(g.White)},
			{Name: "Black", Value: oneLine(g.Black)},
			{Name: "Ruleset", Value: oneLine(g.Ruleset)},
			{Name: "GameID", Value: oneLine(g.ID)},
			{Name: "Termination", Value: string(g.Termination)},
			{Name: "EndedBy", Value: string(g.EndedBy)},
			{Name: "OpeningPlies", Value: fmt.Sprint(g.OpeningPlies)},
		},
	}
	for _, m := range moves {
		game.Moves = append(game.Moves, dama.PDNMove{Move: m})
	}
	return game, nil
}

func pdnResult(r *int8) dama.PDNResult {
	if r == nil {
		return dama.PDNUnknown
	}
	switch *r {
	case 1:
		return dama.PDNWhiteWins
	case -1:
		return dama.PDNBlackWins
	}
	return dama.PDNDraw
}

// oneLine replaces line breaks, which no tag may hold, by spaces.
func oneLine(text string) string {
	return strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ").Replace(text)
}
