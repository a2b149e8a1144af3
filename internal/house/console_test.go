package house

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// step is one command of a console block and what the page says it prints.
type step struct {
	line    int // of the command, in its page
	command string
	want    []string // nothing: the page does not say
	exit    int
	slow    bool // its block is marked "console slow"
}

var (
	exitLine = regexp.MustCompile(`^\(exit ([0-9]+)\)$`)
	fence    = regexp.MustCompile("^(```+|~~~+)\\s*(.*)$")
)

// readSteps finds the commands in the console blocks of a Markdown page. A
// command starts with "$ " and goes on over lines that end in a backslash; the
// lines after it are its output, closed by "(exit N)" where N is not zero.
func readSteps(page string) ([]step, error) {
	var steps []step
	var closing, info string
	inside, goesOn := false, false
	for i, line := range strings.Split(page, "\n") {
		line = strings.TrimRight(line, " \t\r")
		mark := fence.FindStringSubmatch(line)
		last := len(steps) - 1
		switch {
		case !inside && mark != nil:
			inside, goesOn, closing, info = true, false, mark[1], strings.Join(strings.Fields(mark[2]), " ")
			if info == "console" || info == "console slow" {
				steps = append(steps, step{}) // what stands before the first command
			}
		case inside && mark != nil && mark[2] == "" && strings.HasPrefix(mark[1], closing):
			inside = false
		case !inside || info != "console" && info != "console slow":
		case goesOn:
			steps[last].command, goesOn = join(steps[last].command, strings.TrimPrefix(line, "> "))
		case strings.HasPrefix(line, "$ "):
			next := step{line: i + 1, slow: info == "console slow"}
			next.command, goesOn = join("", line[len("$ "):])
			steps = append(steps, next)
		case steps[last].command == "":
			if line != "" {
				return nil, fmt.Errorf("%d: a console block must start with a command (\"$ \"), not with %q", i+1, line)
			}
		case exitLine.MatchString(line):
			fmt.Sscanf(line, "(exit %d)", &steps[last].exit)
		default:
			steps[last].want = append(steps[last].want, line)
		}
	}
	if inside {
		return nil, fmt.Errorf("%d: a block is never closed", strings.Count(page, "\n")+1)
	}
	return commandsOnly(steps), nil
}

// join adds a line to a command and reports whether the command goes on.
func join(command, line string) (string, bool) {
	cut, goesOn := strings.CutSuffix(line, `\`)
	return command + cut, goesOn
}

// commandsOnly drops the block beginnings and the blank lines after outputs.
func commandsOnly(steps []step) []step {
	var kept []step
	for _, s := range steps {
		if s.command != "" {
			s.want = trimBlank(s.want)
			kept = append(kept, s)
		}
	}
	return kept
}

func trimBlank(lines []string) []string {
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// mismatch is the first wanted line (counted from 0) that the output does not
// bear out, or -1 if it does. A line "..." stands for any number of lines, an
// ellipsis character inside a line for any text.
func mismatch(want []string, output string) int {
	var got strings.Builder
	for _, line := range trimBlank(strings.Split(output, "\n")) {
		got.WriteString(strings.TrimRight(line, " \t\r") + "\n")
	}
	pattern := `\A`
	for i, line := range want {
		pattern += linePattern(line)
		if !regexp.MustCompile(pattern).MatchString(got.String()) {
			return i
		}
	}
	if !regexp.MustCompile(pattern + `\z`).MatchString(got.String()) {
		return len(want)
	}
	return -1
}

func linePattern(line string) string {
	if strings.TrimSpace(line) == "..." {
		return `(?:[^\n]*\n)*`
	}
	return strings.ReplaceAll(regexp.QuoteMeta(line), "…", `[^\n]*`) + `\n`
}

func TestReadSteps(t *testing.T) {
	steps, err := readSteps(strings.Join([]string{
		"# Page", "", "$ not a command", "```console", "$ dama version", "dama …", "", "$ dama moves \\", "> --fen x  ", "(exit 2)", "```",
		"```sh", "$ dama not-this", "```", "````console slow", "", "$ dama run", "```", "...", "````", "```console  ", "$ ls", "```",
	}, "\n"))
	want := []step{
		{line: 5, command: "dama version", want: []string{"dama …"}},
		{line: 8, command: "dama moves --fen x", exit: 2},
		{line: 17, command: "dama run", want: []string{"```", "..."}, slow: true},
		{line: 22, command: "ls"},
	}
	if err != nil || fmt.Sprintf("%+v", steps) != fmt.Sprintf("%+v", want) {
		t.Errorf("got  %+v (%v)\nwant %+v", steps, err, want)
	}
	for page, complaint := range map[string]string{
		"```console\noutput\n```\n":        "2: a console block must start with a command",
		"```console\n$ dama version\n\n``": "4: a block is never closed",
	} {
		if _, err := readSteps(page); err == nil || !strings.HasPrefix(err.Error(), complaint) {
			t.Errorf("%q: got %v, want %s", page, err, complaint)
		}
	}
}

func TestMismatch(t *testing.T) {
	const output = "depth 1\ndepth 2\n  took 0.3 s  \n\n"
	for _, c := range []struct {
		want string
		at   int
	}{
		{"depth 1\ndepth 2\n  took 0.3 s", -1},
		{"depth 1\n...\n  took … s", -1},
		{"...\ndepth 2\n...", -1},
		{"...", -1},
		{"...\ndepth 3\n...", 1},
		{"depth 1\ndepth 2", 2},
		{"depth 1\n...\ndepth 1", 2},
		{"depth .\n...", 0},
		{"depth 1\ndepth …\n  took 0.3 s\nand more", 3},
	} {
		if at := mismatch(strings.Split(c.want, "\n"), output); at != c.at {
			t.Errorf("%q: mismatch at %d, want %d", c.want, at, c.at)
		}
	}
}
