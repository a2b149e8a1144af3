package main

import (
	"slices"
	"strings"

	"damalab/dama"
	"damalab/search"
)

// prompt asks for the next line.
func (g *playGame) prompt() {
	if g.outcome().Over {
		g.e.printf("> ")
		return
	}
	g.e.printf("%s: ", g.text.prompt)
}

// status says whose move it is and what must be taken, or how the game ended.
func (g *playGame) status() {
	if g.outcome().Over {
		g.announce()
		return
	}
	p := g.history.Position()
	number := 1 + (g.history.Plies()+int(g.history.PositionAt(0).Side()))/2
	g.sayf(g.text.toPlay, number, g.text.colors[p.Side()])
	if most := g.required(); most > 0 {
		g.sayf(g.text.mustTake, g.text.pieces(most), g.text.ways(len(g.gen.Moves(p))))
	}
}

// required returns how many pieces the side to move must take, 0 if it can take
// none.
func (g *playGame) required() int {
	moves := g.gen.Moves(g.history.Position())
	if len(moves) == 0 {
		return 0
	}
	return moves[0].Captured().Count() // all take the same number
}

// announce says how the game ended, and saves it if that was asked for: whoever
// closes the window now has seen the end.
func (g *playGame) announce() {
	o := g.outcome()
	switch o.Result {
	case dama.Draw:
		g.sayf(g.text.drawn, g.reason(o))
	case dama.WinFor(g.player):
		g.sayf(g.text.won, g.text.colors[g.player], g.reason(o))
	default:
		g.sayf(g.text.lost, g.text.colors[g.player.Other()], g.reason(o))
	}
	if err := g.saveTarget(); err != nil {
		g.sayf(g.text.saveFailed, playPrintable(err.Error()))
	}
	if g.keep.target == "" {
		g.say(g.text.afterwards)
	} else {
		g.say(g.text.afterwardsSaved)
	}
}

// reason puts the reason for the end of the game into words.
func (g *playGame) reason(o dama.Outcome) string {
	loser := g.text.colors[dama.White]
	if o.Result == dama.WhiteWins {
		loser = g.text.colors[dama.Black]
	}
	return g.text.reason(o.Reason, loser, g.rules.Facts)
}

// list writes the legal moves: quiet ones side by side, captures a line each with
// what they take.
func (g *playGame) list() {
	var quiet []string
	for _, v := range moveViews(g.gen, g.history.Position()) {
		if len(v.Captured) == 0 {
			quiet = append(quiet, v.Move)
			continue
		}
		g.sayf(g.text.takes, v.Move, strings.Join(v.Captured, ", "))
	}
	const perRow = 10
	for row := range slices.Chunk(quiet, perRow) {
		g.e.printf("%s\n", strings.Join(row, "  "))
	}
}

// score writes a score as the player sees it.
func (t *playText) score(s search.Score) string {
	if n, ok := s.WinIn(); ok {
		return t.winsIn((n + 1) / 2)
	}
	if n, ok := s.LossIn(); ok {
		return t.losesIn((n + 1) / 2)
	}
	return t.scoreIs + " " + strings.Replace(signedMen(int(s)), ".", t.decimal, 1)
}
