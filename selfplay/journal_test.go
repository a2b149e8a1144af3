package selfplay

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"damalab/datasets"
)

// TestKilledInAShard throws away everything but the journal, as a kill in the
// middle of a shard does.
func TestKilledInAShard(t *testing.T) {
	s, m := smallSpec(t, "federation")
	s.ShardGames = 50
	whole := t.TempDir()
	mustRun(t, whole, s, m, 12, 2)
	digest, err := s.Digest()
	if err != nil {
		t.Fatal(err)
	}
	games := gamesOf(t, whole)
	for name, spoil := range map[string]func(text []byte) []byte{
		"whole":                  func(text []byte) []byte { return text },
		"cut in the last line":   func(text []byte) []byte { return text[:len(text)-9] },
		"a flipped bit":          func(text []byte) []byte { text[len(text)/2] ^= 4; return text },
		"of another run":         func(text []byte) []byte { text[20] ^= 1; return text },
		"empty":                  func([]byte) []byte { return nil },
		"cut in the first line":  func(text []byte) []byte { return text[:10] },
		"without its line end":   func(text []byte) []byte { return text[:len(text)-1] },
		"zeros after it":         func(text []byte) []byte { return append(text, make([]byte, 5000)...) },
		"the same games doubled": func(text []byte) []byte { return append(text, text[80:]...) },
	} {
		dir := t.TempDir()
		mustRun(t, dir, s, m, 1, 1)
		j, _, err := openJournal(dir, digest)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range []int{5, 1, 2, 9} { // as they end, not in order
			if err := j.add(&games[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := j.close(); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, datasets.JournalName)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, spoil(text), 0o600); err != nil {
			t.Fatal(err)
		}
		mustRun(t, dir, s, m, 12, 3)
		sameTree(t, name, tree(t, dir), tree(t, whole))
	}
}

// TestJournalIsUsed marks a game in the journal, to see that it is not played
// again.
func TestJournalIsUsed(t *testing.T) {
	s, m := smallSpec(t, "federation")
	whole, dir := t.TempDir(), t.TempDir()
	mustRun(t, whole, s, m, 4, 2)
	mustRun(t, dir, s, m, 1, 1)
	digest, _ := s.Digest()
	j, _, err := openJournal(dir, digest)
	if err != nil {
		t.Fatal(err)
	}
	marked := gamesOf(t, whole)[2]
	marked.White = "marked"
	if err := errors.Join(j.add(&marked), j.close()); err != nil {
		t.Fatal(err)
	}
	mustRun(t, dir, s, m, 4, 2)
	if got := gamesOf(t, dir)[2].White; got != "marked" {
		t.Errorf("game 2 was played again: White is %s", got)
	}
}

// TestStoppedWithGamesOutOfOrder stops a run when some games have ended before
// earlier ones: none of them is played again.
func TestStoppedWithGamesOutOfOrder(t *testing.T) {
	s, m := smallSpec(t, "federation")
	whole, dir := t.TempDir(), t.TempDir()
	mustRun(t, whole, s, m, 20, 2)
	for range 30 {
		ctx, cancel := context.WithCancel(context.Background())
		var seen atomic.Int32
		_, err := Run(ctx, dir, s, m, Options{Games: 20, Workers: 7, Progress: func(Progress) {
			if seen.Add(1) == 2 {
				cancel()
			}
		}})
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		digest, _ := s.Digest()
		_, waiting, err := openJournal(dir, digest)
		if err != nil {
			t.Fatal(err)
		}
		stored := map[int64]bool{}
		for _, g := range gamesOf(t, dir) {
			stored[g.Index] = true
		}
		for i := range waiting {
			if stored[i] {
				t.Errorf("game %d is in a shard and still in the journal", i)
			}
		}
	}
	sameTree(t, "stopped out of order", tree(t, dir), tree(t, whole))
}

// TestRanges plays ranges of a run into folders of their own and into one.
func TestRanges(t *testing.T) {
	s, m := smallSpec(t, "federation")
	s.Opening.MinPlies, s.Opening.MaxPlies = 2, 3 // so that openings depend on earlier ones
	whole := t.TempDir()
	mustRun(t, whole, s, m, 22, 2)
	want := gamesOf(t, whole)
	ranges := []Options{{First: 9, Games: 14}, {First: 0, Games: 5}, {First: 14, Games: 22}, {First: 3, Games: 11}}
	together := t.TempDir()
	for _, o := range ranges {
		o.Workers = 3
		alone := t.TempDir()
		for _, dir := range []string{alone, together} {
			if _, err := Run(context.Background(), dir, s, m, o); err != nil {
				t.Fatal(err)
			}
		}
		got := gamesOf(t, alone)
		if len(got) != o.Games-o.First {
			t.Errorf("games %d to %d: %d are there", o.First, o.Games, len(got))
		}
		for i := range got {
			sameGame(t, got[i], want[o.First+i])
		}
	}
	sameTree(t, "ranges", tree(t, together), tree(t, whole))
}

func sameGame(t *testing.T, got, want datasets.Game) {
	t.Helper()
	if got.ID != want.ID || len(got.Moves) != len(want.Moves) {
		t.Errorf("%s with %d plies, want %s with %d", got.ID, len(got.Moves), want.ID, len(want.Moves))
		return
	}
	for i := range got.Moves {
		if got.Moves[i] != want.Moves[i] {
			t.Errorf("%s ply %d: %s, want %s", got.ID, i, got.Moves[i], want.Moves[i])
			return
		}
	}
}

// TestKilledBeforeTheJournalIsCleared leaves games in the journal that are in a
// shard already, of a run that needs no more games.
func TestKilledBeforeTheJournalIsCleared(t *testing.T) {
	s, m := smallSpec(t, "federation")
	dir := t.TempDir()
	mustRun(t, dir, s, m, 4, 2)
	want := tree(t, dir)
	digest, _ := s.Digest()
	j, _, err := openJournal(dir, digest)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range gamesOf(t, dir) {
		if err := j.add(&g); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.close(); err != nil {
		t.Fatal(err)
	}
	mustRun(t, dir, s, m, 4, 2)
	sameTree(t, "with a journal of stored games", tree(t, dir), want)
}

// TestJournalOfStrangeGames puts lines into the journal that are whole and hold no
// game of the run.
func TestJournalOfStrangeGames(t *testing.T) {
	s, m := smallSpec(t, "federation")
	whole := t.TempDir()
	mustRun(t, whole, s, m, 6, 2)
	want := tree(t, whole)
	digest, _ := s.Digest()
	for name, spoil := range map[string]func(*datasets.Game){
		"nothing":    func(g *datasets.Game) { *g = datasets.Game{} },
		"no moves":   func(g *datasets.Game) { g.Moves = nil },
		"no result":  func(g *datasets.Game) { g.Result = nil },
		"other name": func(g *datasets.Game) { g.ID = "foo" },
		"other seed": func(g *datasets.Game) { g.Seed++ },
		"no index":   func(g *datasets.Game) { g.Index = -1 },
		"imported":   func(g *datasets.Game) { g.EndedBy = datasets.EndedByImport },
	} {
		dir := t.TempDir()
		mustRun(t, dir, s, m, 1, 1)
		j, _, err := openJournal(dir, digest)
		if err != nil {
			t.Fatal(err)
		}
		g := gamesOf(t, whole)[3]
		spoil(&g)
		if err := errors.Join(j.add(&g), j.close()); err != nil {
			t.Fatal(err)
		}
		mustRun(t, dir, s, m, 6, 2)
		sameTree(t, name, tree(t, dir), want)
	}
}
