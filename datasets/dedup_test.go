package datasets

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"damalab/dama"
)

// viewOf is a game as a symmetry shows it.
func viewOf(t testing.TB, rules dama.Ruleset, g Game, y dama.Symmetry) Game {
	t.Helper()
	gen, p := rules.Generator(), dama.StartPosition()
	start := y.Position(p)
	moves := g.Moves
	g.StartFEN, g.Moves = new(start.FEN()), nil
	for _, text := range moves {
		m, err := gen.ParseMove(p, text)
		if err != nil {
			t.Fatal(err)
		}
		g.Moves = append(g.Moves, gen.Text(y.Position(p), y.Move(m)))
		p = p.Make(m)
	}
	return g
}

// slowDedup keeps the first row of each position with a map.
func slowDedup(t testing.TB, games []Game, rules func(name string) dama.Ruleset) (kept []PositionRow, exact, mirrored int64) {
	t.Helper()
	type key struct {
		ruleset string
		p       dama.Position
	}
	first := map[key]dama.Position{}
	for _, g := range games {
		rows, err := Expand(g, rules(g.Ruleset).Generator())
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			p, _ := row.Position()
			canonical, _ := p.Canonical()
			k := key{g.Ruleset, canonical}
			switch q, again := first[k]; {
			case !again:
				first[k] = p
				kept = append(kept, row)
			case p == q:
				exact++
			default:
				mirrored++
			}
		}
	}
	return kept, exact, mirrored
}

// De-duplicating agrees with a map, from games and from stored positions, for one
// ruleset and for several.
func TestDedup(t *testing.T) {
	base := t.TempDir()
	in := func(name string) string { return filepath.Join(base, name) }
	fed, house := newTestRun(t, federation(t), 1, 6, 4), newTestRun(t, houseRules(t, "club", 9), 2, 4, 4)
	for _, run := range []*testRun{fed, house} {
		for i := range run.games[:3] {
			run.games[i+1] = viewOf(t, run.rules, run.games[0], dama.Symmetry(i+1))
			run.games[i+1].ID, run.games[i+1].Index = GameID(run.digest, int64(i+1)), int64(i+1)
			run.games[i+1].Result = new(int8(1)) // a label that must not get into the rows that are kept
		}
	}
	fed.games[5].Moves = append([]string{}, fed.games[0].Moves...) // an exact repeat
	fed.games[5].Scores, fed.games[5].Plies, fed.games[5].OpeningPlies = fed.games[0].Scores, fed.games[0].Plies, 0
	fed.store(t, in("fed"), upTo(0, 6))
	house.store(t, in("house"), upTo(0, 4))
	mustMerge(t, in("mixed"), in("fed"), in("house"))
	for _, name := range []string{"fed", "house", "mixed"} {
		d, err := Open(in(name))
		if err != nil {
			t.Fatal(err)
		}
		want, exact, mirrored := slowDedup(t, allGames(t, in(name)), func(ruleset string) dama.Ruleset {
			r, _ := d.Manifest.RulesetFor(ruleset)
			return r
		})
		report, err := Dedup(t.Context(), in(name+"-out"), in(name), Watch{})
		if err != nil {
			t.Fatal(err)
		}
		if report.Kept != int64(len(want)) || report.Exact != exact || report.Mirrored != mirrored || report.From != Games ||
			report.Rows != report.Kept+report.Exact+report.Mirrored || mirrored == 0 {
			t.Errorf("%s: report %+v, want %d kept, %d exact, %d mirrored", name, report, len(want), exact, mirrored)
		}
		if got := allPositions(t, in(name+"-out")); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %d other rows, want %d", name, len(got), len(want))
		}
		again, err := Dedup(t.Context(), in(name+"-again"), in(name+"-out"), Watch{})
		if err != nil || again.Kept != report.Kept || again.Rows != report.Kept || again.From != Positions {
			t.Errorf("%s again: %+v, %v", name, again, err)
		}
		if got := allPositions(t, in(name+"-again")); !reflect.DeepEqual(got, want) {
			t.Errorf("%s again: other rows", name)
		}
		checkWhole(t, in(name+"-out"))
	}
	if _, err := Dedup(t.Context(), in("none"), in("fed")+"x", Watch{}); err == nil {
		t.Error("a folder that is not there was read")
	}
	gone(t, in("none"))
}

func allPositions(t testing.TB, dir string) (rows []PositionRow) {
	t.Helper()
	d, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for row, err := range storedRows(t.Context(), d) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row.PositionRow)
	}
	return rows
}

func TestDedupRefuses(t *testing.T) {
	base := t.TempDir()
	run := newTestRun(t, federation(t), 1, 2, 2)
	run.games[1].Moves[0] = "a1-a8"
	run.store(t, filepath.Join(base, "illegal"), upTo(0, 2))
	puzzleSet(t, filepath.Join(base, "puzzles"), "x", storedPuzzles())
	for name, message := range map[string]string{"illegal": "row 1: game ", "puzzles": "neither positions nor games"} {
		if _, err := Dedup(t.Context(), filepath.Join(base, "out"), filepath.Join(base, name), Watch{}); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%s: %v", name, err)
		}
		gone(t, filepath.Join(base, "out"))
	}
}

// The first record of each key is found for any keys: all zeros, all ones, and
// many that begin alike.
func TestPartition(t *testing.T) {
	for _, keyBytes := range []int{8, 32} {
		dir := t.TempDir()
		p, err := newPartition(dir, keyBytes, 4)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(uint64(keyBytes), 0))
		want := map[string]uint32{} // key to number of its first record
		firsts := map[uint32]uint32{}
		for n := range uint32(5000) {
			key := make([]byte, keyBytes)
			if n%7 != 0 {
				binary.LittleEndian.PutUint64(key[keyBytes-8:], -uint64(r.IntN(1000)))
			}
			if _, again := want[string(key)]; !again {
				want[string(key)] = n
			}
			firsts[n] = want[string(key)]
			if err := p.add(binary.LittleEndian.AppendUint32(key, n)); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 {
			seen := 0
			err = p.each(func(k *keyed) error {
				for i := range k.len() {
					n, first := gameOf(k.tag(i)), gameOf(k.tag(int(k.first[i])))
					if seen++; first != firsts[n] {
						return fmt.Errorf("record %d: first %d, want %d", n, first, firsts[n])
					}
				}
				return nil
			})
			if err != nil || seen != 5000 {
				t.Errorf("%d records, %v", seen, err)
			}
		}
		if err := p.remove(); err != nil || len(contents(t, dir)) != 0 {
			t.Errorf("left behind: %v, %v", contents(t, dir), err)
		}
	}
}

// syntheticRows yields n rows of random positions, of which about a third repeat.
func syntheticRows(n int, each func()) iter.Seq2[rulesRow, error] {
	return func(yield func(rulesRow, error) bool) {
		for i := range n {
			x := dama.Mix(uint64(i - i%3*(i%7))) // earlier numbers now and then
			men := dama.Mix(x) & 0x00FFFFFFFFFFFF00
			black := dama.Mix(x+1) & 0x00FFFFFFFFFFFF00 &^ men
			row := PositionRow{
				GameID: fmt.Sprintf("%016x-%08d", 0, i/100), Ply: int32(i % 100), WhiteMen: men, BlackMen: black,
				BestMove: "a2-a3", LegalMoves: 1, Pieces: 1,
			}
			if each(); !yield(rulesRow{row, "federation"}, nil) {
				return
			}
		}
	}
}

// TestDeepDedupMemory de-duplicates ten million rows in a bounded heap.
func TestDeepDedupMemory(t *testing.T) {
	if os.Getenv("DAMA_DEEP") == "" {
		t.Skip("ten million rows; set DAMA_DEEP")
	}
	const rows, limit = 10_000_000, 128 << 20
	m, err := NewManifest(federation(t), "synthetic", "")
	if err != nil {
		t.Fatal(err)
	}
	peak, n := uint64(0), 0
	source := positionSource{from: Positions, rows: syntheticRows(rows, func() {
		if n++; n%100_000 == 0 {
			var stats runtime.MemStats
			runtime.ReadMemStats(&stats)
			peak = max(peak, stats.HeapInuse)
		}
	})}
	var report DedupReport
	if err := dedupInto(t.TempDir(), m, source, &report, Watch{}); err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v: peak heap %d MB", report, peak>>20)
	if report.Rows != rows || report.Kept == rows || peak > limit {
		t.Errorf("%+v: peak heap %d MB, at most %d", report, peak>>20, limit>>20)
	}
}
