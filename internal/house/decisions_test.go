package house

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"testing"
)

var decisionName = regexp.MustCompile(`^([0-9]{3})-[a-z0-9-]+\.md$`)

// checkDecisions reports decision notes whose number is taken or missing: a
// decision is cited by its number, so a number must mean one note for ever.
func checkDecisions(fsys fs.FS) []string {
	names, err := fs.Glob(fsys, "docs/decisions/*.md")
	if err != nil {
		return []string{err.Error()}
	}
	var problems []string
	taken := map[string]string{}
	for _, name := range names {
		base := path.Base(name)
		match := decisionName.FindStringSubmatch(base)
		switch {
		case base == "README.md":
		case match == nil:
			problems = append(problems, fmt.Sprintf("%s:1: name it NNN-title.md, in lower-case letters, digits and hyphens", name))
		case taken[match[1]] != "":
			problems = append(problems, fmt.Sprintf("%s:1: number %s is taken by %s: use the next free one", name, match[1], taken[match[1]]))
		default:
			taken[match[1]] = base
		}
	}
	return problems
}

func TestDecisionNumbers(t *testing.T) {
	none(t, checkDecisions(os.DirFS(repoRoot(t))))
}

func TestDecisionCheckCanFail(t *testing.T) {
	exactly(t, checkDecisions(madeUp(nil)))
	exactly(t, checkDecisions(madeUp(map[string]string{
		"docs/decisions/README.md":        "",
		"docs/decisions/001-one-file.md":  "",
		"docs/decisions/002-zstd.md":      "",
		"docs/decisions/002-workers.md":   "",
		"docs/decisions/3-three.md":       "",
		"docs/decisions/004-Uppercase.md": "",
	})),
		"docs/decisions/002-zstd.md:1: number 002 is taken by 002-workers.md",
		"docs/decisions/3-three.md:1: name it",
		"docs/decisions/004-Uppercase.md:1: name it",
	)
}
