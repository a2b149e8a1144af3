package datasets

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"damalab/dama"
)

// auditSet is a dataset that tests make wrong on purpose.
type auditSet struct {
	t        testing.TB
	dir      string
	manifest *Manifest
	games    []Game
	perShard int
}

// selfPlaySpec is the part of a self-play spec that an audit understands; the
// guard is that of randomGame.
func selfPlaySpec() map[string]any {
	return map[string]any{"seed": 1, "nodes": 100, "guards": map[string]any{"ply_limit": 200, "stalled_plies": 120}}
}

// newAuditSet plays random games and gives them the identity of the spec's run.
func newAuditSet(t testing.TB, rules dama.Ruleset, spec map[string]any, games int) *auditSet {
	t.Helper()
	m, err := NewManifest(rules, spec, "feed")
	if err != nil {
		t.Fatal(err)
	}
	s := &auditSet{t: t, dir: t.TempDir(), manifest: m, perShard: 40}
	r := rand.New(rand.NewPCG(7, 7))
	for range games {
		s.games = append(s.games, playGuarded(rules, r))
	}
	s.identify()
	return s
}

// identify gives the games the identity that their place has in the spec's run.
func (s *auditSet) identify() {
	s.t.Helper()
	for i := range s.games {
		g, index := &s.games[i], int64(i)
		seed, err := GameSeed(s.manifest.SpecDigest, index)
		if err != nil {
			s.t.Fatal(err)
		}
		g.ID, g.Index, g.Seed = GameID(s.manifest.SpecDigest, index), index, seed
	}
}

// playGuarded plays a random game that the guards of selfPlaySpec allow.
func playGuarded(rules dama.Ruleset, r *rand.Rand) Game {
	for {
		g := randomGame(rules, r, 0.6)
		h := dama.NewHistory(rules.Facts, dama.StartPosition())
		idle := 0
		for _, text := range g.Moves {
			m, err := rules.Generator().ParseMove(h.Position(), text)
			if err != nil {
				panic(err)
			}
			h.Play(m)
			idle = max(idle, h.Reversible())
		}
		if len(g.Moves) > testOpening && idle < 120 && (g.EndedBy == EndedByRule) == h.Outcome().Over {
			return g
		}
	}
}

// historyOf replays moves that are legal.
func historyOf(rules dama.Ruleset, g Game) *dama.History {
	h := dama.NewHistory(rules.Facts, dama.StartPosition())
	for _, text := range g.Moves {
		m, err := rules.Generator().ParseMove(h.Position(), text)
		if err != nil {
			panic(err)
		}
		h.Play(m)
	}
	return h
}

// path is where shard n of a kind stands.
func (s *auditSet) path(kind Kind, n int) string {
	return filepath.Join(s.dir, filepath.FromSlash(ShardPath(kind, n)))
}

// save writes the games and the manifest.
func (s *auditSet) save() {
	s.t.Helper()
	for n := 0; n*s.perShard < len(s.games); n++ {
		s.saveShard(n)
	}
}

// saveShard writes one shard of games and the manifest.
func (s *auditSet) saveShard(n int) {
	s.t.Helper()
	addRows(s, Games, n, s.games[n*s.perShard:min((n+1)*s.perShard, len(s.games))])
	s.saveManifest()
}

func (s *auditSet) saveManifest() {
	s.t.Helper()
	if err := s.manifest.Save(s.dir); err != nil {
		s.t.Fatal(err)
	}
}

// addRows writes a shard and lists it, whatever is in its rows.
func addRows[T Row](s *auditSet, kind Kind, n int, rows []T) {
	s.t.Helper()
	path := s.path(kind, n)
	if err := writeUnchecked(path, s.manifest.Meta(), rows); err != nil {
		s.t.Fatal(err)
	}
	s.list(path, int64(len(rows)))
}

// list puts a file into the manifest as it is.
func (s *auditSet) list(path string, rows int64) {
	s.t.Helper()
	size, digest, err := fileDigest(path)
	if err == nil {
		err = s.manifest.Add(s.dir, FileInfo{Path: path, Rows: rows, Bytes: size, SHA256: digest})
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// quick needs little memory. The race detector makes pools forget, so the usual
// encoder of games, 50 MB of it, would be made anew for most pages.
var quick = &zstd.Codec{Level: zstd.SpeedFastest, Concurrency: 1}

// writeUnchecked is Write for rows that it would refuse.
func writeUnchecked[T Row](path string, meta Meta, rows []T) error {
	options, err := writerOptions[T](meta)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	seal := &sealer{out: io.Writer(f), sum: sha256.New()}
	w := parquet.NewGenericWriter[T](seal, append(options, parquet.Compression(quick))...)
	if _, err := w.Write(rows); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	seal.holding = true
	if err := w.Close(); err != nil {
		return err
	}
	return seal.close()
}

// audit returns the findings and the report.
func (s *auditSet) audit(o AuditOptions) (found []Finding, report *AuditReport) {
	s.t.Helper()
	o.Found = func(f Finding) error {
		found = append(found, f)
		return nil
	}
	report, err := Audit(context.Background(), s.dir, o)
	if err != nil {
		s.t.Fatal(err)
	}
	if int64(len(found)) != report.Differences {
		s.t.Errorf("%d findings, and the report counts %d", len(found), report.Differences)
	}
	return found, report
}

// wantFinding is the place that a finding must name; row -1 is the whole file
// and ply -1 no ply.
type wantFinding struct {
	file    string
	row     int64
	column  string
	ply     int
	problem ProblemKind
}

func placeOf(f Finding) wantFinding {
	w := wantFinding{file: f.File, row: -1, column: f.Column, ply: -1, problem: f.Problem}
	if f.Row != nil {
		w.row = *f.Row
	}
	if f.Ply != nil {
		w.ply = *f.Ply
	}
	return w
}

// expect audits the set and compares the findings' places.
func (s *auditSet) expect(name string, want ...wantFinding) *AuditReport {
	s.t.Helper()
	found, report := s.audit(AuditOptions{Workers: 3})
	var got []wantFinding
	for _, f := range found {
		got = append(got, placeOf(f))
		if f.Detail == "" {
			s.t.Errorf("%s: %v has no detail", name, f)
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		s.t.Errorf("%s:\n found %v\n want  %v\n %v", name, got, want, found)
	}
	return report
}

// pick returns the index of the first game that fits, from the second shard on
// so that row and index differ.
func (s *auditSet) pick(what string, fits func(g *Game) bool) int {
	s.t.Helper()
	for i := s.perShard; i < len(s.games); i++ {
		if fits(&s.games[i]) {
			return i
		}
	}
	s.t.Fatalf("no game with %s", what)
	return 0
}

// note returns the count of a warning or of something unchecked.
func noteOf(r *AuditReport, kind string) int64 {
	for _, list := range [][]AuditNote{r.Warnings, r.Unchecked} {
		for _, n := range list {
			if n.Kind == kind {
				return n.Count
			}
		}
	}
	return 0
}
