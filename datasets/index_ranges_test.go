package datasets

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestIndexRanges gathers games of files one after another.
func TestIndexRanges(t *testing.T) {
	run, other := "0123456789abcdef", "fedcba9876543210"
	of := func(digest string, indexes ...int64) *indexRanges {
		r := &indexRanges{}
		for _, i := range indexes {
			r.game(&Game{ID: GameID(digest, i), Index: i})
		}
		return r
	}
	many := []int64{}
	for i := range int64(maxRanges + 1) {
		many = append(many, 2*i)
	}
	for name, c := range map[string]struct {
		files []*indexRanges
		want  []IndexRange
	}{
		"nothing":       {nil, []IndexRange{}},
		"whole":         {[]*indexRanges{of(run, 0, 1, 2), of(run), of(run, 3, 4)}, []IndexRange{{0, 4}}},
		"gaps":          {[]*indexRanges{of(run, 0, 1, 5), of(run, 7, 8)}, []IndexRange{{0, 1}, {5, 5}, {7, 8}}},
		"out of order":  {[]*indexRanges{of(run, 3), of(run, 3)}, []IndexRange{}},
		"several runs":  {[]*indexRanges{of(run, 3), of(other, 4)}, []IndexRange{}},
		"no game id":    {[]*indexRanges{of("x", 3)}, []IndexRange{}},
		"too many gaps": {[]*indexRanges{of(run, many...)}, []IndexRange{}},
	} {
		all := &indexRanges{}
		for _, file := range c.files {
			all.add(file)
		}
		if got := all.ranges(); got == nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestJournalGames counts whole lines behind the first.
func TestJournalGames(t *testing.T) {
	dir := t.TempDir()
	long := string(make([]byte, 100_000))
	for text, want := range map[string]int64{"": 0, "dama": 0, "dama journal\n": 0, "dama journal\na\n" + long + "\n": 2, "dama journal\na\n" + long: 1} {
		if err := os.WriteFile(filepath.Join(dir, JournalName), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if n, err := JournalGames(dir); n != want || err != nil {
			t.Errorf("%d bytes: %d games, %v; want %d", len(text), n, err, want)
		}
	}
	if n, err := JournalGames(t.TempDir()); n != 0 || err != nil {
		t.Errorf("no journal: %d, %v", n, err)
	}
}
