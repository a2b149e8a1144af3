package datasets

import (
	"slices"
	"strings"
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
		{"split", -1, RowPosition, func(p *PositionRow) { p.Split = "train" }},
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

// TestAuditPositionsAloneRows makes rows wrong that stand without their games.
func TestAuditPositionsAloneRows(t *testing.T) {
	s, rows := expanded(t, 2, 3)
	s.manifest.Files = []FileInfo{}
	s.dir = t.TempDir()
	second := slices.IndexFunc(rows, func(p PositionRow) bool { return p.GameID == s.games[1].ID })
	const boards = "white_men to black_kings"
	type finding struct {
		row    int
		column string
		kind   ProblemKind
	}
	for _, c := range []struct {
		name   string
		change func(rows []PositionRow) []PositionRow
		want   []finding
	}{
		{"as they are", func(rows []PositionRow) []PositionRow { return rows }, nil},
		{"an empty board", func(rows []PositionRow) []PositionRow {
			rows[9].WhiteMen, rows[9].WhiteKings, rows[9].BlackMen, rows[9].BlackKings = 0, 0, 0, 0
			return rows
		}, []finding{{9, boards, RowPosition}}},
		{"no foe", func(rows []PositionRow) []PositionRow {
			rows[10].BlackMen, rows[10].BlackKings = 0, 0
			return rows
		}, []finding{{10, boards, RowPosition}}},
		{"a blocked side", func(rows []PositionRow) []PositionRow {
			// White's two men in the corner stand before men that have others behind them.
			rows[10].WhiteMen, rows[10].WhiteKings = 1<<16|1<<17, 0 // a3, b3
			rows[10].BlackMen, rows[10].BlackKings = 1<<24|1<<25|1<<32|1<<33|1<<18|1<<19, 0
			rows[10].Side = 0
			return rows
		}, []finding{{10, boards, RowPosition}}},
		{"an impossible score", func(rows []PositionRow) []PositionRow {
			rows[20].Score = new(int16(-30001))
			return rows
		}, []finding{{20, "score", RowScore}}},
		{"twice", func(rows []PositionRow) []PositionRow { return slices.Insert(rows, 21, rows[20]) }, []finding{{21, "ply", RowRepeated}}},
		{"turned around", func(rows []PositionRow) []PositionRow {
			rows[20], rows[21] = rows[21], rows[20]
			return rows
		}, []finding{{21, "ply", RowPosition}}},
		{"a game again", func(rows []PositionRow) []PositionRow { return append(rows, rows[5]) }, []finding{{len(rows), "ply", RowPosition}}},
		{"another result", func(rows []PositionRow) []PositionRow {
			rows[second+1].Result = new((*rows[second].Result+2)%3 - 1)
			return rows
		}, []finding{{second + 1, "result", RowPosition}}},
		{"a result not known", func(rows []PositionRow) []PositionRow {
			rows[second+1].Result = nil
			return rows
		}, []finding{{second + 1, "result", RowPosition}}},
		{"a part", func(rows []PositionRow) []PositionRow {
			rows[3].Split = "test"
			return rows
		}, []finding{{3, "split", RowPosition}}},
	} {
		changed := c.change(slices.Clone(rows))
		addRows(s, Positions, 0, changed)
		s.saveManifest()
		var want []wantFinding
		for _, f := range c.want {
			want = append(want, wantFinding{firstPositions, int64(f.row), f.column, int(changed[f.row].Ply), f.kind})
		}
		s.expect(c.name, want...)
	}
	addRows(s, Positions, 0, rows[:second+20])
	addRows(s, Positions, 1, rows[second+20:])
	s.saveManifest()
	s.expect("over two files")
	addRows(s, Positions, 1, rows[second+19:])
	s.saveManifest()
	s.expect("a row in two files", wantFinding{"positions/shard-00001.parquet", 0, "ply", int(rows[second+19].Ply), RowRepeated})
}

// The rows of a part of a split name it, all of them.
func TestAuditPositionsSplit(t *testing.T) {
	s, rows := expanded(t, 1, 3)
	m, err := s.manifest.derived(map[string]any{"split": map[string]any{"part": "train"}})
	if err != nil {
		t.Fatal(err)
	}
	s.manifest, s.dir = m, t.TempDir()
	for i := range rows {
		rows[i].Split = "train"
	}
	rows[4].Split = ""
	rows[5].BestMove = "a1-h8"
	addRows(s, Positions, 0, rows)
	s.saveManifest()
	found, _ := s.audit(AuditOptions{})
	if len(found) != 2 || found[0].Column != "split" || *found[0].Row != 4 || found[1].Column != "best_move" ||
		!strings.Contains(found[1].Detail, `"a1-h8", but it is no legal move`) {
		t.Errorf("%v", found)
	}
}
