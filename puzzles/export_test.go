package puzzles

import (
	"encoding/csv"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
)

// exportedSet is a mined set with every kind.
func exportedSet(t *testing.T) (dama.Ruleset, []datasets.Puzzle) {
	t.Helper()
	r := ruleset(t, "federation")
	o := options(r)
	o.Kinds = Kinds()
	found, _ := mineAll(t, append(randomGames(r, 3), still(r, "shot", eliminating), still(r, "choice", choosing), still(r, "endgame", winning)), o)
	kinds := map[datasets.PuzzleKind]int{}
	for _, p := range found {
		kinds[p.Kind]++
	}
	for _, kind := range Kinds() {
		if kinds[kind] == 0 {
			t.Fatalf("too few puzzles: %v", kinds)
		}
	}
	found = append(found, datasets.Puzzle{ // with nothing that may be missing, and what CSV must quote
		ID: "own", Kind: datasets.MaximumPuzzle, Ruleset: r.Name, FEN: "W:Wa3,h3:Ba4,h4,h6", Solution: []string{"h3xh5xh7"}, LeadIn: ptr("a, \"b\""),
	})
	return r, found
}

func TestExportCSV(t *testing.T) {
	_, found := exportedSet(t)
	var text strings.Builder
	n, err := ExportCSV(&text, datasets.All(found))
	if err != nil || n != len(found) {
		t.Fatal(n, err)
	}
	rows, err := csv.NewReader(strings.NewReader(text.String())).ReadAll()
	if err != nil || len(rows) != n+1 || strings.Count(text.String(), "\r\n") != n+1 {
		t.Fatal(len(rows), err)
	}
	at := func(row []string, column string) string { return row[slices.Index(rows[0], column)] }
	for i, p := range found {
		row := rows[i+1]
		question := ""
		if p.Question != nil {
			question = *p.Question
		}
		for column, want := range map[string]string{
			"id": p.ID, "position": p.FEN, "moves": strings.Join(p.Solution, " "), "rating": strconv.Itoa(int(p.Rating)),
			"deviation": strconv.Itoa(int(p.RatingError)), "themes": strings.Join(p.Themes, " "), "kind": string(p.Kind),
			"ruleset": p.Ruleset, "question": question, "answers": strings.Join(p.Answers, " "),
		} {
			if got := at(row, column); got != want {
				t.Errorf("%s: %s is %q, not %q", p.ID, column, got, want)
			}
		}
	}
	if last := rows[n]; at(last, "game") != "" || at(last, "ply") != "" || at(last, "lead_in") != `a, "b"` {
		t.Errorf("%q", last)
	}
}

func TestExportJSONL(t *testing.T) {
	_, found := exportedSet(t)
	var text strings.Builder
	if n, err := ExportJSONL(&text, datasets.All(found)); err != nil || n != len(found) {
		t.Fatal(n, err)
	}
	for i, line := range strings.Split(strings.TrimSpace(text.String()), "\n") {
		var got struct {
			ID      string   `json:"id"`
			Moves   []string `json:"moves"`
			Game    *string  `json:"game"`
			Answers []string `json:"answers"`
		}
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		p := found[i]
		if got.ID != p.ID || !slices.Equal(got.Moves, p.Solution) || (got.Game == nil) != (p.GameID == nil) ||
			!slices.Equal(got.Answers, p.Answers) || (got.Answers == nil) != (p.Answers == nil) || got.Moves == nil {
			t.Errorf("%s: %s", p.ID, line)
		}
	}
}

func TestExportPDN(t *testing.T) {
	r, found := exportedSet(t)
	find := func(name string) (dama.Ruleset, bool) { return r, name == r.Name }
	var text strings.Builder
	if n, err := ExportPDN(&text, datasets.All(found), find); err != nil || n != len(found) {
		t.Fatal(n, err)
	}
	i := 0
	for game, err := range dama.NewPDNReader(strings.NewReader(text.String()), "puzzles", r.Generator()).Games() {
		if err != nil {
			t.Fatal(err)
		}
		p := found[i]
		id, _ := game.Tag("PuzzleID")
		themes, _ := game.Tag("Themes")
		answers, isDrill := game.Tag("Answers")
		if id != p.ID || game.Start.FEN() != position(t, p.FEN).FEN() || len(game.Moves) != len(p.Solution) ||
			themes != strings.Join(p.Themes, " ") || answers != strings.Join(p.Answers, " ") || isDrill != (p.Question != nil) ||
			game.Result != dama.PDNUnknown || len(game.Warnings) > 0 {
			t.Errorf("%s: %+v", p.ID, game)
		}
		at := game.Start
		for i, m := range game.Moves {
			if text := r.Generator().Text(at, m.Move); text != p.Solution[i] {
				t.Errorf("%s: move %d is %s, not %s", p.ID, i+1, text, p.Solution[i])
			}
			at = at.Make(m.Move)
		}
		i++
	}
	if i != len(found) {
		t.Errorf("%d games of %d", i, len(found))
	}
	bad := found[:1]
	bad[0].Solution = []string{"a1-a2"}
	if _, err := ExportPDN(&text, datasets.All(bad), find); err == nil || !strings.Contains(err.Error(), bad[0].ID) {
		t.Errorf("%v", err)
	}
}

func TestFilter(t *testing.T) {
	_, found := exportedSet(t)
	low, high := 600, 900
	for name, f := range map[string]struct {
		Filter
		fits func(datasets.Puzzle) bool
	}{
		"none":    {Filter{}, func(datasets.Puzzle) bool { return true }},
		"kind":    {Filter{Kinds: []datasets.PuzzleKind{"drill", "shot"}}, func(p datasets.Puzzle) bool { return p.Kind == "drill" || p.Kind == "shot" }},
		"theme":   {Filter{Themes: []string{"turn"}}, func(p datasets.Puzzle) bool { return slices.Contains(p.Themes, "turn") }},
		"rating":  {Filter{MinRating: &low, MaxRating: &high}, func(p datasets.Puzzle) bool { return p.Rating >= 600 && p.Rating <= 900 }},
		"ruleset": {Filter{Ruleset: "ludoteka"}, func(datasets.Puzzle) bool { return false }},
	} {
		if err := f.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var want []string
		for _, p := range found {
			if f.fits(p) {
				want = append(want, p.ID)
			}
		}
		for _, number := range []int{0, 1, 3} {
			f.Number = number
			var got []string
			for p, err := range f.Apply(datasets.All(found)) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, p.ID)
			}
			wanted := want
			if number > 0 {
				wanted = want[:min(number, len(want))]
			}
			if !slices.Equal(got, wanted) {
				t.Errorf("%s, at most %d: %d of %d", name, number, len(got), len(wanted))
			}
		}
	}
	for says, f := range map[string]Filter{
		"the kinds are maximum, choice, shot, endgame, drill": {Kinds: []datasets.PuzzleKind{"mate"}},
		"the themes are majority, majority-reply, only-move":  {Themes: []string{"fork"}},
		"above the greatest": {MinRating: &high, MaxRating: &low},
		"no number":          {Number: -1},
	} {
		if err := f.Validate(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}

func TestExamine(t *testing.T) {
	for _, c := range []struct {
		fen, solution string
		reason        Reason
	}{
		{"W:Wh3,d2,a3:Bd3,c4,b5,e2,h4", "d2xd4xb4xb6", ""},
		{"W:Wd2:Bd3,c4,b5,c2,b3", "", SeveralMoves},
		{"W:Wa2:Bh7", "", NotACapture},
		{"W:W:Bh7", "", NotACapture},
	} {
		opinions, err := Examine(position(t, c.fen), options(ruleset(t, "federation")))
		if err != nil || len(opinions) != 1 {
			t.Fatal(opinions, err)
		}
		o := opinions[0]
		if o.Reason != c.reason || (o.Puzzle != nil) != (c.reason == "") {
			t.Errorf("%s: %+v", c.fen, o)
		} else if o.Puzzle != nil && (o.Puzzle.Solution[0] != c.solution || o.Puzzle.GameID != nil || o.Puzzle.Ply != nil || o.Puzzle.LeadIn != nil) {
			t.Errorf("%s: %+v", c.fen, o.Puzzle)
		}
	}
}

// TestExamineEveryKind: all kinds but drills have their say unless others are asked
// for.
func TestExamineEveryKind(t *testing.T) {
	o := lineOptions(t)
	for fen, want := range map[string]datasets.PuzzleKind{
		eliminating: datasets.ShotPuzzle, choosing: datasets.ChoicePuzzle, example: datasets.MaximumPuzzle,
	} {
		opinions, err := Examine(position(t, fen), o)
		if err != nil {
			t.Fatal(err)
		}
		var asked []datasets.PuzzleKind
		for _, opinion := range opinions {
			asked = append(asked, opinion.Kind)
			if (opinion.Puzzle != nil) != (opinion.Kind == want) || (opinion.Reason == "") != (opinion.Kind == want) {
				t.Errorf("%s: %+v", fen, opinion)
			}
		}
		if !slices.Equal(asked, []datasets.PuzzleKind{datasets.ChoicePuzzle, datasets.EndgamePuzzle, datasets.MaximumPuzzle, datasets.ShotPuzzle}) {
			t.Errorf("asked were %v", asked)
		}
	}
}
