package datasets

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAuditFiles makes one file wrong at a time.
func TestAuditFiles(t *testing.T) {
	const first = "games/shard-00000.parquet"
	file := func(problem ProblemKind, column string) wantFinding {
		return wantFinding{first, -1, column, -1, problem}
	}
	rewrite := func(s *auditSet, change func(data []byte) []byte) {
		data, err := os.ReadFile(s.path(Games, 0))
		if err == nil {
			err = os.WriteFile(s.path(Games, 0), change(data), 0o600)
		}
		if err != nil {
			s.t.Fatal(err)
		}
	}
	foreign := func(s *auditSet, key, value string) {
		facts, err := s.manifest.Meta().facts(Games)
		if err != nil {
			s.t.Fatal(err)
		}
		facts[key] = value
		writeForeign(t, s.path(Games, 0), facts, s.games[:s.perShard])
		s.list(s.path(Games, 0), int64(s.perShard))
		s.saveManifest()
	}
	for _, c := range []struct {
		name   string
		change func(s *auditSet)
		want   []wantFinding
	}{
		{"nothing", func(*auditSet) {}, nil},
		{"a flipped bit", func(s *auditSet) {
			rewrite(s, func(data []byte) []byte { data[len(data)/2] ^= 4; return data })
		}, []wantFinding{file(FileChecksum, "")}},
		{"a zeroed page", func(s *auditSet) {
			rewrite(s, func(data []byte) []byte { clear(data[200:700]); return data })
		}, []wantFinding{file(FileChecksum, "")}},
		{"no footer", func(s *auditSet) {
			rewrite(s, func(data []byte) []byte { return data[:len(data)-100] })
		}, []wantFinding{file(FileSize, "")}},
		{"a damaged file that the manifest lists", func(s *auditSet) {
			rewrite(s, func(data []byte) []byte { return data[:len(data)-100] })
			s.list(s.path(Games, 0), int64(s.perShard))
			s.saveManifest()
		}, []wantFinding{file(FileDamaged, "")}},
		{"an empty file", func(s *auditSet) {
			rewrite(s, func([]byte) []byte { return nil })
		}, []wantFinding{file(FileSize, "")}},
		{"missing", func(s *auditSet) { os.Remove(s.path(Games, 0)) }, []wantFinding{file(FileMissing, "")}},
		{"unlisted", func(s *auditSet) {
			if err := os.WriteFile(s.path(Games, 9), nil, 0o600); err != nil {
				s.t.Fatal(err)
			}
		}, []wantFinding{{"games/shard-00009.parquet", -1, "", -1, FileUnlisted}}},
		{"newer", func(s *auditSet) { foreign(s, keyVersion, "2") }, []wantFinding{file(FileNewer, "")}},
		{"of another schema", func(s *auditSet) { foreign(s, keySchema, "x") }, []wantFinding{file(FileForeign, "")}},
		{"of another spec", func(s *auditSet) { foreign(s, keySpecDigest, "x") }, []wantFinding{file(FileMetadata, keySpecDigest)}},
		{"of other weights", func(s *auditSet) { foreign(s, keyWeightsDigest, "x") }, []wantFinding{file(FileMetadata, keyWeightsDigest)}},
		{"of another ruleset", func(s *auditSet) { foreign(s, keyRuleset, "x") }, []wantFinding{file(FileMetadata, keyRuleset)}},
		{"of other facts", func(s *auditSet) { foreign(s, keyRulesetDigest, "x") }, []wantFinding{file(FileMetadata, keyRulesetDigest)}},
		{"a missing column", func(s *auditSet) {
			facts, err := s.manifest.Meta().facts(Games)
			if err != nil {
				s.t.Fatal(err)
			}
			writeForeign(t, s.path(Games, 0), facts, withoutSeed(s.games[:s.perShard]))
			s.list(s.path(Games, 0), int64(s.perShard))
			s.saveManifest()
		}, []wantFinding{file(FileColumns, "seed")}},
		{"positions in the place of games", func(s *auditSet) {
			if err := writeUnchecked(s.path(Games, 0), s.manifest.Meta(), []PositionRow{}); err != nil {
				s.t.Fatal(err)
			}
			s.list(s.path(Games, 0), 0)
			s.saveManifest()
		}, []wantFinding{file(FileForeign, "")}},
		{"rows of the manifest", func(s *auditSet) { s.manifest.Files[0].Rows = 2; s.saveManifest() }, []wantFinding{file(FileRows, "rows")}},
		{
			"spec of the manifest", func(s *auditSet) { s.manifest.SpecDigest = strings.Repeat("0", 64); s.saveManifest() },
			append([]wantFinding{{ManifestName, -1, "spec_digest", -1, FileMetadata}}, ofAllRows(s0rows)...),
		},
	} {
		s := newAuditSet(t, federation(t), selfPlaySpec(), s0rows)
		s.perShard = 3
		s.save()
		c.change(s)
		s.expect(c.name, c.want...)
	}
}

// s0rows is the number of games of TestAuditFiles, in shards of 3.
const s0rows = 5

// ofAllRows is what another spec digest makes of every file and row.
func ofAllRows(rows int) (want []wantFinding) {
	for i := range rows {
		path := ShardPath(Games, i/3)
		if i%3 == 0 {
			want = append(want, wantFinding{path, -1, keySpecDigest, -1, FileMetadata})
		}
		want = append(want, wantFinding{path, int64(i % 3), "index", -1, RowIdentity})
	}
	return want
}

// withoutSeed is a game without its column seed.
func withoutSeed(games []Game) []gameWithoutSeed {
	rows := make([]gameWithoutSeed, len(games))
	for i, g := range games {
		rows[i] = gameWithoutSeed{ID: g.ID, Ruleset: g.Ruleset, Index: g.Index, Moves: g.Moves}
	}
	return rows
}

type gameWithoutSeed struct {
	ID           string   `parquet:"game_id"`
	Ruleset      string   `parquet:"ruleset"`
	Index        int64    `parquet:"index"`
	StartFEN     *string  `parquet:"start_fen"`
	OpeningPlies int32    `parquet:"opening_plies"`
	Moves        []string `parquet:"moves,list"`
}

// A row that the decoder can't read is named, and what follows in other files is
// audited all the same.
func TestAuditReadsOn(t *testing.T) {
	s := newAuditSet(t, federation(t), selfPlaySpec(), 6)
	s.perShard = 3
	s.games[5].Result = new(int8(-*s.games[5].Result + 1))
	s.save()
	data := mustRead(t, s.path(Games, 0))
	clear(data[100:140])
	if !reseal(data) {
		t.Fatal("the shard has no seal")
	}
	if err := os.WriteFile(s.path(Games, 0), data, 0o600); err != nil {
		t.Fatal(err)
	}
	s.list(s.path(Games, 0), 3)
	s.saveManifest()
	found, r := s.audit(AuditOptions{})
	if len(found) != 2 || found[0].File != "games/shard-00000.parquet" || found[0].Problem != FileDamaged || found[0].Row == nil ||
		found[1].File != secondShard || *found[1].Row != 2 || r.Games != 3 {
		t.Errorf("%v, %d games", found, r.Games)
	}
}

// Findings name no folder: they are the same wherever the dataset stands, also
// behind a link and where nothing may be written.
func TestAuditPlaces(t *testing.T) {
	s := newAuditSet(t, federation(t), selfPlaySpec(), 3)
	s.save()
	if err := os.Truncate(s.path(Games, 0), 1000); err != nil {
		t.Fatal(err)
	}
	s.list(s.path(Games, 0), 3)
	s.saveManifest()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(s.dir, link); err != nil {
		t.Skip(err)
	}
	before, _ := s.audit(AuditOptions{})
	os.Chmod(s.dir, 0o500)
	t.Cleanup(func() { os.Chmod(s.dir, 0o700) })
	dir := s.dir
	s.dir = link
	after, _ := s.audit(AuditOptions{})
	if len(before) != 1 || len(after) != 1 || before[0] != after[0] || strings.Contains(before[0].Detail, dir) {
		t.Errorf("%v, through a link %v", before, after)
	}
}

// TestAuditPuzzles reads puzzles and checks their form.
func TestAuditPuzzles(t *testing.T) {
	good := Puzzle{
		ID: "a", Ruleset: "federation", FEN: "W:Wa3:Ba4", Kind: MaximumPuzzle, Solution: []string{"a3xa5"},
		Themes: []string{"only-move"}, ValidRulesets: []string{"federation"}, FamilySize: 1,
	}
	bad := func(change func(p *Puzzle)) Puzzle {
		p := good
		change(&p)
		return p
	}
	s := newAuditSet(t, federation(t), selfPlaySpec(), 2)
	s.save()
	addRows(s, Puzzles, 0, []Puzzle{
		good,
		bad(func(p *Puzzle) { p.Kind = "riddle" }),
		bad(func(p *Puzzle) { p.FEN = "W:Wz1:Ba4" }),
		bad(func(p *Puzzle) { p.Side = 1 }),
		bad(func(p *Puzzle) { p.Ruleset = "chess" }),
	})
	s.saveManifest()
	const path = "puzzles/shard-00000.parquet"
	r := s.expect("puzzles",
		wantFinding{path, 1, "kind", -1, RowInvalid}, wantFinding{path, 2, "fen", -1, RowInvalid},
		wantFinding{path, 3, "side", -1, RowInvalid}, wantFinding{path, 4, "ruleset", -1, RowRuleset})
	if r.Puzzles != 5 {
		t.Errorf("%d puzzles", r.Puzzles)
	}
}
