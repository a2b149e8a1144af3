package puzzles

import (
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"damalab/datasets"
)

// stoppingAfter yields the games up to the n-th and then the error of Ctrl-C.
func stoppingAfter(n int, games []datasets.Game) iter.Seq2[datasets.Game, error] {
	return func(yield func(datasets.Game, error) bool) {
		for i, g := range games {
			if i == n {
				yield(datasets.Game{}, context.Canceled)
				return
			}
			if !yield(g, nil) {
				return
			}
		}
	}
}

// stoppedSet is a folder in which mining was stopped after n games.
func stoppedSet(t *testing.T, n int, games []datasets.Game, o Options) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "set")
	if _, err := MineTo(t.Context(), dir, "source", stoppingAfter(n, games), o, nil); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	return dir
}

// TestStoppedMiningGoesOn: what is finished stays after Ctrl-C, is not mined again,
// and the set is the one of a run that was not stopped; also where a line of the
// journal is broken, and where the rest of the work fails.
func TestStoppedMiningGoesOn(t *testing.T) {
	r := ruleset(t, "federation")
	games, o := randomGames(r, 30), options(r)
	o.Kinds = append(o.Kinds, datasets.DrillPuzzle)
	want := t.TempDir()
	wantFunnel, err := MineTo(t.Context(), want, "source", datasets.All(games), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, damage := range []func(string) string{
		func(s string) string { return s },
		func(s string) string { return s[:len(s)-7] },               // a line cut off
		func(s string) string { return s + "00000000 {\"games\":" }, // one begun
		func(s string) string { return strings.Replace(s, `"games":8`, `"games":7`, 1) },
		func(s string) string { line, _, _ := strings.Cut(s, "\n"); return line + "\n" },
	} {
		dir := stoppedSet(t, 20, games, o)
		path := filepath.Join(dir, JournalName)
		text, err := os.ReadFile(path)
		if err != nil || strings.Count(string(text), "\n") != 4 { // the head, and 8, 8 and 4 games
			t.Fatalf("%s, %v", text, err)
		}
		if err := os.WriteFile(path, []byte(damage(string(text))), 0o666); err != nil {
			t.Fatal(err)
		}
		failure := errors.New("a failure at the end")
		for _, fails := range []error{&os.PathError{Err: failure}, nil} {
			funnel, err := MineTo(t.Context(), dir, "source", datasets.All(games), o, func(*datasets.Manifest, Funnel) error { return fails })
			if !errors.Is(err, fails) || funnel.String() != wantFunnel.String() {
				t.Errorf("%v, %v", funnel, err)
			}
		}
		for name, data := range filesIn(t, want) {
			if got := filesIn(t, dir); string(got[name]) != string(data) || len(got) != len(filesIn(t, want)) {
				t.Errorf("%s has other bytes, or is not alone", name)
			}
		}
	}
}

// TestNothingIsMinedTwice spoils the games that the journal tells of, but for what
// it knows them by: whoever mined them again would find nothing.
func TestNothingIsMinedTwice(t *testing.T) {
	r := ruleset(t, "federation")
	o := options(r)
	games := []datasets.Game{still(r, "a", example), still(r, "b", chain)}
	dir := stoppedSet(t, 1, games, o)
	path := filepath.Join(dir, JournalName)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(text), "\n")
	j := &journal{path: path, sum: nil}
	if j.file, err = os.OpenFile(path, os.O_RDWR, 0); err != nil {
		t.Fatal(err)
	}
	var told block
	if _, err := j.read(func(b block) error { told = b; return nil }); err != nil || len(told.Puzzles) != 1 || told.Games != 1 {
		t.Fatalf("%+v, %v", told, err)
	}
	_ = j.file.Close()
	told.Puzzles[0].FamilySize = 77
	if err := os.WriteFile(path, append([]byte(head+"\n"), told.line()...), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := MineTo(t.Context(), dir, "source", datasets.All(games), o, nil); err != nil {
		t.Fatal(err)
	}
	set, err := datasets.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for p, err := range set.Puzzles() {
		if err != nil || p.FamilySize != 77 {
			t.Errorf("the game was mined again: %+v, %v", p, err)
		}
	}
}

// TestOtherWorkIsRefused: nobody goes on with what another call began, and what it
// left is not touched.
func TestOtherWorkIsRefused(t *testing.T) {
	r := ruleset(t, "federation")
	games := randomGames(r, 20)
	for says, other := range map[string]func(o *Options, source *string, games []datasets.Game) []datasets.Game{
		"other criteria": func(o *Options, _ *string, g []datasets.Game) []datasets.Game { o.Criteria.MinCaptures++; return g },
		"other kinds": func(o *Options, _ *string, g []datasets.Game) []datasets.Game {
			o.Kinds = []datasets.PuzzleKind{datasets.DrillPuzzle}
			return g
		},
		"another list of rejected puzzles": func(o *Options, _ *string, g []datasets.Game) []datasets.Game {
			o.Rejected = Rejected{"maximum-0123456789abcdef": "dull"}
			return g
		},
		"illegal games treated otherwise": func(o *Options, _ *string, g []datasets.Game) []datasets.Game { o.SkipIllegal = true; return g },
		"games of another run":            func(_ *Options, s *string, g []datasets.Game) []datasets.Game { *s = "other"; return g },
		"with other games":                func(_ *Options, _ *string, g []datasets.Game) []datasets.Game { return g[1:] },
		"other games;":                    func(_ *Options, _ *string, g []datasets.Game) []datasets.Game { return g[:3] }, // too few
		"another ruleset": func(o *Options, _ *string, g []datasets.Game) []datasets.Game {
			o.Ruleset.Facts.Repetition++
			return g
		},
	} {
		o, source := options(r), "source"
		dir := stoppedSet(t, 10, games, o)
		before := filesIn(t, dir)
		changed := other(&o, &source, append([]datasets.Game{}, games...))
		_, err := MineTo(t.Context(), dir, source, datasets.All(changed), o, nil)
		if err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "choose another folder") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", says, err)
		}
		after := filesIn(t, dir)
		for name, data := range before {
			if string(after[name]) != string(data) {
				t.Errorf("%s: %s was touched", says, name)
			}
		}
		if len(after) != len(before) {
			t.Errorf("%s: files were added or removed", says)
		}
	}
}

// TestDamagedJournalSaysSo: giving the command again would be no help.
func TestDamagedJournalSaysSo(t *testing.T) {
	r := ruleset(t, "federation")
	games := randomGames(r, 20)
	dir := stoppedSet(t, 10, games, options(r))
	path := filepath.Join(dir, JournalName)
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	_, err := MineTo(t.Context(), dir, "source", datasets.All(games), options(r), nil)
	if err == nil || !strings.HasPrefix(err.Error(), path+" is damaged") || strings.Contains(err.Error(), "again") {
		t.Error(err)
	}
}

// TestUselessJournalGoes: after an error that comes again nothing stays.
func TestUselessJournalGoes(t *testing.T) {
	r := ruleset(t, "federation")
	games := append(randomGames(r, 20), still(r, "bad", chain))
	games[20].Moves = []string{"a2-a3"}
	dir := filepath.Join(t.TempDir(), "set")
	if _, err := MineTo(t.Context(), dir, "source", datasets.All(games), options(r), nil); !errors.Is(err, ErrIllegalGame) {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something stays: %v", err)
	}
}
