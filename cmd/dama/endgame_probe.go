package main

import (
	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/endgame"
)

func endgameProbeCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "probe", Usage: "what a position is worth with best play, and each of its moves",
		Description: "Plies count to the end of the game; the winner takes the shortest way and the loser the\n" +
			"longest. Repetition and counted moves are outside what the tables answer.",
		Flags:  append([]cli.Flag{fenFlag()}, append(tablesFlags(), formatFlag())...),
		Action: func(c *cli.Context) error { return probeEndgame(c, e) },
	}
}

// worthView is what a position or a move is worth to the side to move.
type worthView struct {
	Result int `json:"result"`
	Plies  int `json:"plies"` // 0 for a draw
}

type moveWorthView struct {
	Move string `json:"move"`
	worthView
}

// probeView is the answer for programs. Over is the reason if the board alone has
// ended the game.
type probeView struct {
	FEN    string           `json:"fen"`
	Digest string           `json:"rules_digest"`
	Over   dama.Termination `json:"over,omitempty"`
	worthView
	Moves []moveWorthView `json:"moves"`
}

func probeEndgame(c *cli.Context, e *env) error {
	inJSON, err := asJSON(c)
	if err != nil {
		return err
	}
	if !c.IsSet("fen") {
		return badUsage("--fen is missing: a position such as W:Wa2,Kd4:BKh8")
	}
	p, err := fenOf(c)
	if err != nil {
		return err
	}
	tables, err := tablesOf(c)
	if err != nil {
		return err
	}
	defer tables.Close()
	if p.Occupied().Count() > tables.MaxPieces() {
		_, err := tables.Ask(p)
		return badFlag("fen", err)
	}
	worth, err := tables.Ask(p)
	if err != nil {
		return err
	}
	moves, err := tables.Moves(p)
	if err != nil {
		return err
	}
	facts := tables.Rules().Facts()
	v := probeView{
		FEN: c.String("fen"), Digest: tables.Rules().Digest(), Over: facts.BoardOutcome(p).Reason,
		worthView: worthView(worth), Moves: []moveWorthView{},
	}
	for _, m := range moves {
		v.Moves = append(v.Moves, moveWorthView{facts.Generator().Text(p, m.Move), worthView(m.Value)})
	}
	if inJSON {
		return e.printJSON(v)
	}
	v.print(e, p)
	return nil
}

// print writes the answer for people.
func (v *probeView) print(e *env, p dama.Position) {
	e.printf("%v to move, %v: %v", p.Side(), endgame.MaterialOf(p), endgame.Value(v.worthView))
	if v.Over != "" {
		e.printf(" (%s)", v.Over)
	}
	e.printf("\n")
	for _, m := range v.Moves {
		e.printf("  %-10s  %v\n", m.Move, endgame.Value(m.worthView))
	}
}
