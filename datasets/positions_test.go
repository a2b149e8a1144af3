package datasets

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func mustOpen(t testing.TB, dir string) *Dataset {
	t.Helper()
	d, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// expandAll is the plain way: every game's rows, one after the other.
func expandAll(t testing.TB, games []Game) (rows []PositionRow) {
	t.Helper()
	for _, g := range games {
		r, err := Expand(g, federation(t).Generator())
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r...)
	}
	return rows
}

func readPositions(t testing.TB, dir string) (rows []PositionRow) {
	t.Helper()
	for r, err := range mustOpen(t, dir).Positions() {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	return rows
}

func TestWritePositions(t *testing.T) {
	in, games := makeDataset(t)
	want := expandAll(t, games)
	var first []string
	for _, workers := range []int{1, 2, 7} {
		out := filepath.Join(t.TempDir(), "new", "positions")
		done := 0
		sum, err := WritePositions(t.Context(), mustOpen(t, in), out, PositionsOptions{
			Workers: workers, shardRows: 700, Progress: func(n, _ int) { done = n },
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := readPositions(t, out); !reflect.DeepEqual(got, want) {
			t.Fatalf("%d workers: %d rows, not the %d of Expand", workers, len(got), len(want))
		}
		d := mustOpen(t, out)
		if sum.Games != int64(len(games)) || sum.Rows != int64(len(want)) || sum.Plies != sum.Rows || len(sum.Turned) != 0 || done != len(games) {
			t.Errorf("summary %+v, progress %d", sum, done)
		}
		if len(d.Shards(Positions)) != sum.Shards || sum.Shards < len(want)/700 {
			t.Errorf("%d shards, %d listed", sum.Shards, len(d.Shards(Positions)))
		}
		bytes := int64(0)
		sums := []string{sha(mustRead(t, filepath.Join(out, ManifestName)))}
		for _, s := range d.Shards(Positions) {
			sums, bytes = append(sums, s.SHA256), bytes+s.Bytes
			if s.Rows > 700 {
				t.Errorf("%s has %d rows", s.Path, s.Rows)
			}
		}
		if first == nil {
			first = sums
		}
		if problems, err := CheckFiles(out); !slices.Equal(sums, first) || bytes != sum.Bytes || len(problems) > 0 || err != nil {
			t.Errorf("%d workers: files %v, not %v; %v, %v", workers, sums, first, problems, err)
		}
	}
}

// filters are each field alone, and all together; in short runs the latter and
// some of the former, since every one costs a dataset.
func filters() map[string]PositionFilter {
	all := map[string]PositionFilter{
		"none":          {},
		"not-capped":    {NotCapped: true},
		"after-opening": {AfterOpening: true},
		"ply":           {Ply: Bounds{new(9), new(30)}},
		"from ply":      {Ply: Bounds{Min: new(20)}},
		"pieces":        {Pieces: Bounds{Max: new(28)}},
		"quiet":         {Quiet: true},
		"scored":        {Scored: true},
		"score":         {Score: Bounds{new(-50), new(50)}},
		"score of zero": {Score: Bounds{Max: new(0)}},
		"all": {
			NotCapped: true, AfterOpening: true, Ply: Bounds{Min: new(4)}, Pieces: Bounds{new(6), new(30)},
			Quiet: true, Scored: true, Score: Bounds{new(-300), new(300)},
		},
	}
	if testing.Short() {
		maps.DeleteFunc(all, func(name string, _ PositionFilter) bool {
			return !slices.Contains([]string{"all", "none", "not-capped", "score"}, name)
		})
	}
	return all
}

// passes says in other words what a filter lets through.
func passes(f PositionFilter, g Game, r PositionRow) bool {
	inside := func(b Bounds, n int) bool {
		return !(b.Min != nil && n < *b.Min) && !(b.Max != nil && n > *b.Max)
	}
	ok := inside(f.Ply, int(r.Ply)) && inside(f.Pieces, int(r.Pieces))
	ok = ok && !(f.NotCapped && (g.Termination == PlyLimitGuard || g.Termination == StalledGuard))
	ok = ok && !(f.AfterOpening && int(r.Ply) < testOpening)
	ok = ok && !(f.Quiet && !r.Quiet)
	if f.Scored || f.Score.Min != nil || f.Score.Max != nil {
		ok = ok && r.Score != nil && inside(f.Score, int(*r.Score))
	}
	return ok
}

func TestPositionFilters(t *testing.T) {
	games := randomGames(t, 5, 30, 0)
	for i := range games {
		if i%3 == 0 {
			games[i].Result, games[i].Termination, games[i].EndedBy = new(int8(0)), StalledGuard, EndedByGuard
		}
	}
	in := newGames(t, games)
	digests := map[string]string{}
	for name, f := range filters() {
		var want []PositionRow
		for _, g := range games {
			for _, r := range expandAll(t, []Game{g}) {
				if passes(f, g, r) {
					want = append(want, r)
				}
			}
		}
		out := filepath.Join(t.TempDir(), "p")
		sum, err := WritePositions(t.Context(), mustOpen(t, in), out, PositionsOptions{Filter: f, Workers: 2, shardRows: 800})
		if err != nil {
			t.Fatal(err)
		}
		if got := readPositions(t, out); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %d rows, want %d", name, len(got), len(want))
		}
		if len(want) == 0 || name != "none" && sum.Rows == sum.Plies {
			t.Errorf("%s: keeps %d of %d rows, which tests nothing", name, sum.Rows, sum.Plies)
		}
		turned := sum.Rows
		for _, c := range sum.Turned {
			turned += c.Rows
		}
		if turned != sum.Plies {
			t.Errorf("%s: %+v do not add up", name, sum)
		}
		m := mustOpen(t, out).Manifest
		if other := digests[m.SpecDigest]; other != "" {
			t.Errorf("%s and %s have the same digest", name, other)
		}
		digests[m.SpecDigest] = name
	}
}

func TestPositionsSpec(t *testing.T) {
	in, _ := makeDataset(t)
	out := filepath.Join(t.TempDir(), "p")
	o := PositionsOptions{Filter: PositionFilter{Quiet: true, Ply: Bounds{Min: new(8)}}}
	if _, err := WritePositions(t.Context(), mustOpen(t, in), out, o); err != nil {
		t.Fatal(err)
	}
	games, m := mustOpen(t, in).Manifest, mustOpen(t, out).Manifest
	if want := `{"positions":{"filter":{"ply":{"min":8},"quiet":true},"of":"` + games.SpecDigest + `"}}`; string(m.Spec) != want {
		t.Errorf("the spec is %s, not %s", m.Spec, want)
	}
	h, err := ReadHeader(filepath.Join(out, "positions", "shard-00000.parquet"))
	if err != nil || h.SpecDigest != m.SpecDigest || h.WeightsDigest != games.WeightsDigest || h.Ruleset != "federation" || h.RulesetDigest != m.RulesetDigest {
		t.Errorf("header %+v, %v", h, err)
	}
}

func TestPositionsOfASplit(t *testing.T) {
	for _, c := range []struct {
		spec any
		want string
	}{
		{map[string]any{"split": "train"}, "train"},
		{map[string]any{"split": map[string]any{"part": "test", "of": "x"}}, "test"},
		{map[string]any{"split": 3}, ""},
		{map[string]any{"seed": 3}, ""},
		{[]int{1}, ""},
	} {
		m, err := NewManifest(federation(t), c.spec, "")
		if err != nil {
			t.Fatal(err)
		}
		derived, err := positionsManifest(m, PositionFilter{})
		if err != nil || m.Split() != c.want || derived.Split() != c.want {
			t.Errorf("%v: split %q, of its positions %q, %v", c.spec, m.Split(), derived.Split(), err)
		}
	}
	in, out := t.TempDir(), filepath.Join(t.TempDir(), "p")
	m, err := NewManifest(federation(t), map[string]any{"split": "train"}, "")
	if err != nil {
		t.Fatal(err)
	}
	saveGames(t, in, m, randomGames(t, 3, 2, 0))
	if _, err := WritePositions(t.Context(), mustOpen(t, in), out, PositionsOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, r := range readPositions(t, out) {
		if r.Split != "train" {
			t.Fatalf("%+v", r)
		}
	}
}

// saveGames writes a dataset of one shard.
func saveGames(t testing.TB, dir string, m *Manifest, games []Game) {
	t.Helper()
	info, err := WriteGames(filepath.Join(dir, filepath.FromSlash(ShardPath(Games, 0))), m.Meta(), games)
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

func newGames(t testing.TB, games []Game) (dir string) {
	t.Helper()
	m, err := NewManifest(federation(t), "test", "")
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	saveGames(t, dir, m, games)
	return dir
}

func TestWritePositionsRefuses(t *testing.T) {
	in, _ := makeDataset(t)
	illegal := randomGames(t, 3, 3, 0)
	illegal[1].Moves[5] = "a1-a2"
	foreign := randomGames(t, 3, 2, 0)
	foreign[1].Ruleset = "ludoteka"
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(in, link); err != nil {
		t.Skip(err)
	}
	full := t.TempDir()
	os.WriteFile(filepath.Join(full, "mine.txt"), nil, 0o600)
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	fresh := func() string { return filepath.Join(t.TempDir(), "a", "b") }
	for name, c := range map[string]struct {
		ctx     context.Context
		in, out string
		o       PositionsOptions
		want    string
	}{
		"illegal move":   {t.Context(), newGames(t, illegal), fresh(), PositionsOptions{}, "game 0123456789abcdef-00000001, ply 5: "},
		"other ruleset":  {t.Context(), newGames(t, foreign), fresh(), PositionsOptions{}, `row 1: game 0123456789abcdef-00000001 has the ruleset "ludoteka"`},
		"no games":       {t.Context(), newPuzzles(t), fresh(), PositionsOptions{}, "has no games"},
		"the same":       {t.Context(), in, in, PositionsOptions{}, "are the same folder"},
		"the same, link": {t.Context(), in, link, PositionsOptions{}, "are the same folder"},
		"inside":         {t.Context(), link, filepath.Join(in, "x", "y"), PositionsOptions{}, "are the same folder"},
		"not empty":      {t.Context(), in, full, PositionsOptions{}, "mine.txt"},
		"a file":         {t.Context(), in, filepath.Join(full, "mine.txt"), PositionsOptions{}, "is a file"},
		"below a file":   {t.Context(), in, filepath.Join(full, "mine.txt", "x"), PositionsOptions{}, "can't be used"},
		"no room":        {t.Context(), in, fresh(), PositionsOptions{Filter: PositionFilter{Ply: Bounds{new(3), new(2)}}}, "ply: the least, 3, is above"},
		"stopped":        {stopped, in, fresh(), PositionsOptions{}, context.Canceled.Error()},
	} {
		before := listing(t, in) + listing(t, full)
		_, err := WritePositions(c.ctx, mustOpen(t, c.in), c.out, c.o)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if after := listing(t, in) + listing(t, full); after != before {
			t.Errorf("%s: the folders held %s and hold %s", name, before, after)
		}
		if strings.HasSuffix(c.out, filepath.Join("a", "b")) {
			if _, err := os.Stat(filepath.Dir(c.out)); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("%s: something is left: %s", name, listing(t, filepath.Dir(c.out)))
			}
		}
	}
}

func newPuzzles(t testing.TB) string {
	t.Helper()
	m, err := NewManifest(federation(t), "puzzles", "")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	info, err := WritePuzzles(filepath.Join(dir, filepath.FromSlash(ShardPath(Puzzles, 0))), m.Meta(), storedPuzzles())
	if err == nil {
		err = m.Add(dir, info)
	}
	if err == nil {
		err = m.Save(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// listing names everything in a folder.
func listing(t testing.TB, dir string) string {
	t.Helper()
	var names []string
	filepath.Walk(dir, func(path string, _ os.FileInfo, _ error) error {
		names = append(names, path)
		return nil
	})
	return strings.Join(names, " ")
}

// A cancelled run stops in the middle of a shard too, and leaves nothing.
func TestWritePositionsStops(t *testing.T) {
	in := newGames(t, randomGames(t, 4, 210, 0))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out := filepath.Join(t.TempDir(), "p")
	_, err := WritePositions(ctx, mustOpen(t, in), out, PositionsOptions{Progress: func(int, int) { cancel() }})
	if _, gone := os.Stat(out); !errors.Is(err, context.Canceled) || !errors.Is(gone, os.ErrNotExist) {
		t.Errorf("%v, and %s", err, listing(t, out))
	}
}

// An empty folder that is there already is used, and stays after a failure.
func TestWritePositionsIntoEmptyFolder(t *testing.T) {
	out := t.TempDir()
	illegal := randomGames(t, 3, 1, 0)
	illegal[0].Moves[0] = "a1-a2"
	if _, err := WritePositions(t.Context(), mustOpen(t, newGames(t, illegal)), out, PositionsOptions{}); err == nil {
		t.Error("an illegal move was written")
	}
	if got := contents(t, out); len(got) > 0 {
		t.Errorf("left: %v", got)
	}
	in, _ := makeDataset(t)
	if _, err := WritePositions(t.Context(), mustOpen(t, in), out, PositionsOptions{}); err != nil {
		t.Error(err)
	}
}

// Games of one ruleset need not stand together in a file.
func TestPositionShardTakes(t *testing.T) {
	var s positionShard
	for _, g := range []gameRun{{"f", 0, 0}, {"f", 1, 0}, {"f", 4, 0}, {"g", 5, 0}, {"g", 6, 0}} {
		s.take(g.file, g.first, 10)
	}
	if want := []gameRun{{"f", 0, 2}, {"f", 4, 5}, {"g", 5, 7}}; !slices.Equal(s.pieces, want) || s.plies != 50 {
		t.Errorf("%+v", s)
	}
}

func TestRowsFrom(t *testing.T) {
	games := randomGames(t, 1, 40, 0)
	var rows []Game
	total := int(layoutOf(Games).groupRows) + 100
	for i := range total {
		g := games[i%len(games)]
		g.Moves, g.Scores, g.Plies = g.Moves[:10], g.Scores[:10], 10
		g.ID, g.Index = GameID("0123456789abcdef", int64(i)), int64(i)
		rows = append(rows, g)
	}
	path := shardFile(t)
	mustWrite(t, path, rows)
	for _, first := range []int{0, 1, 255, 256, 300, total - 101, total - 100, total - 99, total - 1, total} {
		at := first
		for g, err := range rowsFrom[Game](path, int64(first), nil) {
			if err != nil || !reflect.DeepEqual(g, rows[at]) {
				t.Fatalf("from %d: row %d is %s, %v", first, at, g.ID, err)
			}
			if at++; at == first+300 {
				break
			}
		}
		if at != min(total, first+300) {
			t.Errorf("from %d: ended at %d", first, at)
		}
	}
	for g, err := range rowsFrom[Game](path, int64(total+1), nil) {
		if !errors.Is(err, ErrDamaged) {
			t.Errorf("beyond the end: %s, %v", g.ID, err)
		}
	}
}
