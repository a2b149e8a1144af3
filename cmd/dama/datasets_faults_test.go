package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestDatasetCommandsRefuseAlike asks every command about datasets for what it can't
// do: the exit code and the one line are the same for all of them, and nothing is
// written.
func TestDatasetCommandsRefuseAlike(t *testing.T) {
	t.Chdir(t.TempDir())
	mustMain(t, "selfplay --games 3 --nodes 20 --seed 1 --out old")
	manifest, err := os.ReadFile(filepath.Join("old", "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	newer := strings.Replace(string(manifest), `"version": 1,`, `"version": 2,`, 1)
	for name, text := range map[string]string{"newer/manifest.json": newer, "file": "mine", "empty/notes.txt": "mine"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const in, out = "--in", "--out"
	commands := map[string]string{ // what else each one needs
		"repair": "", "info": "", "verify": "", "import": out, "positions": out, "export": out + " --format csv",
		"merge": out, "split": out, "dedup": out, "rescore": out,
	}
	for _, c := range datasetsCommand(&env{}).Subcommands {
		if _, listed := commands[c.Name]; !listed {
			t.Errorf("the command %s is not tested here", c.Name)
		}
	}
	for command, needs := range commands {
		writes := strings.Contains(needs, out)
		needs = strings.Replace(needs, out, out+" x", 1)
		for _, c := range []struct {
			args string
			code int
			want string
		}{
			{needs, exitUsage, "--in is missing: "},
			{in + "= " + needs, exitUsage, "--in is missing: "},
			{in + " old " + needs + " word", exitUsage, `unexpected word "word"`},
			{in + " old " + needs + " --nosuch", exitUsage, "unknown flag --nosuch"},
			{in + " old " + strings.Replace(needs, out+" x", "", 1), exitUsage, "--out is missing: "},
			{in + " nowhere " + needs, exitFailed, "nowhere is not a dataset: open nowhere/manifest.json: no such file"},
			{in + " empty " + needs, exitFailed, "empty is not a dataset: open empty/manifest.json: no such file"},
			{in + " file " + needs, exitFailed, "file is not a dataset: it is a file, and a dataset is a folder"},
			{in + " newer " + needs, exitFailed, "newer/manifest.json: the file is newer than this program: it has damalab version 2 "},
		} {
			switch {
			case strings.HasPrefix(c.want, "--out") && !writes:
				continue
			case command == "import" && c.code == exitFailed: // its input is no dataset, and has a script
				continue
			}
			args := slices.Concat([]string{"datasets", command}, strings.Fields(c.args))
			code, text, errs := runMain(t, args...)
			if code != c.code || text != "" || !strings.HasPrefix(errs, "dama: "+c.want) || strings.Count(errs, "\n") != 1 {
				t.Errorf("%q: exit code %d, want %d; stdout %q, stderr %q, want dama: %s", args, code, c.code, text, errs, c.want)
			}
			if _, err := os.Lstat("x"); err == nil {
				t.Errorf("%q: something was written", args)
				os.RemoveAll("x")
			}
		}
	}
}
