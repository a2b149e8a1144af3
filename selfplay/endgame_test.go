package selfplay

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"damalab/dama"
	"damalab/datasets"
)

// noTables is for spec files that name none.
func noTables(string, dama.Ruleset) (Endgames, error) {
	return nil, errors.New("no tables were to be opened")
}

// breaking are tables that can't be read any more after some questions.
type breaking struct {
	oneLoses
	left *atomic.Int64
}

var errBroken = errors.New("KvK.endgame, offset 7: a block is damaged")

func (b breaking) Probe(p dama.Position) (result, plies int, ok bool) {
	if b.left.Add(-1) < 0 {
		return 0, 0, false
	}
	return b.oneLoses.Probe(p)
}

func (b breaking) Err() error {
	if b.left.Load() < 0 {
		return errBroken
	}
	return nil
}

func withTables(t *testing.T) (Spec, Material) {
	s, m := smallSpec(t, "federation")
	m.Endgames, s.Adjudication.Endgames = oneLoses{}, oneLoses{}.Digest()
	return s, m
}

// TestDamagedTablesEndTheRun: what is stored until then, and what is added with
// whole tables, is what a run with whole tables would have made.
func TestDamagedTablesEndTheRun(t *testing.T) {
	s, m := withTables(t)
	whole := t.TempDir()
	mustRun(t, whole, s, m, 12, 2)
	dir := t.TempDir()
	broken := m
	left := &atomic.Int64{}
	left.Store(5)
	broken.Endgames = breaking{left: left}
	if _, err := Run(context.Background(), dir, s, broken, Options{Games: 12, Workers: 2}); !errors.Is(err, errBroken) {
		t.Fatalf("damaged tables: %v", err)
	}
	mustRun(t, dir, s, m, 12, 1)
	sameTree(t, "after the damage", tree(t, dir), tree(t, whole))
}

func TestRunNeedsItsTables(t *testing.T) {
	s, m := withTables(t)
	dir := t.TempDir()
	mustRun(t, dir, s, m, 4, 1)
	with, without := m, m
	without.Endgames = nil
	plain := s
	plain.Adjudication.Endgames = ""
	other := s
	other.Adjudication.Endgames = "others"
	for _, c := range []struct {
		what string
		spec Spec
		m    Material
		want string
	}{
		{"no tables", s, without, "name the same tables with --endgame"},
		{"tables where none belong", plain, with, "leave --endgame away"},
		{"other tables", other, with, "other endgame tables (digest others) than those given (one loses)"},
	} {
		if _, err := Run(context.Background(), dir, c.spec, c.m, Options{Games: 6, Workers: 1}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
	if _, err := LoadMaterial(dir, &s, m.Rules, nil); err == nil {
		t.Error("the material was loaded without its tables")
	}
	if _, err := Run(context.Background(), dir, plain, without, Options{Games: 6, Workers: 1}); !errors.Is(err, ErrOtherSpec) {
		t.Errorf("a run without tables in the same folder: %v", err)
	}
}

func TestRepairWithTables(t *testing.T) {
	s, m := withTables(t)
	dir := t.TempDir()
	mustRun(t, dir, s, m, 8, 2)
	want := tree(t, dir)
	path := filepath.Join(dir, datasets.ShardPath(datasets.Games, 1))
	writeFile(t, path, "damaged")
	if _, err := Repair(context.Background(), dir, RepairOptions{Workers: 1}); err == nil || !strings.Contains(err.Error(), "--endgame") {
		t.Errorf("without tables: %v", err)
	}
	done, err := Repair(context.Background(), dir, RepairOptions{Workers: 1, Endgames: func(dama.Ruleset) (Endgames, error) { return oneLoses{}, nil }})
	if err != nil || len(done.Made) != 1 {
		t.Fatalf("%+v, %v", done, err)
	}
	if got := tree(t, dir); got[datasets.ShardPath(datasets.Games, 1)] != want[datasets.ShardPath(datasets.Games, 1)] {
		t.Error("the shard is not what it was")
	}
}

func TestSpecFileNamesTables(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ name, want string }{
		{"set", filepath.Join(dir, "set")}, {"builtin", "builtin"}, {"./builtin", filepath.Join(dir, "builtin")}, {"/set", "/set"},
	} {
		f, err := ReadSpecFile(writeFile(t, filepath.Join(dir, "spec.toml"), "[adjudication]\nwin_score = 9\nwin_plies = 2\nendgame = \""+c.name+"\"\n"))
		if err != nil {
			t.Fatal(err)
		}
		asked := ""
		s, m, err := f.Build(dama.FindRuleset, func(name string, rules dama.Ruleset) (Endgames, error) {
			asked = name + " " + rules.Name
			return oneLoses{}, nil
		})
		if err != nil || asked != c.want+" federation" || m.Endgames != (oneLoses{}) ||
			s.Adjudication != (Adjudication{WinScore: 9, WinPlies: 2, Endgames: "one loses"}) {
			t.Errorf("%s: asked for %q, %+v, %v", c.name, asked, s.Adjudication, err)
		}
		_, _, err = f.Build(dama.FindRuleset, noTables)
		if err == nil || !strings.Contains(err.Error(), "spec.toml:4: adjudication.endgame = ") || !strings.Contains(err.Error(), "no tables were") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestAFolderNamedBuiltin: "./builtin" in a spec file of the working folder is that
// folder, not the built-in tables.
func TestAFolderNamedBuiltin(t *testing.T) {
	f := SpecFile{path: "spec.toml", Adjudicate: AdjudicateFile{Endgame: "./builtin"}}
	if name := f.fileOf("adjudication.endgame"); name != "."+string(filepath.Separator)+"builtin" {
		t.Errorf("the folder is looked for under %q", name)
	}
}

// TestAWinThatIsCountedOutIsPlayedOn: oneLoses says 9 plies.
func TestAWinThatIsCountedOutIsPlayedOn(t *testing.T) {
	p, err := dama.ParseFEN("W:WKa1,Kb1:BKh8")
	if err != nil {
		t.Fatal(err)
	}
	for limit, want := range map[int]bool{0: true, 8: false, 9: true} {
		h := dama.NewHistory(dama.Facts{KingMoveLimit: limit}, p)
		if e := (&Adjudication{}).ended(h, nil, oneLoses{}); e.Over != want {
			t.Errorf("%d king moves: %+v", limit, e)
		}
	}
}
