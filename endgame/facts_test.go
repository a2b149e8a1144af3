package endgame

import (
	"context"
	"fmt"
	"testing"

	"damalab/dama"
)

// factRow is a row of the endgame facts of docs/RULES.md, section 6: wins, draws
// and losses of the mover and the longest win, under "draw" and "unless-capture".
type factRow struct {
	material         string
	drawn, playedOut string
}

var factRows = []factRow{
	{material: "KKvK", drawn: "38228/86764/0;5", playedOut: "124784/208/0;15"},
	{material: "KKvM", drawn: "107068/2300/0;9", playedOut: "109366/2/0;13"},
	{material: "KMvK", drawn: "42110/176626/0;5", playedOut: "211842/6894/0;53"},
	{material: "KMvM", drawn: "184660/6796/0;25", playedOut: "191434/22/0;35"},
	{material: "MMvK", drawn: "6932/88548/0;1", playedOut: "28514/66966/0;45"},
	{material: "MMvM", drawn: "58816/24784/0;37", playedOut: "75056/8544/0;51"},
}

func (s Summary) short() string {
	return fmt.Sprintf("%d/%d/%d;%d", s.Wins, s.Draws, s.Losses, s.LongestWin)
}

// rulesWith are the federation's with another word on one piece each.
func rulesWith(one dama.OnePieceEach) Rules {
	return RulesOf(dama.Facts{
		Promotion: dama.AtMoveEnd, Reversal: dama.ReversalForbidden, OnePieceEach: one, KingVersusMan: dama.KingVersusManNo,
	})
}

// solveAll solves materials in memory and returns their figures by name.
func solveAll(t *testing.T, r Rules, list []Material) (*set, map[string]Summary) {
	t.Helper()
	s, figures := newSet(), map[string]Summary{}
	for _, m := range list {
		one := &solver{set: s, rules: r, workers: 2, ended: func(int) {}}
		tables, err := one.solve(context.Background(), m)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range tables {
			s.add(&table{x.layout, x.values})
			figures[x.layout.material.String()], _ = summarize(x.layout, x.values)
		}
	}
	return s, figures
}

func TestEndgameFacts(t *testing.T) {
	federation, ok := Builtin(dama.Rulesets()[0].Facts)
	if !ok {
		t.Fatal("no built-in tables of the default ruleset")
	}
	builtin := map[string]Summary{}
	for _, f := range federation.Info() {
		for _, s := range f.Tables {
			builtin[s.Material] = s
		}
	}
	list := Materials(3)
	if testing.Short() {
		list = list[:4] // two pieces, and two kings against one
	}
	_, playedOut := solveAll(t, rulesWith(dama.OnePieceUnlessCapture), list)
	for _, row := range factRows {
		if got := builtin[row.material].short(); got != row.drawn {
			t.Errorf("%s, one piece each a draw: %s, want %s", row.material, got, row.drawn)
		}
		if got, solved := playedOut[row.material]; solved && got.short() != row.playedOut {
			t.Errorf("%s, captures played out: %s, want %s", row.material, got.short(), row.playedOut)
		}
	}
}

func TestThreeKingsAgainstOne(t *testing.T) {
	if testing.Short() {
		t.Skip("a table of 2.5 million positions")
	}
	kings := []Material{{Side{0, 1}, Side{0, 1}}, {Side{0, 2}, Side{0, 1}}, {Side{0, 3}, Side{0, 1}}}
	for one, want := range map[dama.OnePieceEach]string{
		dama.OnePieceDraw: "2531516/9988/0;15", dama.OnePieceUnlessCapture: "2541360/144/0;13",
	} {
		if _, figures := solveAll(t, rulesWith(one), kings); figures["KKKvK"].short() != want {
			t.Errorf("one piece each %q: %s, want %s", one, figures["KKKvK"].short(), want)
		}
	}
}
