package datasets

import (
	"slices"
	"testing"
)

const firstPositions = "positions/shard-00000.parquet"

// expanded is a set with games in small shards and the positions of all of them.
func expanded(t *testing.T, games, perShard int) (*auditSet, []PositionRow) {
	s := newAuditSet(t, federation(t), selfPlaySpec(), games)
	s.perShard = perShard
	s.save()
	var rows []PositionRow
	for _, g := range s.games {
		more, err := Expand(g, s.manifest.Ruleset.Generator())
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, more...)
	}
	return s, rows
}

// TestAuditPositions makes one column of a row wrong at a time.
func TestAuditPositions(t *testing.T) {
	s, rows := expanded(t, 5, 3)
	at := len(rows) - 3 // of the last game
	for _, c := range []struct {
		column string
		ply    int
		kind   ProblemKind
		change func(p *PositionRow)
	}{
		{"", 0, "", func(*PositionRow) {}},
		{"", 0, "", func(p *PositionRow) { p.Split = "train" }},
		{"game_id", -1, RowUnknownGame, func(p *PositionRow) { p.GameID = "nowhere" }},
		{"ply", 900, RowPosition, func(p *PositionRow) { p.Ply = 900 }},
		{"side", -1, RowInvalid, func(p *PositionRow) { p.Side = 7 }},
		{"score", -1, RowPosition, func(p *PositionRow) { p.Score = new(*p.Score + 1) }},
		{"score", -1, RowPosition, func(p *PositionRow) { p.Score = nil }},
		{"result", -1, RowPosition, func(p *PositionRow) { p.Result = nil }},
		{"best_move", -1, RowPosition, func(p *PositionRow) { p.BestMove = "a1-a2" }},
		{"legal_moves", -1, RowPosition, func(p *PositionRow) { p.LegalMoves++ }},
		{"max_capture", -1, RowPosition, func(p *PositionRow) { p.MaxCapture++ }},
		{"quiet", -1, RowPosition, func(p *PositionRow) { p.Quiet = !p.Quiet }},
		{"pieces", -1, RowPosition, func(p *PositionRow) { p.Pieces = 3 }},
	} {
		changed := slices.Clone(rows)
		c.change(&changed[at])
		addRows(s, Positions, 0, changed)
		s.saveManifest()
		var want []wantFinding
		if c.column != "" {
			ply := c.ply
			if ply < 0 {
				ply = int(changed[at].Ply)
			}
			want = []wantFinding{{firstPositions, int64(at), c.column, ply, c.kind}}
		}
		r := s.expect("column "+c.column, want...)
		if c.column == "" && r.MatchedPositions != int64(len(rows)) {
			t.Errorf("%d of %d rows matched", r.MatchedPositions, len(rows))
		}
	}
	changed := slices.Clone(rows)
	changed[at].WhiteKings, changed[at].BlackMen = changed[at].BlackMen, changed[at].WhiteKings
	addRows(s, Positions, 0, changed)
	s.saveManifest()
	found, _ := s.audit(AuditOptions{})
	if len(found) == 0 || *found[0].Row != int64(at) || found[0].File != firstPositions {
		t.Errorf("boards exchanged: %v", found)
	}
}

// Rows that were filtered, put into several files or turned around are found all
// the same, as long as they don't jump about.
func TestAuditPositionsOrder(t *testing.T) {
	s, rows := expanded(t, 5, 2)
	half := slices.Clone(rows)
	half = slices.DeleteFunc(half, func(p PositionRow) bool { return p.Ply%3 == 1 || p.GameID == s.games[4].ID })
	addRows(s, Positions, 0, half[:len(half)/2])
	addRows(s, Positions, 1, half[len(half)/2:])
	third := slices.IndexFunc(rows, func(p PositionRow) bool { return p.GameID == s.games[3].ID }) // in the middle of a shard
	addRows(s, Positions, 2, slices.Concat(rows[third:], rows[:third]))
	s.saveManifest()
	want := int64(len(half) + len(rows))
	if r := s.expect("filtered and cut"); r.MatchedPositions != want || len(r.Unchecked) != 0 {
		t.Errorf("%d of %d rows matched, %v", r.MatchedPositions, want, r.Unchecked)
	}
	var jumping []PositionRow
	for ply := range 40 {
		for i := len(s.games) - 1; i >= 0; i-- { // back to another shard twice a ply
			if k := slices.IndexFunc(rows, func(p PositionRow) bool { return p.GameID == s.games[i].ID && int(p.Ply) == ply }); k >= 0 {
				jumping = append(jumping, rows[k])
			}
		}
	}
	addRows(s, Positions, 2, jumping)
	s.saveManifest()
	r := s.expect("jumping")
	if n := noteOf(r, noMatch); n == 0 || r.MatchedPositions+n != int64(len(half)+len(jumping)) {
		t.Errorf("%d matched, %v", r.MatchedPositions, r.Unchecked)
	}
}

// Without their games rows are checked by what the board tells.
func TestAuditPositionsAlone(t *testing.T) {
	s, rows := expanded(t, 3, 3)
	s.manifest.Files = []FileInfo{}
	s.dir = t.TempDir()
	rows[30].Quiet = !rows[30].Quiet
	rows[31].BestMove = "h1-h3"
	rows[32].Score = new(int16(77)) // nothing on the board contradicts it
	addRows(s, Positions, 0, rows)
	s.saveManifest()
	r := s.expect("alone",
		wantFinding{firstPositions, 30, "quiet", int(rows[30].Ply), RowPosition},
		wantFinding{firstPositions, 31, "best_move", int(rows[31].Ply), RowPosition})
	if noteOf(r, noGames) != int64(len(rows)) || r.MatchedPositions != 0 {
		t.Errorf("%v", r.Unchecked)
	}
}

// The positions of games that can't be read are not called unknown.
func TestAuditPositionsOfLostGames(t *testing.T) {
	s, rows := expanded(t, 6, 3)
	addRows(s, Positions, 0, rows)
	addRows(s, Games, 0, []Game{})
	s.manifest.Files[0].SHA256 = "0"
	s.saveManifest()
	found, _ := s.audit(AuditOptions{})
	for _, f := range found {
		if f.File == firstPositions && f.Problem != RowUnknownGame {
			t.Errorf("%v", f)
		}
	}
	s.manifest.Files = slices.Delete(s.manifest.Files, 0, 1)
	s.list(s.path(Games, 1), 3)
	s.manifest.Files = append([]FileInfo{{Path: "games/shard-00000.parquet", Rows: 3, SHA256: "0"}}, s.manifest.Files...)
	if err := writeUnchecked(s.path(Games, 0), s.manifest.Meta(), rows[:1]); err != nil {
		t.Fatal(err)
	}
	s.saveManifest()
	found, r := s.audit(AuditOptions{})
	if slices.ContainsFunc(found, func(f Finding) bool { return f.File == firstPositions }) || noteOf(r, noMatch) == 0 {
		t.Errorf("%v %v", found, r.Unchecked)
	}
}
