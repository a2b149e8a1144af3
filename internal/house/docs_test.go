package house

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Patience with one command of a page, so that a hanging one is named instead
// of taking the whole test run with it.
const (
	patience     = 2 * time.Minute
	slowPatience = 40 * time.Minute
)

// TestDocs runs the commands shown in README.md and docs/*.md and holds their
// output against what is printed there. The commands of one page run in order
// in one empty directory, so a page can use what it made. Only commands that
// start with dama (or go run ./cmd/dama) are run; output means stdout and
// stderr together, as a reader would see them. Blocks marked "console slow"
// run with DAMA_SLOW_DOCS=1.
func TestDocs(t *testing.T) {
	root := repoRoot(t)
	pages := map[string][]step{}
	paths, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(paths, filepath.Join(root, "README.md")) {
		name, _ := filepath.Rel(root, path)
		steps, err := runnable(path, os.Getenv("DAMA_SLOW_DOCS") == "1")
		if err != nil {
			t.Errorf("%s:%v", filepath.ToSlash(name), err)
		} else if len(steps) > 0 {
			pages[filepath.ToSlash(name)] = steps
		}
	}
	if len(pages) == 0 {
		return
	}
	if runtime.GOOS == "windows" {
		t.Skip("the pages speak to a POSIX shell")
	}
	bin := buildDama(t, root)
	for name, steps := range pages {
		t.Run(name, func(t *testing.T) {
			none(t, follow(t.Context(), name, steps, bin, t.TempDir()))
		})
	}
}

// runnable are the commands of a page that the test can run; no page, none.
func runnable(path string, slow bool) ([]step, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	steps, err := readSteps(string(text))
	var kept []step
	for _, s := range steps {
		if rest, ok := strings.CutPrefix(s.command, "go run ./cmd/dama "); ok {
			s.command = "dama " + rest
		}
		if strings.HasPrefix(s.command, "dama ") && (slow || !s.slow) {
			kept = append(kept, s)
		}
	}
	return kept, err
}

// buildDama builds the command into a directory of its own and returns that.
func buildDama(t *testing.T, root string) string {
	t.Helper()
	if _, err := os.Stat(filepath.Join(root, "cmd", "dama")); err != nil {
		t.Fatalf("the pages show dama commands, but there is nothing to build: %v", err)
	}
	bin := t.TempDir()
	build := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(bin, "dama"), "./cmd/dama")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build ./cmd/dama: %v\n%s", err, out)
	}
	return bin
}

// follow runs the steps of a page in dir, with the commands in bin first on
// the path, and reports where the page is wrong.
func follow(ctx context.Context, page string, steps []step, bin, dir string) []string {
	var problems []string
	for _, s := range steps {
		output, exit, err := run(ctx, s, bin, dir)
		switch at := mismatch(s.want, output); {
		case err != nil:
			problems = append(problems, fmt.Sprintf("%s:%d: %s: %v\n%s", page, s.line, s.command, err, output))
		case exit != s.exit:
			problems = append(problems, fmt.Sprintf("%s:%d: %s: exit code %d, the page says %d (\"(exit N)\" as the last line)\n%s",
				page, s.line, s.command, exit, s.exit, output))
		case len(s.want) > 0 && at >= 0:
			problems = append(problems, fmt.Sprintf("%s:%d: %s: %s; correct the page or the program. It printed:\n%s",
				page, s.line, s.command, complaint(s.want, at), output))
		}
	}
	return problems
}

func complaint(want []string, at int) string {
	if at == len(want) {
		return "the output has more lines than the page"
	}
	return fmt.Sprintf("line %d of the output on the page is not what comes: %q", at+1, want[at])
}

// run runs one command in a shell. Its error is about running it at all.
func run(ctx context.Context, s step, bin, dir string) (output string, exit int, err error) {
	limit := patience
	if s.slow {
		limit = slowPatience
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", s.command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_COLOR=1", "TERM=dumb")
	cmd.WaitDelay = time.Second // a grandchild may hold the pipe open
	out, err := cmd.CombinedOutput()
	var ended *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return string(out), 0, fmt.Errorf("not done after %v (a block that takes long is marked \"console slow\")", limit)
	case errors.As(err, &ended):
		return string(out), ended.ExitCode(), nil
	}
	return string(out), 0, err
}

func TestDocsCheckCanFail(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the pages speak to a POSIX shell")
	}
	bin, dir := t.TempDir(), t.TempDir()
	script := "#!/bin/sh\necho \"$@\"\necho \"$@\" >>seen\nif [ \"$1\" = bad ]; then exit 2; fi\n"
	if err := os.WriteFile(filepath.Join(bin, "dama"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(dir, "page.md")
	text := "```console\n$ go run ./cmd/dama version\nversion\n$ dama bad flag\nbad …\n(exit 2)\n$ dama bad\n$ dama version\nversion 2\n" +
		"$ rm -r somewhere\n$ dama >/dev/null && cat seen\nversion\n...\n(exit 3)\n```\n```console slow\n$ dama slow\n```\n"
	if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	steps, err := runnable(page, false)
	if err != nil || len(steps) != 5 {
		t.Fatalf("%d steps to run (%v), want 5", len(steps), err)
	}
	exactly(t, follow(t.Context(), "page.md", steps, bin, dir),
		"page.md:7: dama bad: exit code 2, the page says 0",
		`page.md:8: dama version: line 1 of the output on the page is not what comes: "version 2"`,
		"page.md:11: dama >/dev/null && cat seen: exit code 0, the page says 3",
	)
	if all, _ := runnable(page, true); len(all) != 6 {
		t.Errorf("%d steps to run with the slow ones, want 6", len(all))
	}
}
