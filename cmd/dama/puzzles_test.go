package main

import (
	"path/filepath"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
)

// gamesOf stores games under the default rules as a dataset.
func gamesOf(t *testing.T, moves ...[]string) string {
	t.Helper()
	rules, err := dama.FindRuleset(dama.DefaultRuleset)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "games")
	m, err := datasets.NewManifest(rules, map[string]string{"made": "by hand"}, "")
	if err != nil {
		t.Fatal(err)
	}
	start := "W:Wa3,h3,d2:Bd3,c4,b5,e2,h4"
	var games []datasets.Game
	for i, list := range moves {
		games = append(games, datasets.Game{
			ID: datasets.GameID(m.SpecDigest, int64(i)), Ruleset: rules.Name, Index: int64(i), StartFEN: &start, Moves: list, Scores: make([]*int16, len(list)),
			Plies: int32(len(list)), Termination: "ply-limit", EndedBy: datasets.EndedByGuard, Result: new(int8),
		})
	}
	store(t, dir, m, datasets.Games, games)
	return dir
}

func store[T datasets.Row](t *testing.T, dir string, m *datasets.Manifest, kind datasets.Kind, rows []T) {
	t.Helper()
	info, err := datasets.Write(filepath.Join(dir, filepath.FromSlash(datasets.ShardPath(kind, 0))), m.Meta(), datasets.All(rows))
	if err == nil {
		err = m.Add(dir, info)
	}
	if err == nil {
		err = m.Save(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestIllegalGame: a game that leaves the rules is named, or left out.
func TestIllegalGame(t *testing.T) {
	in := gamesOf(t, []string{"d2xd4xb4xb6"}, []string{"a3-a4"})
	out := filepath.Join(t.TempDir(), "set")
	code, _, errs := runMain(t, "puzzles", "mine", "--in", in, "--out", out)
	if code != exitFailed || !strings.Contains(errs, "-00000001, ply 0") || !strings.Contains(errs, "--skip-illegal") {
		t.Errorf("exit code %d, %q", code, errs)
	}
	code, text, errs := runMain(t, "puzzles", "mine", "--in", in, "--out", out, "--skip-illegal")
	if code != exitDone || !strings.Contains(text, "skipped games") || !strings.Contains(text, "found                       1") {
		t.Errorf("exit code %d, %q, %q", code, text, errs)
	}
}

// TestEditedSet edits rows and makes the rest of the dataset fit them.
func TestEditedSet(t *testing.T) {
	in := gamesOf(t, []string{"d2xd4xb4xb6"})
	for says, edit := range map[string]func(*datasets.Puzzle){
		"the solution is":               func(p *datasets.Puzzle) { p.Solution[0] = "d2xf2" },
		"the certificate is unreadable": func(p *datasets.Puzzle) { p.Proof = p.Proof[:len(p.Proof)/2] },
		"rating is":                     func(p *datasets.Puzzle) { p.Rating++ },
		"is none of the dataset's":      func(p *datasets.Puzzle) { p.Ruleset = "chess" },
	} {
		out := filepath.Join(t.TempDir(), "set")
		if code, _, errs := runMain(t, "puzzles", "mine", "--in", in, "--out", out); code != exitDone {
			t.Fatal(errs)
		}
		set, err := datasets.Open(out)
		if err != nil {
			t.Fatal(err)
		}
		var rows []datasets.Puzzle
		for p, err := range set.Puzzles() {
			if err != nil {
				t.Fatal(err)
			}
			edit(&p)
			rows = append(rows, p)
		}
		store(t, out, set.Manifest, datasets.Puzzles, rows)
		code, text, errs := runMain(t, "puzzles", "verify", "--in", out)
		if code != exitDifference || !strings.Contains(text, "failed "+rows[0].ID+": ") || !strings.Contains(text, says) ||
			!strings.Contains(text, "maximum   0 hold, 1 fail") || !strings.Contains(errs, "1 of 1 puzzles") {
			t.Errorf("%s: exit code %d, %q, %q", says, code, text, errs)
		}
	}
}

// TestPuzzlePictures: the answer is drawn only if it is asked for.
func TestPuzzlePictures(t *testing.T) {
	rules, err := dama.FindRuleset(dama.DefaultRuleset)
	if err != nil {
		t.Fatal(err)
	}
	const fen = "W:Wa3,h3:Ba4,h4,h6"
	p, err := dama.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	const arrow, mark, cross = "#1769c2", "#2e8b57", "#d7263d"
	for _, c := range []struct {
		question      string
		solution      []string
		answers       []string
		before, after string // the colours drawn
	}{
		{"", []string{"h3xh5xh7"}, nil, "", arrow + cross},
		{"steps:h3", nil, []string{"h7"}, mark, mark},
		{"captures", nil, []string{"h3xh5xh7"}, "", arrow + cross},
		{"legal:a3xa5", nil, []string{"not-maximum", "h3xh5xh7"}, arrow, arrow},
		{"maximum", nil, []string{"2"}, "", ""},
	} {
		row := datasets.Puzzle{ID: "x", FEN: fen, Solution: c.solution, Answers: c.answers}
		if c.question != "" {
			row.Question = &c.question
		}
		for _, shown := range []bool{false, true} {
			svg, err := puzzlePicture(row, p, rules.Generator(), shown)
			if err != nil {
				t.Fatal(err)
			}
			want := map[bool]string{false: c.before, true: c.after}[shown]
			for _, color := range []string{arrow, mark, cross} {
				if strings.Contains(svg, color) != strings.Contains(want, color) {
					t.Errorf("%q, solution %v: %s", c.question, shown, color)
				}
			}
		}
	}
}
