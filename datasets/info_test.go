package datasets

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

func TestInfo(t *testing.T) {
	s, rows := expanded(t, 10, 3)
	rows[0].Split, rows[1].Split = "held-out", "train"
	addRows(s, Positions, 0, rows)
	addRows(s, Puzzles, 0, []Puzzle{
		{Kind: MaximumPuzzle, Themes: []string{"turn", "fork"}, Rating: 1500},
		{Kind: ShotPuzzle, Themes: []string{"turn"}, Rating: 1300},
		{Kind: ShotPuzzle, Rating: 1400},
	})
	s.saveManifest()
	var first *Info
	for _, workers := range []int{1, 7} {
		info, err := ReadInfo(context.Background(), s.dir, InfoOptions{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if first != nil && !reflect.DeepEqual(info, first) {
			t.Errorf("%d workers: %+v instead of %+v", workers, info, first)
		}
		first = info
	}
	plies, decided := int64(0), int64(0)
	lengths := []int{}
	for _, g := range s.games {
		plies += int64(len(g.Moves))
		decided += one(*g.Result != 0)
		lengths = append(lengths, len(g.Moves))
	}
	slices.Sort(lengths)
	g := first.Games
	if g.Count != 10 || g.Plies != plies || g.Results.White+g.Results.Black != decided || g.Results.Drawn != 10-decided || g.Scored != plies-10*testOpening {
		t.Errorf("games %+v", g)
	}
	if want := []IndexRange{{0, 9}}; g.Drawn != 10*testOpening || !slices.Equal(g.Indexes, want) {
		t.Errorf("%d drawn plies, indexes %v, want %v", g.Drawn, g.Indexes, want)
	}
	if want := (Spread{float64(plies) / 10, lengths[0], lengths[0], lengths[4], lengths[8], lengths[9]}); g.Length != want {
		t.Errorf("length %+v, want %+v of %v", g.Length, want, lengths)
	}
	if want := float64(first.Files.Games.Bytes) / float64(plies); g.BytesPerPly != want || first.Files.Games.Files != 4 || first.Files.Games.Rows != 10 {
		t.Errorf("%v bytes a ply, files %+v", g.BytesPerPly, first.Files)
	}
	if p := first.Positions; p.Count != int64(len(rows)) || p.Games != 10 || len(p.Splits) != 3 || p.Splits[1] != (Share{"held-out", 1, 1 / float64(len(rows))}) {
		t.Errorf("positions %+v", p)
	}
	z := first.Puzzles
	if z.Count != 3 || z.Kinds[0] != (Share{"shot", 2, 2.0 / 3}) || z.Themes[0] != (Share{"turn", 2, 2.0 / 3}) || z.Rating.Mean != 1400 {
		t.Errorf("puzzles %+v", z)
	}
}

// A dataset without files has no numbers, and no nulls where lists belong.
func TestInfoOfNothing(t *testing.T) {
	s := newAuditSet(t, federation(t), map[string]any{}, 0)
	s.saveManifest()
	info, err := ReadInfo(context.Background(), s.dir, InfoOptions{})
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(info)
	if err != nil {
		t.Fatal(err)
	}
	var back map[string]any
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	games := back["games"].(map[string]any)
	for name, v := range games {
		if v == nil {
			t.Errorf("games.%s is null", name)
		}
	}
	if r := s.expect("an empty dataset"); r.Files != 0 || r.Calibration == nil {
		t.Errorf("%+v", r)
	}
}

// TestSpread compares with sorting all the numbers.
func TestSpread(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 1))
	for range 200 {
		counts, all := map[int]int64{}, []int{}
		for range 1 + r.IntN(40) {
			v := r.IntN(30) - 5
			counts[v]++
			all = append(all, v)
		}
		slices.Sort(all)
		rank := func(share int) int { return all[(share*len(all)+99)/100-1] }
		s := spreadOf(counts)
		if s.P10 != rank(10) || s.P50 != rank(50) || s.P90 != rank(90) || s.Min != all[0] || s.Max != all[len(all)-1] {
			t.Fatalf("seed %d: %+v of %v", seed, s, all)
		}
	}
	if s := spreadOf(nil); s != (Spread{}) {
		t.Errorf("of nothing: %+v", s)
	}
}

func TestHistogram(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 2))
	for range 300 {
		counts, total := map[int]int64{}, int64(0)
		for range 1 + r.IntN(20) {
			counts[r.IntN(1+r.IntN(1+r.IntN(5000)))]++
			total++
		}
		bins := histogram(counts)
		sum := int64(0)
		for i, b := range bins {
			sum += b.Games
			if b.To-b.From != bins[0].To-bins[0].From || i > 0 && b.From != bins[i-1].To+1 {
				t.Fatalf("seed %d: %v", seed, bins)
			}
		}
		if sum != total || len(bins) > mostBins || bins[0].Games == 0 || bins[len(bins)-1].Games == 0 {
			t.Fatalf("seed %d: %v of %v", seed, bins, counts)
		}
	}
	if len(histogram(nil)) != 0 {
		t.Error("nothing has a histogram")
	}
}
