package datasets

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
)

// TestAuditRescored forges one exact result at a time. Whether there must be one is
// found without tables, which one it must be with them.
func TestAuditRescored(t *testing.T) {
	_, s, known := rescoredSet(t, selfPlaySpec())
	with := slices.IndexFunc(known, func(ply int) bool { return ply >= 0 })
	without := slices.Index(known, -1)
	place := func(i, ply int) []wantFinding {
		return []wantFinding{{ShardPath(Games, i/s.perShard), int64(i % s.perShard), "rescored", ply, RowRescored}}
	}
	found := 0
	for _, ply := range known {
		if ply >= 0 {
			found++
		}
	}
	for _, c := range []struct {
		name      string
		game      int
		change    func(g *Game)
		blind     []wantFinding // without tables
		seen      []wantFinding // with tables
		unchecked int64         // without tables
	}{
		{"as it is", with, func(*Game) {}, nil, nil, int64(found)},
		{"another value", with, func(g *Game) { g.Rescored = new((*g.Rescored+2)%3 - 1) }, nil, place(with, known[with]), int64(found)},
		{"no value", with, func(g *Game) { g.Rescored = nil }, place(with, known[with]), place(with, known[with]), int64(found - 1)},
		{"a value too many", without, func(g *Game) { g.Rescored = new(int8(0)) }, place(without, -1), place(without, -1), int64(found)},
	} {
		was := s.games[c.game]
		c.change(&s.games[c.game])
		s.saveShard(c.game / s.perShard)
		r := s.expect(c.name, c.blind...)
		if n := noteOf(r, noExact); n != c.unchecked || r.ExactGames != 0 {
			t.Errorf("%s: %d unchecked and %d compared without tables, want %d and 0", c.name, n, r.ExactGames, c.unchecked)
		}
		findings, r := s.audit(given(byKey{pieces: reached}))
		var got []wantFinding
		for _, f := range findings {
			got = append(got, placeOf(f))
		}
		if !slices.Equal(got, c.seen) || r.ExactGames != c.unchecked || len(r.Unchecked) > 0 {
			t.Errorf("%s: %v, want %v; %d compared, %v unchecked", c.name, findings, c.seen, r.ExactGames, r.Unchecked)
		}
		s.games[c.game] = was
	}
	s.save()
	// Tables that reach less, for another ruleset, or that can't be read.
	_, r := s.audit(given(byKey{pieces: reached - 1}))
	if n := noteOf(r, noExact); n == 0 || n+r.ExactGames != int64(found) || r.Differences != 0 {
		t.Errorf("by fewer pieces: %d unchecked, %d compared", n, r.ExactGames)
	}
	_, r = s.audit(AuditOptions{Tables: map[string]Tables{"ludoteka": byKey{pieces: reached}}})
	if noteOf(r, noExact) != int64(found) {
		t.Errorf("tables for another ruleset: %+v", r)
	}
	fault := errors.New("a block is damaged")
	if _, err := Audit(t.Context(), s.dir, given(byKey{reached, fault})); !errors.Is(err, fault) {
		t.Errorf("%v", err)
	}
}

// A rescored run is held to the spec of the run, and to the digests of both.
func TestAuditRescoredRun(t *testing.T) {
	from, s, _ := rescoredSet(t, selfPlaySpec())
	s.games[0].Seed++
	s.saveShard(0)
	s.expect("another seed", wantFinding{ShardPath(Games, 0), 0, "seed", -1, RowIdentity})
	s.games[0].Seed--
	s.saveShard(0)

	// A spec that was changed behind its digest.
	forged := strings.Replace(string(s.manifest.Spec), `"nodes":100`, `"nodes":101`, 1)
	if forged == string(s.manifest.Spec) {
		t.Fatal("the spec was not changed")
	}
	m, err := NewManifest(s.manifest.Ruleset, json.RawMessage(forged), "feed")
	if err != nil {
		t.Fatal(err)
	}
	s.manifest = m
	s.save()
	s.expect("another spec", wantFinding{ManifestName, -1, "spec", -1, FileMetadata})

	// Exact results that no spec knows of.
	from.games[1].Rescored = new(int8(0))
	from.save()
	from.expect("without tables", wantFinding{ShardPath(Games, 0), 1, "rescored", -1, RowRescored})
}

// TestAuditAdjudgedByTables holds games that tables ended against tables.
func TestAuditAdjudgedByTables(t *testing.T) {
	spec := selfPlaySpec()
	spec["adjudication"] = map[string]any{"endgames": "ab"}
	for _, c := range []struct {
		name   string
		rules  dama.Ruleset
		result int8 // more than the tables say
		column string
		kind   ProblemKind
	}{
		{"as they say", federation(t), 0, "", ""},
		{"otherwise", federation(t), 1, "result", RowResult},
		{"too late for the count", houseRules(t, "five", 5), 0, "termination", RowAdjudication},
	} {
		s := newAuditSet(t, c.rules, spec, 1)
		g := &s.games[0]
		tables, last, r := byKey{pieces: 32}, testOpening, 0
		for r == 0 { // a side is to win, so that the count matters
			last++
			p := positionsOfGame(c.rules, *g)[last]
			r, _, _ = tables.Probe(p)
			if p.Side() == dama.Black {
				r = -r
			}
		}
		cut(g, last)
		g.EndedBy, g.Termination, g.Result = EndedByAdjudication, EndgameAdjudged, new((int8(r)+1+c.result)%3-1)
		s.save()
		findings, report := s.audit(AuditOptions{Workers: 1, Tables: map[string]Tables{c.rules.Name: tables}})
		ok := len(findings) == 0
		if c.column != "" {
			ok = len(findings) == 1 && findings[0].Column == c.column && findings[0].Problem == c.kind && *findings[0].Ply == last
		}
		if !ok || report.AdjudgedGames != 1 || noteOf(report, noTables) != 0 {
			t.Errorf("%s: %v; %d compared", c.name, findings, report.AdjudgedGames)
		}
		if _, report = s.audit(AuditOptions{Workers: 1, Tables: map[string]Tables{c.rules.Name: byKey{pieces: 2}}}); noteOf(report, noTables) != 1 || report.AdjudgedGames != 0 {
			t.Errorf("%s, by two pieces: %+v", c.name, report)
		}
	}
}
