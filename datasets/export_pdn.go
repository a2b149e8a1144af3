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
	game := dama.PDNGame{
		Generator: gen, Start: dama.StartPosition(), Result: pdnResult(g.Result),
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
	var err error
	if g.StartFEN != nil {
		if game.Start, err = dama.ParseFEN(*g.StartFEN); err != nil {
			return game, fmt.Errorf("start_fen: %w", err)
		}
	}
	p := game.Start
	for ply, text := range g.Moves {
		move, err := gen.ParseMove(p, text)
		if err != nil {
			return game, fmt.Errorf("ply %d: %w", ply, err)
		}
		game.Moves = append(game.Moves, dama.PDNMove{Move: move})
		p = p.Make(move)
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
