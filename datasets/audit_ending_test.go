package datasets

import (
	"maps"
	"slices"
	"testing"

	"damalab/dama"
)

// endingSet is a set of one game that is cut to 30 plies, with all its scores
// the given one, to be ended by the test.
func endingSet(t *testing.T, spec map[string]any, score int16) (*auditSet, *Game) {
	s := newAuditSet(t, federation(t), spec, 1)
	g := &s.games[0]
	cut(g, 30)
	for ply := testOpening; ply < len(g.Scores); ply++ {
		g.Scores[ply] = &score
	}
	return s, g
}

func TestAuditAdjudication(t *testing.T) {
	spec := selfPlaySpec()
	spec["adjudication"] = map[string]any{
		"win_score": 1500, "win_plies": 6, "draw_score": 10, "draw_plies": 12, "draw_from": 18, "endgames": "",
	}
	with := func(key string, value any) map[string]any {
		changed := maps.Clone(spec)
		changed[key] = value
		return changed
	}
	keep := func(*Game) {}
	for _, c := range []struct {
		name      string
		spec      map[string]any
		end       dama.Termination
		result    int8
		score     int16
		change    func(g *Game)
		column    string // empty: nothing is wrong
		kind      ProblemKind
		unchecked string
	}{
		{name: "White's win", spec: spec, end: ScoreAdjudged, result: 1, score: 1500, change: keep},
		{name: "Black's win", spec: spec, end: ScoreAdjudged, result: -1, score: -1600, change: keep},
		{name: "a win for the wrong side", spec: spec, end: ScoreAdjudged, result: -1, score: 1500, change: keep, column: "result", kind: RowResult},
		{name: "a win as a draw", spec: spec, end: ScoreAdjudged, result: 0, score: -1500, change: keep, column: "result", kind: RowResult},
		{name: "too little", spec: spec, end: ScoreAdjudged, result: 1, score: 1499, change: keep, column: "termination", kind: RowAdjudication},
		{
			name: "one score too little", spec: spec, end: ScoreAdjudged, result: 1, score: 1500,
			change: func(g *Game) { g.Scores[24] = new(int16(0)) }, column: "termination", kind: RowAdjudication,
		},
		{
			name: "long enough by one", spec: spec, end: ScoreAdjudged, result: 1, score: 1500,
			change: func(g *Game) { g.Scores[23] = new(int16(0)) },
		},
		{
			name: "for both sides", spec: spec, end: ScoreAdjudged, result: 1, score: 1500,
			change: func(g *Game) { g.Scores[29] = new(int16(-1500)) }, column: "termination", kind: RowAdjudication,
		},
		{
			name: "one score missing", spec: spec, end: ScoreAdjudged, result: 1, score: 1500,
			change: func(g *Game) { g.Scores[29] = nil }, column: "termination", kind: RowAdjudication,
		},
		{
			name: "no scores", spec: spec, end: ScoreAdjudged, result: 1, score: 1500,
			change: func(g *Game) { clear(g.Scores) }, unchecked: noScores,
		},
		{
			name: "scores not recorded", spec: with("record", map[string]any{"scores": false}), end: ScoreAdjudged, result: 1, score: 1500,
			change: func(g *Game) { clear(g.Scores) }, unchecked: noScores,
		},
		{name: "a draw", spec: spec, end: DrawScoreAdjudged, score: -10, change: keep},
		{name: "a draw as a win", spec: spec, end: DrawScoreAdjudged, result: 1, score: 10, change: keep, column: "result", kind: RowResult},
		{name: "not level", spec: spec, end: DrawScoreAdjudged, score: 11, change: keep, column: "termination", kind: RowAdjudication},
		{
			name: "level too late", spec: spec, end: DrawScoreAdjudged, score: 0,
			change: func(g *Game) { g.Scores[18] = new(int16(-11)) }, column: "termination", kind: RowAdjudication,
		},
		{
			name: "a draw too early", spec: spec, end: DrawScoreAdjudged, score: 0,
			change: func(g *Game) { cut(g, 29) }, column: "termination", kind: RowAdjudication,
		},
		{name: "by tables that the spec does not have", spec: spec, end: EndgameAdjudged, result: -1, score: 0, change: keep, column: "termination", kind: RowAdjudication},
		{name: "by tables that no spec tells of", spec: selfPlaySpec(), end: EndgameAdjudged, result: -1, score: 0, change: keep, column: "termination", kind: RowAdjudication},
		{name: "by tables", spec: with("adjudication", map[string]any{"endgames": "ab"}), end: EndgameAdjudged, result: -1, score: 0, change: keep, unchecked: noTables},
		{
			name: "switched off", spec: with("adjudication", map[string]any{"win_score": 1500}), end: ScoreAdjudged, result: 1, score: 1500,
			change: keep, column: "termination", kind: RowAdjudication,
		},
		{
			name: "wins switched off by their score", spec: with("adjudication", map[string]any{"win_score": 0, "win_plies": 6}), end: ScoreAdjudged,
			result: 1, score: 1500, change: keep, column: "termination", kind: RowAdjudication,
		},
		{
			name: "draws switched off", spec: with("adjudication", map[string]any{"draw_score": 10}), end: DrawScoreAdjudged,
			score: 0, change: keep, column: "termination", kind: RowAdjudication,
		},
		{
			name: "a set that does not tell", spec: map[string]any{"sources": []string{"a", "b"}}, end: ScoreAdjudged, result: 1, score: 0,
			change: keep, unchecked: noAdjudication,
		},
	} {
		s, g := endingSet(t, c.spec, c.score)
		g.EndedBy, g.Termination, g.Result = EndedByAdjudication, c.end, &c.result
		c.change(g)
		s.save()
		var want []wantFinding
		if c.column != "" {
			want = []wantFinding{{"games/shard-00000.parquet", 0, c.column, len(g.Moves), c.kind}}
		}
		r := s.expect(c.name, want...)
		if n := len(r.Unchecked); (n > 0) != (c.unchecked != "") || c.unchecked != "" && noteOf(r, c.unchecked) != 1 {
			t.Errorf("%s: unchecked %v, want %q", c.name, r.Unchecked, c.unchecked)
		}
	}
}

func TestAuditGuards(t *testing.T) {
	limits := func(plies, still int) map[string]any {
		spec := selfPlaySpec()
		spec["guards"] = map[string]any{"ply_limit": plies, "stalled_plies": still}
		return spec
	}
	probe, g := endingSet(t, selfPlaySpec(), 0)
	still := historyOf(probe.manifest.Ruleset, *g).Reversible()
	if still == 0 {
		t.Fatal("the game that the test stops has just made progress: take another one")
	}
	for _, c := range []struct {
		name      string
		spec      map[string]any
		end       dama.Termination
		column    string
		ply       int
		unchecked bool
	}{
		{"at the limit", limits(30, 100), PlyLimitGuard, "", 0, false},
		{"before the limit", limits(31, 100), PlyLimitGuard, "termination", 30, false},
		{"stalled", limits(99, still), StalledGuard, "", 0, false},
		{"not yet stalled", limits(99, still+1), StalledGuard, "termination", 30, false},
		{"no guards", map[string]any{"seed": 1, "nodes": 2}, PlyLimitGuard, "", 0, true},
	} {
		s, g := endingSet(t, c.spec, 0)
		g.EndedBy, g.Termination, g.Result = EndedByGuard, c.end, new(int8(0))
		g.OpeningPlies = 30 // guards do not look at the opening
		clear(g.Scores)
		s.save()
		var want []wantFinding
		if c.column != "" {
			want = []wantFinding{{"games/shard-00000.parquet", 0, c.column, c.ply, RowGuard}}
		}
		if r := s.expect(c.name, want...); (noteOf(r, noGuards) == 1) != c.unchecked {
			t.Errorf("%s: unchecked %v", c.name, r.Unchecked)
		}
	}
}

// A game that went on where a guard stops it was not played by its spec.
func TestAuditGuardsKept(t *testing.T) {
	for _, c := range []struct {
		name, column string
		plies, still int
	}{{"ply limit", "plies", 40, 120}, {"stalled", "moves", 400, 3}} {
		spec := selfPlaySpec()
		spec["guards"] = map[string]any{"ply_limit": c.plies, "stalled_plies": c.still}
		s := newAuditSet(t, federation(t), spec, 1)
		s.save()
		found, _ := s.audit(AuditOptions{})
		if len(found) != 1 || found[0].Column != c.column || found[0].Problem != RowGuard || *found[0].Row != 0 {
			t.Errorf("%s: %v", c.name, found)
		}
	}
}

func TestAuditImports(t *testing.T) {
	all := newAuditSet(t, federation(t), map[string]any{}, 60)
	ruled := func(result int8) Game {
		return all.games[all.pick("a result", func(g *Game) bool { return g.EndedBy == EndedByRule && *g.Result == result })]
	}
	won, drawn := ruled(1), ruled(0)
	for _, c := range []struct {
		name    string
		game    Game
		change  func(g *Game)
		column  string
		kind    ProblemKind
		warning string
	}{
		{"as the rules say", won, func(*Game) {}, "", "", ""},
		{"unknown result", won, func(g *Game) { cut(g, 20); g.Result, g.Termination = nil, UnknownImported }, "", "", ""},
		{"resigned", won, func(g *Game) { cut(g, 20); g.Termination = ResignationImported }, "", "", ""},
		{"agreed where the rules draw", drawn, func(g *Game) { g.Termination = AgreementImported }, "", "", ""},
		{"unknown where the rules know", won, func(g *Game) { g.Result, g.Termination = nil, UnknownImported }, "", "", "rule-not-told"},
		{"lost where the rules say won", won, func(g *Game) { g.Result, g.Termination = new(int8(-1)), TimeImported }, "result", RowResult, ""},
		{"won where the rules draw", drawn, func(g *Game) { g.Result, g.Termination = new(int8(-1)), TimeImported }, "", "", "rule-not-told"},
		{"by a rule that did not end it", won, func(g *Game) { cut(g, 20) }, "termination", RowEnding, ""},
		{"by another rule", won, func(g *Game) { g.Termination = dama.RepetitionDrawn }, "termination", RowEnding, ""},
		{"by its rule with another result", won, func(g *Game) { g.Result = new(int8(0)) }, "result", RowResult, ""},
		{"illegal", won, func(g *Game) { g.Moves[3] = "h1-h3" }, "moves", RowIllegalMove, ""},
	} {
		s := newAuditSet(t, federation(t), map[string]any{"from": "a file"}, 1)
		g := c.game
		g.ID, g.EndedBy, g.Moves = "club-1999", EndedByImport, append([]string(nil), c.game.Moves...)
		c.change(&g)
		s.games = []Game{g}
		s.save()
		found, r := s.audit(AuditOptions{Full: true})
		if len(found) != 0 && (found[0].Column != c.column || found[0].Problem != c.kind) || (len(found) == 1) != (c.column != "") {
			t.Errorf("%s: %v, want %q", c.name, found, c.column)
		}
		if (c.warning != "") != (noteOf(r, c.warning) == 1) {
			t.Errorf("%s: warnings %v, want %q", c.name, r.Warnings, c.warning)
		}
	}
}

// Players may go on where the rules call a draw.
func TestAuditPlayedOn(t *testing.T) {
	round := []string{"a1-a2", "h8-h7", "a2-a1", "h7-h8"}
	king := Game{
		ID: "g-1", Ruleset: "federation", StartFEN: new("W:WKa1,b2,f4:BKh8,g7,c6"), EndedBy: EndedByImport, Termination: UnknownImported,
		Moves:  slices.Concat(round, round, round[:1]),
		Scores: make([]*int16, 9), Plies: 9,
	}
	s := newAuditSet(t, federation(t), map[string]any{}, 0)
	s.games = []Game{king}
	s.save()
	found, r := s.audit(AuditOptions{Full: true})
	if len(found) != 0 || noteOf(r, "played-on") != 1 || r.RefereeGames != 1 {
		t.Errorf("%v, %v", found, r.Warnings)
	}
	s.games[0].EndedBy, s.games[0].Termination, s.games[0].Result = EndedByGuard, PlyLimitGuard, new(int8(0))
	s.save()
	s.expect("our own game", wantFinding{"games/shard-00000.parquet", 0, "moves", 8, RowPlaysOn})
}

// A referee of other rules must disagree: the comparison can fail.
func TestAuditRefereeDiffers(t *testing.T) {
	s := newAuditSet(t, federation(t), selfPlaySpec(), 30)
	rules, err := dama.HouseRuleset("fewer", federation(t), dama.Overrides{NoProgressPlies: new(2), NoProgressResets: &[]dama.Reset{dama.ResetCapture}})
	if err != nil {
		t.Fatal(err)
	}
	judge := func(other dama.Ruleset) (differ int) {
		part := &auditPart{}
		b := newBench(&auditor{data: &Dataset{Manifest: s.manifest}, options: AuditOptions{Full: true}})
		for i := range s.games {
			c := &gameCase{bench: b, part: part, game: &s.games[i]}
			r := newReplayer(federation(t))
			if !r.replay(c) {
				t.Fatal(part.findings)
			}
			r.rules = other
			c.referee(r)
		}
		for _, f := range part.findings {
			if f.Problem != RowReferee || f.Column == "" {
				t.Errorf("%v", f)
			}
		}
		return len(part.findings)
	}
	if n := judge(federation(t)); n != 0 {
		t.Errorf("the referee of the same rules differs in %d games", n)
	}
	if n := judge(rules); n != 30 {
		t.Errorf("the referee of other draw rules differs in %d games of 30", n)
	}
	turning, err := dama.FindRuleset("ludoteka")
	if err != nil {
		t.Fatal(err)
	}
	turning.Facts.Promotion, turning.Facts.Reversal = dama.DuringCapture, dama.ReversalAllowed
	if n := judge(turning); n == 0 {
		t.Error("the referee of other capture rules never differs")
	}
}
