package selfplay

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/eval"
)

func writeFile(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const wholeFile = `ruleset = "ply-yard"
seed = 12
games = 40
nodes = 900
shard_games = 20
cheap = { share = 0.25, nodes = 100 }

[weights]
black = "w/other.json"

[opening]
policy = "file"
file = "book.txt"
max_plies = 3

[positions]
file = "starts.txt"
share = 0.5

[adjudication]
win_score = 900
win_plies = 4
draw_score = 5
draw_plies = 20
draw_from = 60

[guards]
ply_limit = 300

[record]
depths = true

[params]
killers = false
`

func TestSpecFile(t *testing.T) {
	dir := t.TempDir()
	other := eval.Default()
	if err := other.Drop("man_square"); err != nil {
		t.Fatal(err)
	}
	text, err := other.Encode()
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "w", "other.json"), string(text))
	writeFile(t, filepath.Join(dir, "book.txt"), "c3-c4 f6-f5 # a comment\n\nd3-d4\n")
	writeFile(t, filepath.Join(dir, "starts.txt"), "W:Wa2,b2,Kd4:Ba7,Kh8\n")
	f, err := ReadSpecFile(writeFile(t, filepath.Join(dir, "spec.toml"), wholeFile))
	if err != nil {
		t.Fatal(err)
	}
	s, m, err := f.Build(dama.FindRuleset, noTables)
	if err != nil {
		t.Fatal(err)
	}
	if s.Ruleset != "ply-yard" || s.RulesetDigest != m.Rules.Digest() || s.Seed != 12 || f.Games != 40 || s.Nodes != 900 || s.ShardGames != 20 {
		t.Errorf("the first lines: %+v", s)
	}
	if s.Cheap != (Cheap{Share: 0.25, Nodes: 100}) || s.Weights.White != eval.Default().Digest() || s.Weights.Black != other.Digest() {
		t.Errorf("cheap %+v, weights %+v", s.Cheap, s.Weights)
	}
	// What is not given follows the policy: lines of a file are not screened.
	if o := s.Opening; o.Policy != FileOpenings || o.MinPlies != 0 || o.MaxPlies != 3 || o.Balance != 0 || o.Distinct != 1000000 || o.File != TextDigest(m.Openings) {
		t.Errorf("opening %+v", o)
	}
	if s.Adjudication != (Adjudication{WinScore: 900, WinPlies: 4, DrawScore: 5, DrawPlies: 20, DrawFrom: 60}) {
		t.Errorf("adjudication %+v", s.Adjudication)
	}
	if s.Guards != (Guards{PlyLimit: 300, StalledPlies: 120}) || s.Record != (Record{Scores: true, Depths: true}) || s.Params.Killers || !s.Params.Counters {
		t.Errorf("guards %+v, record %+v, params %+v", s.Guards, s.Record, s.Params)
	}
	if len(m.lines) != 2 || len(m.lines[0]) != 2 || len(m.positions) != 1 {
		t.Errorf("%d lines and %d positions", len(m.lines), len(m.positions))
	}
}

// TestSpecFileNamesEveryFault gives one file faults of every kind.
func TestSpecFileNamesEveryFault(t *testing.T) {
	path := writeFile(t, filepath.Join(t.TempDir(), "spec.toml"),
		"ruleset = \"ludoteca\"\nnodes = 0\nnods = 7\ntime = \"100ms\"\nshard_games = \"many\"\n\n[opening]\nmin_plies = 9\nmax_plies = 3\n\n[params]\nkillers = 3\n")
	f, err := ReadSpecFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = f.Build(dama.FindRuleset, noTables)
	for _, want := range []string{
		`:1: ruleset = "ludoteca": `, ":2: nodes = 0: ", `:3: nods: unknown key; did you mean "nodes"?`, ":4: time = 100ms: ",
		":5: shard_games: want a whole number", ":9: opening.max_plies = 3: ", ":12: params.killers = 3: ",
	} {
		if err == nil || !strings.Contains(err.Error(), path+want) {
			t.Errorf("the error does not have %q:\n%v", want, err)
		}
	}
	if n := strings.Count(err.Error(), "\n") + 1; n != 7 {
		t.Errorf("%d faults, want 7:\n%v", n, err)
	}
}

func TestSpecFileNamesFilesThatAreWrong(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "spec.toml")
	for _, c := range []struct{ name, spec, file, want string }{
		{"no book", "[opening]\npolicy = \"file\"\nfile = \"none.txt\"\n", "", "none.txt"},
		{"a policy without its file", "[opening]\npolicy = \"file\"\n", "", "opening.file"},
		{"illegal move", "[opening]\npolicy = \"file\"\nfile = \"f.txt\"\n", "c3-c4\nc3-c4 c6-c4\n", "line 2: ply 2: "},
		{"an empty book", "[opening]\npolicy = \"file\"\nfile = \"f.txt\"\n", "# nothing\n", "no line"},
		{"no position", "[positions]\nshare = 0.5\nfile = \"f.txt\"\n", "W:Wa1:Bb1\nnonsense\n", "line 1"},
		{"a game that is over", "[positions]\nshare = 0.5\nfile = \"f.txt\"\n", "W:Wa1:B\n", "line 1: "},
		{"a share without a file", "[positions]\nshare = 0.5\n", "", "positions.file"},
		{"no ruleset", "ruleset = \"federatino\"\n", "", "federatino"},
		{"no weights", "[weights]\nwhite = \"f.txt\"\n", "{}", "f.txt"},
		{"policy", "[opening]\npolicy = \"sometimes\"\n", "", "opening.policy"},
		{"cheap", "cheap = {share = 2.0, nodes = 5000}\n", "", "cheap.share = 2"},
		{"cheap", "cheap = {share = nan, nodes = 50}\n", "", "cheap.share = NaN"},
		{"the limit is in the opening", "[opening]\nmax_plies = 150\n[guards]\nply_limit = 150\n", "", "guards.ply_limit"},
	} {
		writeFile(t, path, c.spec)
		writeFile(t, filepath.Join(dir, "f.txt"), c.file)
		f, err := ReadSpecFile(path)
		if err == nil {
			_, _, err = f.Build(dama.FindRuleset, noTables)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: the error does not name %s and %s: %v", c.name, path, c.want, err)
		}
	}
}

func TestWeightsOfAnotherRuleset(t *testing.T) {
	s, m := smallSpec(t, "federation")
	w := eval.Default()
	w.Ruleset = "ludoteka"
	m.Black, s.Weights.Black = w, w.Digest()
	if err := m.prepare(&s); err == nil || !strings.Contains(err.Error(), `"ludoteka"`) {
		t.Errorf("weights for another ruleset: %v", err)
	}
}

// TestUsualSpecInTheDocs reads the spec that docs/SELFPLAY.md calls the usual one.
func TestUsualSpecInTheDocs(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "docs", "SELFPLAY.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, block, found := strings.Cut(string(text), "```toml\n")
	block, _, ended := strings.Cut(block, "```")
	if !found || !ended {
		t.Fatal("docs/SELFPLAY.md has no block of TOML")
	}
	f, err := ReadSpecFile(writeFile(t, filepath.Join(t.TempDir(), "spec.toml"), block))
	if err != nil {
		t.Fatal(err)
	}
	got, m, err := f.Build(dama.FindRuleset, noTables)
	if err != nil {
		t.Fatal(err)
	}
	if want := NewSpec(m.Rules, m.White, 0, 1000); got != want {
		t.Errorf("the spec in the docs is\n%+v, the usual one is\n%+v", got, want)
	}
}
