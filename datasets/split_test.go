package datasets

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
)

// splitRun is a run in which openings come again and some games are views of
// others, so that groups form.
func splitRun(t testing.TB, rules dama.Ruleset, seed uint64, games int) *testRun {
	run := newTestRun(t, rules, seed, games, 50)
	gen := rules.Generator()
	r := rand.New(rand.NewPCG(seed, 2))
	for i := range run.games {
		g := &run.games[i]
		switch i % 10 {
		case 1: // the opening of the game before, and then its own way
			h := dama.NewHistory(rules.Facts, dama.StartPosition())
			g.Moves = []string{}
			for ply := 0; ply < 40 && !h.Outcome().Over; ply++ {
				p := h.Position()
				moves := gen.Moves(p)
				m := moves[r.IntN(len(moves))]
				if ply < testOpening {
					m, _ = gen.ParseMove(p, run.games[i-1].Moves[ply])
				}
				g.Moves = append(g.Moves, gen.Text(p, m))
				h.Play(m)
			}
		case 2, 3, 5:
			id, index := g.ID, g.Index
			*g = viewOf(t, rules, run.games[i-i%10], dama.Symmetry(i%10%4))
			g.ID, g.Index = id, index
			if i%10 == 5 { // it shares later positions only
				g.OpeningPlies = testOpening + 3
			}
		}
		g.Plies, g.Scores = int32(len(g.Moves)), make([]*int16, len(g.Moves))
	}
	return run
}

// positionsOfParts counts, the slow way, the compared positions of each part and
// those in more than one, and returns the games of each part.
func positionsOfParts(t testing.TB, out string, o SplitOptions) (positions [3]int64, shared int64, ids [3][]string) {
	t.Helper()
	parts := map[dama.Position]int{}
	for i, name := range partNames() {
		m, err := LoadManifest(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		if m.Split() != name {
			t.Errorf("%s says that it is %q", name, m.Split())
		}
		for _, g := range allGames(t, filepath.Join(out, name)) {
			ids[i] = append(ids[i], g.ID)
			rules, _ := m.RulesetFor(g.Ruleset)
			rows, err := Expand(g, rules.Generator())
			if err != nil {
				t.Fatal(err)
			}
			from := int(g.OpeningPlies)
			if o.FromPly != nil {
				from = *o.FromPly
			}
			for _, row := range rows {
				if int(row.Ply) >= from || row.Ply == g.OpeningPlies {
					p, _ := row.Position()
					canonical, _ := p.Canonical()
					parts[canonical] |= 1 << i
				}
			}
		}
		checkWhole(t, filepath.Join(out, name))
	}
	for _, in := range parts {
		for i := range positions {
			positions[i] += int64(in >> i & 1)
		}
		if in&(in-1) != 0 {
			shared++
		}
	}
	return positions, shared, ids
}

func TestSplit(t *testing.T) {
	base := t.TempDir()
	in := filepath.Join(base, "in")
	a, b := splitRun(t, federation(t), 1, 60), splitRun(t, namedRules(t, "ludoteka"), 2, 40)
	a.store(t, filepath.Join(base, "a"), upTo(0, 60))
	b.store(t, filepath.Join(base, "b"), upTo(0, 40))
	mustMerge(t, in, filepath.Join(base, "a"), filepath.Join(base, "b"))
	for i, o := range []SplitOptions{
		{Shares: [3]int{60, 20, 20}},
		{Shares: [3]int{60, 20, 20}, Seed: 2, FromPly: new(20)},
		{Shares: [3]int{34, 33, 33}, Seed: 3, LeaveOut: true},
	} {
		out := filepath.Join(base, fmt.Sprint("out", i))
		certificate, err := Split(t.Context(), out, in, o, Watch{})
		if err != nil {
			t.Fatal(err)
		}
		positions, shared, ids := positionsOfParts(t, out, o)
		if shared != 0 {
			t.Errorf("%+v: %d positions are shared", o, shared)
		}
		for j, p := range certificate.Parts {
			if p.Positions != positions[j] || p.Games != int64(len(ids[j])) || p.Games == 0 {
				t.Errorf("%+v: part %+v, want %d positions, %d games", o, p, positions[j], len(ids[j]))
			}
			if got := p.Reached - float64(p.Asked); !o.LeaveOut && (got < -1 || got > 1) {
				t.Errorf("%+v: %s has %v %% of the games", o, p.Part, p.Reached)
			}
		}
		checkSplit(t, in, out, certificate, ids)
		if o.LeaveOut == (len(certificate.LeftOut) == 0) || certificate.LargestGroup < 2 {
			t.Errorf("%+v: certificate %+v", o, certificate)
		}
		if testing.Short() {
			break // each shard takes a second with the race detector
		}
		again := filepath.Join(base, fmt.Sprint("again", i))
		if _, err := Split(t.Context(), again, in, o, Watch{}); err != nil || !maps.Equal(contents(t, out), contents(t, again)) {
			t.Errorf("%+v: a second split has other bytes (%v)", o, err)
		}
		if o.LeaveOut {
			continue
		}
		mustMerge(t, out+"-merged", filepath.Join(out, "test"), filepath.Join(out, "train"), filepath.Join(out, "validation"))
		if got, want := contents(t, out+"-merged"), contents(t, in); !maps.Equal(got, want) {
			t.Errorf("%+v: the parts merged are %v, and not what was split, %v", o, got, want)
		}
	}
}

// checkSplit checks that no game is lost or doubled, that each part keeps the
// order, and that split.json is the certificate.
func checkSplit(t *testing.T, in, out string, certificate *Certificate, ids [3][]string) {
	t.Helper()
	var all []string
	for _, g := range allGames(t, in) {
		all = append(all, g.ID)
	}
	var got []string
	for _, part := range append(ids[:], certificate.LeftOut) {
		at := -1
		for _, id := range part {
			next := slices.Index(all, id)
			if next <= at {
				t.Fatalf("%s: game %s is out of order", out, id)
			}
			at = next
		}
		got = append(got, part...)
	}
	slices.Sort(got)
	slices.Sort(all)
	if !slices.Equal(got, all) {
		t.Errorf("%s: %d games in the parts, %d before", out, len(got), len(all))
	}
	var read Certificate
	if err := json.Unmarshal(mustRead(t, filepath.Join(out, CertificateName)), &read); err != nil || !reflect.DeepEqual(&read, certificate) {
		t.Errorf("%s: %+v, %v; want %+v", CertificateName, read, err, certificate)
	}
}

// Without grouping there would be shared positions: the check at the end sees it.
func TestCertificateSeesLeaks(t *testing.T) {
	base := t.TempDir()
	in := filepath.Join(base, "in")
	splitRun(t, federation(t), 1, 30).store(t, in, upTo(0, 30))
	d, err := Open(in)
	if err != nil {
		t.Fatal(err)
	}
	folder := &workFolder{dir: filepath.Join(base, "out"), last: CertificateName}
	if err := folder.claim(nil); err != nil {
		t.Fatal(err)
	}
	s := &splitting{
		ctx: t.Context(), data: d, games: 30, dir: folder.dir, part: make([]uint8, 30), groups: newGroups(30),
		options: SplitOptions{Shares: [3]int{34, 33, 33}},
	}
	for i := range s.part {
		s.part[i] = uint8(i % 3)
	}
	for i := range s.parts {
		if err := s.writePart(i); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.certify(); err == nil || !strings.Contains(err.Error(), "in more than one part") {
		t.Errorf("%v", err)
	}
	for _, part := range s.parts {
		mustSave(t, part.Dir, part.Manifest)
	}
	if _, shared, _ := positionsOfParts(t, folder.dir, s.options); s.out.Shared != shared || shared == 0 {
		t.Errorf("%d positions are in more than one part, and %d were seen", shared, s.out.Shared)
	}
}

func TestSplitRefuses(t *testing.T) {
	base := t.TempDir()
	in := func(name string) string { return filepath.Join(base, name) }
	same := newTestRun(t, federation(t), 1, 6, 6)
	for i := range same.games {
		id := same.games[i].ID
		same.games[i] = same.games[0]
		same.games[i].ID, same.games[i].Index = id, int64(i)
	}
	same.store(t, in("same"), upTo(0, 6))
	same.store(t, in("few"), upTo(0, 2))
	imported := newTestRun(t, federation(t), 2, 6, 6)
	for i := range imported.games {
		imported.games[i].OpeningPlies = 0
	}
	imported.store(t, in("imported"), upTo(0, 6))
	third := SplitOptions{Shares: [3]int{34, 33, 33}}
	for _, c := range []struct {
		in      string
		o       SplitOptions
		message string
	}{
		{"same", third, "validation would be empty: of 6 games 6 share positions"},
		{"imported", third, "validation would be empty"},
		{"few", third, "at least 3"},
		{"same", SplitOptions{Shares: [3]int{80, 20, 0}}, "the share of test is 0"},
		{"same", SplitOptions{Shares: [3]int{80, 10, 20}}, "together 100, not 110"},
		{"same", SplitOptions{Shares: [3]int{80, 10, 10}, FromPly: new(-1)}, "ply -1"},
		{"nowhere", third, "not a dataset"},
	} {
		if _, err := Split(t.Context(), in("out"), in(c.in), c.o, Watch{}); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s %+v: %v", c.in, c.o, err)
		}
		gone(t, in("out"))
	}
	third.FromPly = new(30) // what games without an opening need
	if _, err := Split(t.Context(), in("out"), in("imported"), third, Watch{}); err != nil {
		t.Error(err)
	}
}

func TestSplitStopped(t *testing.T) {
	base := t.TempDir()
	in, out := filepath.Join(base, "in"), filepath.Join(base, "out")
	newTestRun(t, federation(t), 1, 6, 3).store(t, in, upTo(0, 6))
	for after := 0; ; after += 9 {
		ctx, cancel := context.WithCancel(t.Context())
		steps := 0
		step := func() {
			if steps++; steps > after {
				cancel()
			}
		}
		_, err := Split(ctx, out, in, SplitOptions{Shares: [3]int{34, 33, 33}}, Watch{
			Step: func(int, int) { step() }, Stage: func(string, string) { step() },
		})
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("stopped after %d steps: %v", after, err)
		}
		gone(t, out)
	}
	if _, err := os.Stat(filepath.Join(out, CertificateName)); err != nil {
		t.Error(err)
	}
}

// A group that is larger than the other parts want goes to train, and the shares
// are met as well as they can be.
func TestAssign(t *testing.T) {
	for _, c := range []struct {
		first, second int // games of two groups; the others stand alone
		want          [3]int
	}{
		{0, 0, [3]int{80, 10, 10}},
		{5, 5, [3]int{80, 10, 10}},
		{30, 9, [3]int{80, 10, 10}},
		{60, 20, [3]int{80, 10, 10}},
		{20, 60, [3]int{80, 10, 10}},
		{90, 0, [3]int{90, 5, 5}},
		{60, 30, [3]int{90, 5, 5}},
		{99, 0, [3]int{99, 1, 0}},
	} {
		for seed := range uint64(3) {
			g := newGroups(100)
			for i := range c.first {
				g.join(0, uint32(i))
			}
			for i := range c.second {
				g.join(99, uint32(99-i))
			}
			var got [3]int
			for _, part := range assign(g, SplitOptions{Shares: [3]int{80, 10, 10}, Seed: seed}) {
				got[part]++
			}
			if got != c.want {
				t.Errorf("groups of %d and %d, seed %d: parts %v, want %v", c.first, c.second, seed, got, c.want)
			}
		}
	}
}
