package match

import (
	"fmt"
	"io"

	"damalab/dama"
)

// WritePDN writes the games of whole pairs, named by their sides; a and b are what
// to call them. Pairs that were broken off have no games.
func WritePDN(w io.Writer, rules dama.Ruleset, pairs []Pair, a, b string) error {
	for i := range pairs {
		for game := range pairs[i].Games {
			g, err := pdnGame(rules, &pairs[i], game, a, b)
			if err != nil {
				return fmt.Errorf("pair %d, game %d: %w", pairs[i].Index, game+1, err)
			}
			if err := dama.WritePDN(w, g, rules.Generator()); err != nil {
				return fmt.Errorf("pair %d, game %d: %w", pairs[i].Index, game+1, err)
			}
		}
	}
	return nil
}

func pdnGame(rules dama.Ruleset, p *Pair, game int, a, b string) (dama.PDNGame, error) {
	result := p.Games[game].Result
	if game == 1 {
		a, b, result = b, a, -result
	}
	g := dama.PDNGame{
		Generator: rules.Generator(), Start: dama.StartPosition(),
		Result: map[int]dama.PDNResult{1: "1-0", 0: "1/2-1/2", -1: "0-1"}[result],
		Tags: []dama.PDNTag{
			{Name: "Event", Value: "Match"},
			{Name: "Round", Value: fmt.Sprintf("%d.%d", p.Index+1, game+1)},
			{Name: "White", Value: a},
			{Name: "Black", Value: b},
			{Name: "Ruleset", Value: rules.Name},
			{Name: "Termination", Value: string(p.Games[game].Termination)},
			{Name: "OpeningPlies", Value: fmt.Sprint(len(p.Opening))},
		},
	}
	if p.Start != "" {
		start, err := dama.ParseFEN(p.Start)
		if err != nil {
			return g, err
		}
		g.Start = start
	}
	position := g.Start
	for _, texts := range [][]string{p.Opening, p.Games[game].Moves} {
		for _, text := range texts {
			m, err := g.Generator.ParseMove(position, text)
			if err != nil {
				return g, err
			}
			g.Moves = append(g.Moves, dama.PDNMove{Move: m})
			position = position.Make(m)
		}
	}
	return g, nil
}
