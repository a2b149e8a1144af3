package house

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// foreignWords are what has no place in the project's texts: paths that exist
// on one machine only, and talk about how the work was organised. They are put
// together from parts here, so that this file passes its own check.
var foreignWords = regexp.MustCompile(strings.Join([]string{
	`(?i)/` + `work/`,
	`/` + `root/`,
	`/` + `home/[a-z0-9_.-]+`,
	`\bsub-?` + `agents?\b`,
	`\bhelper` + `\s+sessions?\b`,
}, "|"))

// checkWords reports foreign words in every text file below fsys that is not
// ignored by git.
func checkWords(fsys fs.FS) ([]string, error) {
	ignored := readIgnored(fsys)
	var problems []string
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name == ".git" || ignored(name, entry.IsDir()) {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		problems = append(problems, foreignIn(name, text)...)
		return nil
	})
	return problems, err
}

// foreignIn reports the foreign words of one file, by line; a file with a zero
// byte near its beginning is no text.
func foreignIn(name string, text []byte) []string {
	if bytes.IndexByte(text[:min(len(text), 8000)], 0) >= 0 {
		return nil
	}
	var problems []string
	for _, at := range foreignWords.FindAllIndex(text, -1) {
		line := 1 + bytes.Count(text[:at[0]], []byte("\n"))
		problems = append(problems, fmt.Sprintf("%s:%d: %q has no place in the project: say it without the machine it was written on",
			name, line, text[at[0]:at[1]]))
	}
	return problems
}

// readIgnored understands the part of .gitignore that the project uses: names
// and shell patterns, a slash in front for "only at the root", a slash behind
// for "only a directory".
func readIgnored(fsys fs.FS) func(name string, dir bool) bool {
	text, _ := fs.ReadFile(fsys, ".gitignore") // none: nothing is ignored
	lines := strings.Fields(string(text))
	return func(name string, dir bool) bool {
		for _, line := range lines {
			pattern := strings.TrimSuffix(line, "/")
			if pattern != line && !dir {
				continue
			}
			target := path.Base(name)
			if strings.HasPrefix(pattern, "/") {
				pattern, target = pattern[1:], name
			}
			if match, _ := path.Match(pattern, target); match {
				return true
			}
		}
		return false
	}
}

func TestWords(t *testing.T) {
	problems, err := checkWords(os.DirFS(repoRoot(t)))
	if err != nil {
		t.Fatal(err)
	}
	none(t, problems)
}

func TestWordCheckCanFail(t *testing.T) {
	slash := "/"
	problems, err := checkWords(madeUp(map[string]string{
		".gitignore":            "/bin/\n*.prof\n",
		".git/config":           slash + "root/x",
		"bin/log":               slash + "root/x",
		"docs/bin/log":          slash + "root/x",
		"cpu.prof":              slash + "root/x",
		".ci/run":               "cd " + slash + "work/main",
		"README.md":             "fine\n\nsee " + slash + "home/ali/dama\n" + "A Sub" + "agent and a helper" + "\nsession",
		"docs/fine.md":          "homework/ is fine, and so are roots, /" + "home, workers",
		"eval/testdata/x.bin":   "\x00" + slash + "root/x",
		"eval/testdata/x.jsonl": "{}\n{\"path\":\"" + slash + "root/x\"}\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	exactly(t, problems, "docs/bin/log:1: ", ".ci/run:1: ", "README.md:3: ", "README.md:4: ", "README.md:4: ", "eval/testdata/x.jsonl:2: ")
}
