package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"damalab/datasets"
	"damalab/eval"
	"damalab/internal/testkit"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"dama": main})
}

// TestScripts runs every script in testdata/script. A script is read top to
// bottom: a command, then what it must print; `exits N cmd ...` runs a command
// that must end with the exit code N.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup:               provide,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":    exits,
			"lines":    lines,
			"sametree": sameTree,
		},
	})
}

// provide sets what programs under the race detector need, and puts the built-in weights into the script's folder, once as they are and
// once as if they were fitted to the games of another ruleset.
func provide(env *testscript.Env) error {
	env.Setenv("GORACE", testkit.Race)
	for name, ruleset := range map[string]string{"default.json": eval.AnyRuleset, "ludoteka.json": "ludoteka", "fed.json": "federation"} {
		w := eval.Default()
		w.Ruleset = ruleset
		data, err := w.Encode()
		if err == nil {
			err = os.WriteFile(filepath.Join(env.WorkDir, name), data, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// exits runs the program in the script's folder and checks its exit code, its
// standard output and error being compared afterwards as usual.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE dama ARGUMENTS")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if err != nil {
		code = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if code != args[0] {
		ts.Fatalf("exit code %s, want %s (%v)", code, args[0], err)
	}
}

// lines checks the number of lines of the last standard output or of a file.
func lines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lines FILE COUNT")
	}
	if n := strings.Count(ts.ReadFile(args[0]), "\n"); fmt.Sprint(n) != args[1] {
		ts.Fatalf("%d lines in %s, want %s", n, args[0], args[1])
	}
}

// sameTree compares two folders: the same files with the same bytes, but for locks.
func sameTree(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sametree FOLDER FOLDER")
	}
	a, err := tree(ts.MkAbs(args[0]))
	ts.Check(err)
	b, err := tree(ts.MkAbs(args[1]))
	ts.Check(err)
	if diff := treeDiff(a, b); diff != "" {
		ts.Fatalf("%s and %s differ: %s", args[0], args[1], diff)
	}
}

// tree reads all files below a folder but locks, by their paths inside it.
func tree(dir string) (map[string]string, error) {
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == datasets.LockName {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		files[name] = string(data)
		return err
	})
	return files, err
}

// treeDiff names the files in which two trees differ.
func treeDiff(a, b map[string]string) string {
	var names []string
	for name := range maps.Keys(a) {
		if text, there := b[name]; !there || text != a[name] {
			names = append(names, name)
		}
	}
	for name := range maps.Keys(b) {
		if _, there := a[name]; !there {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// runMain calls the program as the command does.
func runMain(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = Main(context.Background(), append([]string{"dama"}, args...), strings.NewReader(""), &out, &errs)
	return code, out.String(), errs.String()
}

func mustMain(t *testing.T, command string) {
	t.Helper()
	if code, _, errs := runMain(t, strings.Fields(command)...); code != exitDone {
		t.Fatalf("dama %s: exit code %d, %s", command, code, errs)
	}
}

func TestCompletionNeverCrashes(t *testing.T) {
	for _, words := range [][]string{
		{},
		{"-"},
		{"--"},
		{"--h"},
		{"mov"},
		{"moves"},
		{"moves", "-"},
		{"moves", "--"},
		{"moves", "--f"},
		{"moves", "--fen"},
		{"moves", "--fen", "-"},
		{"rules"},
		{"rules", "s"},
		{"rules", "--"},
		{"perft", "--depth"},
		{"perft", "--depth", "x", "--c"},
		{"perft", "--nosuch"},
		{"nosuch", "--x"},
		{"run", "--out", "--"},
	} {
		code, out, _ := runMain(t, append(words, askCompletion)...)
		if code != exitDone {
			t.Errorf("%q: exit code %d, output %q", words, code, out)
		}
	}
	for _, c := range []struct{ words, want string }{
		{"", "perft\n"},
		{"pe", "perft\n"},
		{"rules ", "show\n"},
		{"moves --f", "--fens\n"},
		{"perft --d", "--divide\n"},
		{"perft ", "--depth\n"},
		{"moves --ruleset ", "ludoteka\n"},
		{"moves --format j", "json\n"},
		{"perft --divide --c", "--count\n"},
		{"play --lang ", "tr\n"},
		{"match --a d", "default\n"},
		{"hub --endgame ", "builtin\n"},
		{"tune pr", "promote\n"},
		{"tune --pr", "--prior\n"},
		{"tune promote --l", "--ledger\n"},
		{"datasets p", "positions\n"},
		{"datasets export --format n", "npz\n"},
		{"datasets positions --format j", "json\n"},
		{"datasets export --what pu", "puzzles\n"},
	} {
		if _, out, _ := runMain(t, append(strings.Split(c.words, " "), askCompletion)...); !strings.Contains(out, c.want) {
			t.Errorf("completing %q offers %q, which lacks %q", c.words, out, c.want)
		}
	}
}

func TestCancelledIsExit130(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range [][]string{
		{"perft", "--depth", "12"},
		{"run", "--out", t.TempDir(), "--games", "5", "--nodes", "10"},
		{"datasets", "import", "--in", "-", "--out", t.TempDir()},
		{"endgame", "build", "--pieces", "3", "--out", t.TempDir()},
		{"endgame", "verify"},
	} {
		var out, errs bytes.Buffer
		if code := Main(ctx, append([]string{"dama"}, args...), strings.NewReader(""), &out, &errs); code != exitCancelled {
			t.Errorf("%q: exit code %d, stderr %q", args, code, errs.String())
		}
	}
}

// TestEveryLineIsJSON runs each command that has --format json.
func TestEveryLineIsJSON(t *testing.T) {
	for _, args := range []string{
		"version", "rules list", "rules show --ruleset ply-yard", "moves --fen W:Wa1:Ba3", "perft --depth 3",
		"perft --depth 2 --divide", "search --depth 3 --lines 2", "endgame info", "endgame probe --fen B:Wa3:BKh8",
	} {
		code, out, errs := runMain(t, append(strings.Fields(args), "--format", "json")...)
		if code != exitDone || errs != "" {
			t.Errorf("%s: exit code %d, stderr %q", args, code, errs)
		}
		for line := range strings.Lines(out) {
			if !json.Valid([]byte(line)) || !strings.HasPrefix(line, "{") {
				t.Errorf("%s: not one object a line: %q", args, line)
			}
		}
	}
}

// TestEveryFlagRefusesNonsense feeds each command's flags values that can't be
// meant; the exit code must be 1 or 2 with one clear line, and nothing on stdout.
func TestEveryFlagRefusesNonsense(t *testing.T) {
	missing := t.TempDir() + "/no/such/file.toml"
	for _, args := range []string{
		"moves --fen x", "moves --fen W:Wa1:Bb1 --ruleset " + missing, "moves", "moves --fens " + missing, "moves --fen W:Wa1:B --fens x",
		"perft --depth x", "perft --depth 0", "perft --depth -3", "perft", "perft --depth 1 --workers 0", "perft --depth 1 --count leaves",
		"perft --depth 1 --table -1", "perft --depth 1 --format xml", "search", "search --depth 0", "search --nodes 0", "search --time -1s",
		"search --time 5", "search --depth 1 --lines 0", "search --depth 1 --weights " + missing, "search --depth 1 --fen B:Wa1:B",
		"rules show --ruleset federatino", "rules nosuch", "nosuch", "run", "run --out x --games 0", "run --out x --nodes 0",
		"run --out x --pairs -1", "run --out x --workers 0", "run --out x --ruleset nosuch", "version extra", "perft word --depth 2",
		"perft --nosuch 3", "perft --depth", "--nosuch", "completion --shell fish",
		"datasets import", "datasets import --in x", "datasets import --in - --out x --report " + missing, "datasets import --in " + missing + " --out x",
		"datasets verify --in a --in b", "perft --depth 1 --depth=2", "selfplay --out x --spec=", "datasets nosuch", "datasets verify", "datasets verify --in " + missing, "datasets verify --in x --seed -1",
		"datasets verify --in x --workers 0", "datasets info", "datasets info --in " + missing, "datasets info --in x --format tsv",
		"datasets nosuch", "datasets positions --in " + missing, "datasets positions --in " + missing + " --out x",
		"datasets positions --in . --out x --min-score ten", "datasets export --in " + missing + " --out x --format csv", "datasets export --format csv --out -",
		"tune", "tune nosuch", "tune --in x --out x --lambda ten", "tune --in " + missing + " --out x", "tune promote --in x --to x", "tune promote",
		"tune ledger --in x", "tune power --expect much", "tune power --like x", "tune power word",
		"endgame probe --fen x", "endgame info --in " + missing, "endgame verify --in x",
		"endgame build --pieces x --out x", "endgame build --pieces 1 --out x", "endgame probe --fen W:Wa1:Ba2 --format xml",
	} {
		code, out, errs := runMain(t, strings.Fields(args)...)
		if code != exitUsage && code != exitFailed {
			t.Errorf("%s: exit code %d", args, code)
		}
		if out != "" || !strings.HasPrefix(errs, "dama: ") || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: stdout %q, stderr %q; want one line that begins with dama:", args, out, errs)
		}
	}
	if _, err := os.Stat("x"); err == nil {
		t.Error("a refused run has left a folder behind")
	}
}
