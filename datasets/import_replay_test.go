package datasets

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"damalab/dama"
	"damalab/internal/referee"
	"damalab/internal/testkit"
)

// refereed replays an imported game with the referee and reports the first thing
// that is wrong: a move that is not legal, a move behind the end, an end by a rule
// that is not the one stored.
func refereed(f dama.Facts, g *Game) error {
	p := dama.StartPosition()
	if g.StartFEN != nil {
		var err error
		if p, err = dama.ParseFEN(*g.StartFEN); err != nil {
			return err
		}
	}
	positions, moves := []dama.Position{p}, []referee.Move{}
	for ply, text := range g.Moves {
		if v := referee.Judge(f, positions, moves); v.Over {
			return fmt.Errorf("over after %d of %d plies: %+v", ply, len(g.Moves), v)
		}
		m, ok := referee.Find(f, p, text)
		if !ok || m.Text() != text {
			return fmt.Errorf("ply %d: %s is not legal, or not written as usual", ply, text)
		}
		p = referee.Make(p, m)
		positions, moves = append(positions, p), append(moves, m)
	}
	v := referee.Judge(f, positions, moves)
	ruled := slices.Contains(endings(EndedByRule), g.Termination)
	if v.Over != ruled || v.Over && (v.Termination != string(g.Termination) || g.Result == nil || int(*g.Result) != v.Result) {
		return fmt.Errorf("the end is %+v, the row says %q", v, g.Termination)
	}
	return nil
}

// TestImportReplaysUnderEveryRuleset writes random games as PDN, imports them and
// compares them with what was played; the referee replays each.
func TestImportReplaysUnderEveryRuleset(t *testing.T) {
	seed := testkit.Seed(t)
	ends := map[dama.Termination]int{}
	for n, rules := range dama.Rulesets() {
		r := rand.New(rand.NewPCG(seed, uint64(n)))
		var text bytes.Buffer
		var played []dama.PDNGame
		var over []dama.Outcome
		for i := range 40 {
			g, end := playedGame(rules, r, 1+r.IntN(300))
			if len(g.Moves) == 0 {
				continue
			}
			g.Tags = []dama.PDNTag{
				{Name: "Event", Value: fmt.Sprint(i)},
				{Name: "White", Value: fmt.Sprint("Ağa \"", i, "\"")},
				{Name: "Black", Value: "İnci"},
				{Name: "Ruleset", Value: rules.Name},
			}
			if !end.Over {
				g.Result = []dama.PDNResult{"*", "1-0", "0-1", "1/2-1/2"}[r.IntN(4)]
			}
			if err := dama.WritePDN(&text, g, rules.Generator()); err != nil {
				t.Fatal(err)
			}
			played, over = append(played, g), append(over, end)
		}
		im := importTexts(t, ImportOptions{Ruleset: rules, Strict: true}, text.String())
		if im.err != nil || len(im.games) != len(played) || len(im.entries) > 0 {
			t.Fatalf("%s: %d of %d games, %v, %v", rules.Name, len(im.games), len(played), im.err, im.entries)
		}
		for i := range im.games {
			ends[im.games[i].Termination]++
			if err := refereed(rules.Facts, &im.games[i]); err != nil {
				t.Errorf("%s, game %d: %v", rules.Name, i, err)
			}
			if err := asPlayed(rules, im.games[i], played[i], over[i], i); err != nil {
				t.Errorf("%s, game %d: %v", rules.Name, i, err)
			}
		}
	}
	t.Log(ends)
	if len(ends) < 5 || ends[dama.Elimination] == 0 || ends[dama.OnePieceEachDrawn] == 0 {
		t.Error("the games are too much alike to show anything")
	}
}

// asPlayed compares a row with the game that was written.
func asPlayed(rules dama.Ruleset, row Game, g dama.PDNGame, end dama.Outcome, i int) error {
	termination := UnknownImported
	if end.Over {
		termination = end.Reason
	}
	result, known := g.Result.Result()
	var moves []string
	p := g.Start
	for _, m := range g.Moves {
		moves = append(moves, rules.Generator().Text(p, m.Move))
		p = p.Make(m.Move)
	}
	white, _ := g.Tag("White")
	switch {
	case !slices.Equal(row.Moves, moves):
		return fmt.Errorf("moves %q, want %q", row.Moves, moves)
	case (row.Result != nil) != known || known && *row.Result != int8(result):
		return fmt.Errorf("result %v, want %v", row.Result, g.Result)
	case row.Termination != termination || row.EndedBy != EndedByImport:
		return fmt.Errorf("%s by %s, want %s", row.Termination, row.EndedBy, termination)
	case row.White != white || row.Black != "İnci" || row.Ruleset != rules.Name:
		return fmt.Errorf("%q, %q, %q", row.White, row.Black, row.Ruleset)
	case (row.StartFEN == nil) != (g.Start == dama.StartPosition()) || row.StartFEN != nil && *row.StartFEN != g.Start.FEN():
		return fmt.Errorf("start %v, want %v", row.StartFEN, g.Start)
	case int(row.Plies) != len(moves) || row.Index != int64(i) || row.Seed != 0 || row.OpeningPlies != 0 || row.Rescored != nil || row.Depths != nil || row.Nodes != nil:
		return fmt.Errorf("%+v", row)
	}
	for _, s := range row.Scores {
		if s != nil {
			return fmt.Errorf("a score from nowhere: %d", *s)
		}
	}
	return nil
}
