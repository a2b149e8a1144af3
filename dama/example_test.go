package dama_test

import (
	"context"
	"fmt"

	"damalab/dama"
)

func ExampleGenerator_Moves() {
	p, err := dama.ParseFEN("W:Wa2,Kd4:Ba7,d6,f7")
	if err != nil {
		fmt.Println(err)
		return
	}
	rules, err := dama.FindRuleset("federation")
	if err != nil {
		fmt.Println(err)
		return
	}
	g := rules.Generator()
	for _, m := range g.Moves(p) {
		fmt.Println(g.Text(p, m), m.Captured().Count(), "captured,", g.CountRoutes(p, m), "route")
	}
	// Output:
	// d4xd7xg7 2 captured, 1 route
	// d4xd7xh7 2 captured, 1 route
}

func ExampleGenerator_ParseMove() {
	p, err := dama.ParseFEN("W:Wd2:Bd3,c4,b5,c2,b3")
	if err != nil {
		fmt.Println(err)
		return
	}
	g := dama.Rulesets()[0].Generator()
	_, err = g.ParseMove(p, "d2xb6") // two captures lead there
	fmt.Println(err)

	m, err := g.ParseMove(p, "d2xd4xb4xb6")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.From(), "to", m.To())
	fmt.Println(p.Make(m))
	// Output:
	// move "d2xb6" is ambiguous: write one of d2xd4xb4xb6, d2xb2xb4xb6
	// d2 to b6
	// B:Wb6:Bc2,b3
}

func ExampleHistory() {
	rules, err := dama.FindRuleset("ludoteka")
	if err != nil {
		fmt.Println(err)
		return
	}
	start, err := dama.ParseFEN("W:WKa1,Kb1:BKh8,Kg8")
	if err != nil {
		fmt.Println(err)
		return
	}
	game, g := dama.NewHistory(rules.Facts, start), rules.Generator()
	for _, text := range []string{"a1-a2", "h8-h7", "a2-a1", "h7-h8", "a1-a2", "h8-h7", "a2-a1", "h7-h8"} {
		m, err := g.ParseMove(game.Position(), text)
		if err != nil {
			fmt.Println(err)
			return
		}
		game.Play(m)
	}
	outcome := game.Outcome()
	fmt.Println(game.Plies(), outcome.Over, outcome.Result, outcome.Reason)

	game.Undo()
	fmt.Println(game.Plies(), game.Outcome().Over)
	// Output:
	// 8 true 0 repetition
	// 7 false
}

func ExampleGenerator_Perft() {
	g := dama.Rulesets()[0].Generator()
	for depth := range 6 {
		n, err := g.Perft(context.Background(), dama.StartPosition(), depth, dama.PerftOptions{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(depth, n)
	}
	// Output:
	// 0 1
	// 1 8
	// 2 64
	// 3 708
	// 4 7538
	// 5 85090
}

func ExamplePosition_Canonical() {
	p, err := dama.ParseFEN("B:Wa3,Kd4:Bg6")
	if err != nil {
		fmt.Println(err)
		return
	}
	canonical, how := p.Canonical()
	fmt.Println(canonical)
	fmt.Println(how.Position(canonical) == p)
	// Output:
	// W:Wb3:Bh6,Ke5
	// true
}

func ExampleHouseRuleset() {
	base, err := dama.FindRuleset("federation")
	if err != nil {
		fmt.Println(err)
		return
	}
	unless := dama.OnePieceUnlessCapture
	club, err := dama.HouseRuleset("club", base, dama.Overrides{OnePieceEach: &unless})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := dama.ParseFEN("W:WKd4:BKd6")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(base.Facts.BoardOutcome(p).Over, club.Facts.BoardOutcome(p).Over)
	// Output:
	// true false
}

func ExampleFacts_Explain() {
	p, err := dama.ParseFEN("W:Wc3,h2:Bc4,b3,a4,h7")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"c3xa3xa5", "c3xc5", "h2-h3"} {
		e := dama.Rulesets()[0].Facts.Explain(p, text)
		fmt.Printf("%t %q: %s\n", e.Legal, e.Reason, e.Text(dama.English))
	}
	// Output:
	// true "": c3xa3xa5 is legal and takes b3, a4.
	// false "not-maximum": c3xc5 takes 1 piece, but as many as possible must be taken, here 2 pieces: c3xa3xa5.
	// false "must-capture": h2-h3 takes nothing, but capturing is compulsory, and another piece can capture: c3xa3xa5.
}
