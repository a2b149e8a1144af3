package tuner

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"damalab/datasets"
	"damalab/eval"
	"damalab/internal/atomicfile"
)

func TestKeySet(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 31))
	var s keySet
	known := map[uint64]bool{}
	for range 20_000 {
		key := rng.Uint64() >> (rng.IntN(4) * 20) // small ones too, 0 among them
		if rng.IntN(100) == 0 {
			key = 0
		}
		if s.has(key) != known[key] || s.add(key) == known[key] || !s.has(key) {
			t.Fatalf("key %x: known is %v", key, known[key])
		}
		known[key] = true
	}
}

func TestChunkFile(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 33))
	r := sparse(500, planted(rng), rng)
	for i := range r.open.score {
		r.open.score[i] = int16(rng.IntN(1000) - 500)
	}
	data := r.open.encode(nil)
	var back chunk
	if err := back.decode(data); err != nil {
		t.Fatal(err)
	}
	if back.men = nil; !reflect.DeepEqual(back, r.open) {
		t.Error("a chunk does not survive its file")
	}
	for range 50 {
		damaged := slices.Clone(data)
		damaged[rng.IntN(len(data))] ^= 1 << rng.IntN(8)
		if rng.IntN(3) == 0 {
			damaged = data[:rng.IntN(len(data))]
		}
		if err := back.decode(damaged); !errors.Is(err, errScratch) {
			t.Fatalf("damaged: error %v", err)
		}
	}
}

// The same rows beyond any memory give the same sample and the same fit.
func TestLargerThanMemory(t *testing.T) {
	games := playGames(t, federation(t), 260, 35)
	o := Options{MaxPerGame: -1, HeldOut: 0.2, Penalty: 2, Iterations: shorter(0, 8)}
	inside := load(t, games, o)
	o.Memory, o.Work = 1, t.TempDir()
	outside := load(t, games, o)
	if len(outside.train.stored) == 0 || len(outside.train.whole) > 0 || inside.Summary != outside.Summary {
		t.Fatalf("%d chunks stored, %d in memory; %v, %v", len(outside.train.stored), len(outside.train.whole), inside.Summary, outside.Summary)
	}
	if _, err := LoadGames(t.Context(), federation(t), each(games), o); !errors.Is(err, atomicfile.ErrLocked) {
		t.Errorf("a work folder that is in use: error %v", err)
	}
	work := o.Work
	o.Work, o.Memory = "", 0
	same(t, fit(t, outside, listed(), o), fit(t, inside, listed(), o))

	file := outside.spill.file.Name()
	if err := os.WriteFile(file, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Fit(t.Context(), outside, listed(), o); err == nil || !strings.Contains(err.Error(), "memory budget") {
		t.Errorf("a damaged file: error %v", err)
	}
	if err := outside.Close(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(filepath.Dir(file)); err != nil || len(left) != 1 || left[0].Name() != "positions.lock" {
		t.Errorf("left behind: %v, %v", left, err)
	}
	torn, err := atomicfile.CreateTemp(work, "positions") // as a kill leaves it
	if err == nil {
		err = torn.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	o.Work, o.Memory = work, 1
	again := load(t, games, o)
	if left, err := os.ReadDir(work); err != nil || len(left) != 2 {
		t.Errorf("a killed run's file stays: %v, %v", left, err)
	}
	if err := errors.Join(outside.Close(), inside.Close(), again.Close()); err != nil {
		t.Error(err)
	}
}

// Some chunks in memory and the others in the file is the same again.
func TestMemoryBudget(t *testing.T) {
	rng := rand.New(rand.NewPCG(37, 37))
	inside := sparse(4*chunkRows+9, planted(rng), rng)
	mixed := rows{spill: &spill{dir: t.TempDir(), budget: 2 * inside.whole[0].bytes()}}
	for _, e := range examples(&inside) {
		push(&mixed, e)
	}
	if len(mixed.whole) == 0 || len(mixed.stored) == 0 {
		t.Fatalf("%d chunks in memory, %d stored", len(mixed.whole), len(mixed.stored))
	}
	x := parameters(planted(rng))
	a, b := make([]float64, params), make([]float64, params)
	if lossAt(t, lossOf(t, &inside, 2), x, a) != lossAt(t, lossOf(t, &mixed, 2), x, b) || !slices.Equal(a, b) {
		t.Error("another loss")
	}
	if err := mixed.spill.close(); err != nil {
		t.Error(err)
	}
}

// A disk that is full is one clear error.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no full disk on this system: ", err)
	}
	defer full.Close()
	rng := rand.New(rand.NewPCG(39, 39))
	some := sparse(10, planted(rng), rng)
	r := rows{spill: &spill{file: full}}
	err = nil
	for i := 0; i <= chunkRows && err == nil; i++ {
		err = r.add(examples(&some)[0])
	}
	if err == nil || !strings.Contains(err.Error(), "no space left") || !strings.Contains(err.Error(), "work folder") {
		t.Errorf("positions: error %v", err)
	}
	j := &journal{file: full, path: "fit.journal", trimmed: true}
	x := make([]float64, params)
	m := lossOf(t, &some, 1)
	m.journal = j
	if _, err := m.at(x, x); err == nil || !strings.Contains(err.Error(), "fit.journal") || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("journal: error %v", err)
	}
}

// A position takes at most 100 bytes, with what tells it from others while loading,
// and no more where many groups look at it than where few do.
func TestBytesOfAPosition(t *testing.T) {
	games, sets := playGames(t, federation(t), 300, 41), eval.PatternSets()
	for _, c := range []struct {
		set  string // the last one has the most groups
		most float64
	}{{"", 75}, {sets[0], 87}, {sets[len(sets)-1], 87}} {
		n, bytes, loading := bytesOfPositions(t, games, Options{MaxPerGame: -1, Patterns: c.set})
		t.Logf("patterns %q, %d positions: %.1f bytes each, %.1f while loading", c.set, n, bytes, loading)
		if bytes+loading > 100 || bytes > c.most || n < 2*chunkRows {
			t.Errorf("patterns %q: %d positions of %.1f and %.1f bytes", c.set, n, bytes, loading)
		}
	}
}

// bytesOfPositions returns what a position of n takes in whole chunks, and what is
// kept beside it until all are loaded.
func bytesOfPositions(t *testing.T, games []datasets.Game, o Options) (n int, bytes, loading float64) {
	t.Helper()
	o, err := o.filled()
	if err != nil {
		t.Fatal(err)
	}
	l, err := newLoader(federation(t), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.takeAll(t.Context(), federation(t), each(games)); err != nil {
		t.Fatal(err)
	}
	stored, keys := 0, 0
	for _, p := range []part{training, heldOut, tested} {
		r := l.sample.rows(p)
		for _, c := range r.whole {
			n, stored = n+c.len(), stored+c.bytes()
		}
		stored += len(r.ended)
		keys += 8 * (cap(l.taken[p].places) + cap(l.keys[p]))
	}
	all := l.sample.train.n + l.sample.held.n + l.sample.test.n
	return n, float64(stored) / float64(n), float64(keys) / float64(all)
}
