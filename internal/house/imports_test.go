package house

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// checkImports holds every import of the tree against the table of rooms.
func checkImports(t *tree, rooms map[string]room) []string {
	var problems []string
	unlisted := map[string]bool{}
	for _, src := range t.files {
		here, listed := rooms[src.dir]
		if !listed {
			if !unlisted[src.dir] {
				problems = append(problems, t.at(src.file.Package,
					"package %s has no floor: give it a line in rooms (internal/house/rooms_test.go) and in docs/ARCHITECTURE.md", src.dir))
			}
			unlisted[src.dir] = true
			continue
		}
		for _, spec := range src.file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				problems = append(problems, t.at(spec.Pos(), "import path %s cannot be read", spec.Path.Value))
				continue
			}
			if ban := banned(src, here, path, rooms); ban != "" {
				problems = append(problems, t.at(spec.Pos(), "%s must not import %s: %s (why: %s)", src.dir, path, ban, here.why))
			}
		}
	}
	return problems
}

// banned is the rule that forbids an import, or "" if the import is allowed.
func banned(src *source, here room, path string, rooms map[string]room) string {
	switch {
	case path == "C":
		return "the main module builds without a C compiler"
	case path == module || strings.HasPrefix(path, module+"/"):
		return bannedOwn(src, here, strings.TrimPrefix(path, module+"/"), rooms)
	case !strings.Contains(strings.SplitN(path, "/", 2)[0], "."):
		return "" // the standard library
	case under(path, here.third) || src.test && under(path, testLibraries):
		return ""
	case len(here.third) == 0:
		return "it uses no third-party package"
	}
	return "of third-party packages it may use only " + strings.Join(here.third, ", ")
}

// bannedOwn is banned for a package of ours, named by its directory.
func bannedOwn(src *source, here room, dir string, rooms map[string]room) string {
	external := strings.HasSuffix(src.file.Name.Name, "_test")
	there, listed := rooms[dir]
	switch {
	case !listed:
		return "no such package in rooms (internal/house/rooms_test.go)"
	case src.test && external && (dir == src.dir || slices.Contains(testExtras[src.dir], dir)):
		return ""
	case there.floor > here.floor:
		return fmt.Sprintf("imports run down only, and that would run up from floor %d to floor %d", here.floor, there.floor)
	case there.floor == here.floor:
		return fmt.Sprintf("imports run down only, and both stand on floor %d", here.floor)
	case here.all || src.test || slices.Contains(here.own, dir):
		return ""
	case len(here.own) == 0:
		return "it imports no package of ours"
	}
	return "of ours it may import only " + strings.Join(here.own, ", ")
}

// under reports whether an import path is one of the prefixes or below one.
func under(path string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool {
		return path == p || strings.HasPrefix(path, p+"/")
	})
}

// checkRooms holds the table against itself: the arrows it allows run down.
func checkRooms(rooms map[string]room) []string {
	var problems []string
	for dir, here := range rooms {
		if here.why == "" {
			problems = append(problems, fmt.Sprintf("rooms[%q] gives no reason", dir))
		}
		for _, to := range here.own {
			if there, listed := rooms[to]; !listed || there.floor >= here.floor {
				problems = append(problems, fmt.Sprintf("rooms[%q] allows %q, which is not on a lower floor", dir, to))
			}
		}
	}
	return problems
}

func TestImportsRunDown(t *testing.T) {
	none(t, checkRooms(rooms))
	none(t, checkImports(realTree(t), rooms))
}

func TestImportCheckCanFail(t *testing.T) {
	got := checkImports(madeUpTree(t, map[string]string{
		"attic/a.go":          "package attic\nimport _ \"damalab/search\"\n",
		"attic/b.go":          "package attic\n",
		"dama/a.go":           "package dama\nimport _ \"fmt\"\nimport _ \"damalab/eval\"\n",
		"eval/a.go":           "package eval\nimport _ \"damalab/dama\"\nimport _ \"damalab/endgame\"\nimport _ \"damalab/internal/ordered\"\n",
		"eval/b.go":           "package eval\nimport _ \"gonum.org/v1/gonum/mat\"\nimport _ \"C\"\nimport _ \"damalab/nowhere\"\n",
		"tuner/a.go":          "package tuner\nimport _ \"gonum.org/v1/gonum/mat\"\nimport _ \"damalab/search\"\n",
		"tuner/b.go":          "package tuner\nimport _ \"gonum.org/v1/gonumlike\"\n",
		"cmd/dama/main.go":    "package main\nimport _ \"damalab/tuner\"\nimport _ \"github.com/urfave/cli/v2\"\n",
		"search/a.go":         "package search\nimport _ \"pgregory.net/rapid\"\n",
		"internal/house/a.go": "package house\nimport _ \"damalab/dama\"\n",
	}), rooms)
	exactly(t, got,
		"attic/a.go:1: package attic has no floor",
		"dama/a.go:3: dama must not import damalab/eval: imports run down only, and that would run up from floor 0 to floor 1 (why: the rules",
		"eval/a.go:3: eval must not import damalab/endgame: imports run down only, and both stand on floor 1",
		"eval/a.go:4: eval must not import damalab/internal/ordered: of ours it may import only dama (why: what a position",
		"eval/b.go:2: eval must not import gonum.org/v1/gonum/mat: it uses no third-party",
		"eval/b.go:3: eval must not import C: the main module builds without",
		"eval/b.go:4: eval must not import damalab/nowhere: no such package",
		"internal/house/a.go:2: internal/house must not import damalab/dama: imports run down only",
		"search/a.go:2: search must not import pgregory.net/rapid: it uses no third-party",
		"tuner/a.go:3: tuner must not import damalab/search: of ours it may import only",
		"tuner/b.go:2: tuner must not import gonum.org/v1/gonumlike: of third-party packages it may use only",
	)
}

func TestImportCheckOfTests(t *testing.T) {
	got := checkImports(madeUpTree(t, map[string]string{
		"dama/in_test.go":    "package dama\nimport _ \"damalab/internal/referee\"\nimport _ \"pgregory.net/rapid\"\n",
		"dama/ext_test.go":   "package dama_test\nimport _ \"damalab/internal/referee\"\nimport _ \"damalab/dama\"\n",
		"eval/ext_test.go":   "package eval_test\nimport _ \"damalab/eval\"\nimport _ \"damalab/search\"\n",
		"search/own_test.go": "package search\nimport _ \"damalab/datasets\"\nimport _ \"github.com/parquet-go/parquet-go\"\n",
	}), rooms)
	exactly(t, got,
		"dama/in_test.go:2: dama must not import damalab/internal/referee: imports run down only",
		"eval/ext_test.go:3: eval must not import damalab/search: imports run down only",
		"search/own_test.go:3: search must not import github.com/parquet-go/parquet-go: it uses no third-party",
	)
}

func TestRoomsCheckCanFail(t *testing.T) {
	exactly(t, checkRooms(map[string]room{
		"a": {floor: 0, own: []string{"b"}, why: "x"},
		"b": {floor: 0, why: "x"},
		"c": {floor: 1, own: []string{"a", "gone"}},
	}),
		`rooms["a"] allows "b", which is not on a lower floor`,
		`rooms["c"] allows "gone", which`,
		`rooms["c"] gives no reason`,
	)
}
