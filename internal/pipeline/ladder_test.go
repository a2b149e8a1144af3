package pipeline

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"reflect"
	"runtime"
	"testing"

	"damalab/dama"
	"damalab/puzzles"
	"damalab/search"
)

var anchorPairs = flag.Int("anchors", 0, "play that many pairs of games in each match of the ladder, and write puzzles/anchors.json anew")

// TestWriteAnchors makes the file of anchors, if asked to: minutes of games.
func TestWriteAnchors(t *testing.T) {
	if *anchorPairs == 0 {
		t.Skip("only with -anchors")
	}
	r := federation(t)
	o := LadderOptions{Pairs: *anchorPairs, Reach: 2, Seed: 1, Workers: runtime.GOMAXPROCS(0), Progress: func(e puzzles.Encounter) { t.Log(e) }}
	list, err := PlayLadder(t.Context(), r, puzzles.Ladder(r.Facts), o)
	if err != nil {
		t.Fatal(err)
	}
	set := puzzles.AnchorSet{
		Ladder: puzzles.LadderVersion,
		Method: fmt.Sprintf("Matches of %d games between each solver and the next %d, under the ruleset %s, openings of 6 plies of seed %d, each twice with sides swapped; search version %s. Elo by maximum likelihood, the mean of all being 1500; errors against that mean.",
			2*o.Pairs, o.Reach, r.Name, o.Seed, search.Version),
	}
	if set.Anchors, err = puzzles.FitAnchors(list); err != nil {
		t.Fatal(err)
	}
	for i := range set.Anchors {
		set.Anchors[i].Elo, set.Anchors[i].Error = math.Round(set.Anchors[i].Elo), math.Round(set.Anchors[i].Error)
	}
	text, err := json.MarshalIndent(set, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("../../puzzles/anchors.json", append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

func federation(t *testing.T) dama.Ruleset {
	t.Helper()
	r, err := dama.FindRuleset("federation")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPlayLadder: far up the ladder wins, and workers change nothing.
func TestPlayLadder(t *testing.T) {
	r := federation(t)
	all := puzzles.Ladder(r.Facts)
	solvers := []puzzles.Solver{all[0], all[4], all[7]}
	var lists [][]puzzles.Encounter
	for _, workers := range []int{1, 3} {
		list, err := PlayLadder(t.Context(), r, solvers, LadderOptions{Pairs: 4, Reach: 2, Seed: 3, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		lists = append(lists, list)
	}
	if !reflect.DeepEqual(lists[0], lists[1]) {
		t.Errorf("three workers: %v instead of %v", lists[1], lists[0])
	}
	if len(lists[0]) != 3 {
		t.Fatalf("%v", lists[0])
	}
	for _, e := range lists[0] {
		if e.Games != 8 || e.Points >= 4 {
			t.Errorf("%s made %v points of %d against %s", e.A, e.Points, e.Games, e.B)
		}
	}
	if _, err := PlayLadder(t.Context(), r, solvers, LadderOptions{Pairs: 4, Workers: 1}); err == nil {
		t.Error("a reach of 0 is accepted")
	}
}
