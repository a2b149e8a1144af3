package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/endgame"
	"damalab/eval"
	"damalab/search"
	"damalab/search/hub"
)

// knownWin is a win in 27 plies under the federation's rules.
const knownWin = "W:Wa3,b2:Bg7"

// TestHubAsksTables: a single node is enough to win.
func TestHubAsksTables(t *testing.T) {
	rules, err := dama.FindRuleset(dama.DefaultRuleset)
	if err != nil {
		t.Fatal(err)
	}
	tables, _ := endgame.Builtin(rules.Facts)
	defer tables.Close()
	c, err := hub.Start(t.Context(), []string{"dama", "hub", "--endgame", "builtin"}, hub.Options{Nodes: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	p, err := dama.ParseFEN(knownWin)
	if err != nil {
		t.Fatal(err)
	}
	game := dama.NewHistory(rules.Facts, p)
	for left := 27; left > 0; left-- {
		if v, err := tables.Ask(game.Position()); err != nil || v.Plies != left || game.Outcome().Over {
			t.Fatalf("%v is %v and should be over in %d (%v)", game.Position(), v, left, err)
		}
		m, err := c.Move(t.Context(), game)
		if err != nil {
			t.Fatal(err)
		}
		game.Play(m)
	}
	if !game.Outcome().Over {
		t.Error("after 27 plies the game goes on")
	}
}

// damagedTables returns a folder with the federation's tables of three pieces, whose
// heads are whole and whose entries are not.
func damagedTables(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "set")
	if err := os.CopyFS(dir, os.DirFS("../../endgame/builtin/federation")); err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.endgame"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := min(len(data)-33, 1500); i < len(data)-32; i++ { // heads are shorter than 1500 bytes
			data[i] ^= 0x55
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// toldOnce checks that the damage was told once and names the file.
func toldOnce(t *testing.T, what, stderr string) {
	t.Helper()
	if strings.Count(stderr, "dama: the search goes on without endgame tables: ") != 1 || strings.Count(stderr, "a block is damaged") != 1 {
		t.Errorf("%s: stderr %q", what, stderr)
	}
}

// TestSearchGoesOnWithoutDamagedTables finds what a search without tables finds.
func TestSearchGoesOnWithoutDamagedTables(t *testing.T) {
	dir := damagedTables(t)
	args := []string{"search", "--fen", knownWin, "--depth", "4", "--format", "json"}
	_, plain, _ := runMain(t, args...)
	code, out, errs := runMain(t, append(args, "--endgame", dir)...)
	if untimed(out) != untimed(plain) || code != exitDone {
		t.Errorf("exit code %d, stdout %s; without tables %s", code, out, plain)
	}
	toldOnce(t, "search", errs)
	code, _, errs = playWith(t.Context(), strings.NewReader("hint\nhint\na3-a4\nquit\n"), "--fen", knownWin, "--endgame", dir)
	if code != exitDone {
		t.Errorf("play: exit code %d", code)
	}
	toldOnce(t, "play", errs)
}

// TestSearchGoesOnWithoutTruncatedTables: a file that is cut off is seen on opening.
func TestSearchGoesOnWithoutTruncatedTables(t *testing.T) {
	dir := damagedTables(t)
	files, err := filepath.Glob(filepath.Join(dir, "*.endgame"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	if err := os.Truncate(files[0], 100); err != nil {
		t.Fatal(err)
	}
	args := []string{"search", "--fen", knownWin, "--depth", "4", "--format", "json"}
	_, plain, _ := runMain(t, args...)
	code, out, errs := runMain(t, append(args, "--endgame", dir)...)
	if untimed(out) != untimed(plain) || code != exitDone {
		t.Errorf("exit code %d, stdout %s; without tables %s", code, out, plain)
	}
	if strings.Count(errs, "dama: the search goes on without endgame tables: ") != 1 || !strings.Contains(errs, files[0]) {
		t.Errorf("stderr %q", errs)
	}
	code, _, errs = runMain(t, "selfplay", "--out", filepath.Join(t.TempDir(), "x"), "--games", "1", "--endgame", dir)
	if code != exitFailed || !strings.Contains(errs, files[0]) {
		t.Errorf("selfplay: exit code %d, stderr %q", code, errs)
	}
}

// untimed takes the times out of lines of JSON.
func untimed(lines string) string {
	var kept []string
	for _, part := range strings.Split(lines, ",") {
		if !strings.HasPrefix(part, `"seconds"`) {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, ",")
}

// TestHubEngineSaysOnce asks the engine that the hub command gives its server.
func TestHubEngineSaysOnce(t *testing.T) {
	rules, err := dama.FindRuleset(dama.DefaultRuleset)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := endgame.Open(damagedTables(t), rules.Facts)
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	h := helpedEngine{
		Engine:  search.New(rules.Facts, eval.New(eval.Default()), search.DefaultParams()),
		helpers: &helpers{Tables: tables}, e: &env{stderr: &errs},
	}
	defer h.helpers.close()
	h.helpers.help(h.Engine)
	p, err := dama.ParseFEN(knownWin)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		h.Search(t.Context(), dama.NewHistory(rules.Facts, p), search.Limits{Depth: 3}, nil)
	}
	toldOnce(t, "hub", errs.String())
}

// TestGamesNeedWholeTables: neither self-play nor a match goes on with damaged
// tables.
func TestGamesNeedWholeTables(t *testing.T) {
	dir := damagedTables(t)
	for _, args := range [][]string{
		{"selfplay", "--games", "200", "--nodes", "30", "--seed", "1", "--out", filepath.Join(t.TempDir(), "data")},
		{"match", "--a", "default", "--b", "default", "--games", "400", "--nodes", "30", "--workers", "1"},
	} {
		code, out, errs := runMain(t, append(args, "--endgame", dir)...)
		if code != exitFailed || out != "" || !strings.Contains(errs, "dama: endgame tables: "+dir) || !strings.Contains(errs, "a block is damaged") {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q", args[0], code, out, errs)
		}
	}
}
