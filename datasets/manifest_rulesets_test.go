package datasets

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A mixed dataset's manifest is checked as a whole when it is read.
func TestLoadMixedManifest(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, "mixed")
	var inputs []string
	for i, name := range []string{"federation", "ludoteka"} {
		inputs = append(inputs, filepath.Join(base, name))
		newTestRun(t, namedRules(t, name), uint64(i), 1, 1).store(t, inputs[i], upTo(0, 1))
	}
	mustMerge(t, dir, inputs...)
	path := filepath.Join(dir, ManifestName)
	good := string(mustRead(t, path))
	begin := strings.Index(good, `"rulesets"`)
	end := strings.Index(good, `"spec"`)
	second := begin + strings.Index(good[begin:], `"name": "ludoteka"`)
	for _, c := range []struct{ text, message string }{
		{good[:begin] + good[end:], ""}, // one ruleset: the folders do not matter then
		{good[:begin] + strings.Replace(good[begin:], `"name": "federation"`, `"name": "fed"`, 1), "not the first of rulesets"},
		{good[:begin] + strings.Replace(good[begin:], `"repetition": 3`, `"repetition": 4`, 1), "not the first of rulesets"},
		{good[:second] + strings.Replace(good[second:], "ludoteka", "federation", 1), "each once"},
		{good[:second] + strings.Replace(good[second:], "ludoteka", "a", 1), "sorted by name"},
		{good[:second] + strings.Replace(good[second:], "ludoteka", "x/y", 1), "name of a folder"},
		{good[:second] + strings.Replace(good[second:], `"repetition": 3`, `"repetition": -3`, 1), `rulesets: "ludoteka"`},
		{good[:begin] + `"rulesets": [], ` + good[end:], "two or more"},
		{strings.Replace(good, "games/ruleset=ludoteka/", "games/ruleset=istanbul/", 1), "in no folder of one of the rulesets"},
		{strings.Replace(good, "games/ruleset=ludoteka/", "games/", 1), "in no folder of one of the rulesets"},
	} {
		if c.text == good {
			t.Fatalf("%s: the manifest was not changed:\n%s", c.message, good)
		}
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := LoadManifest(dir)
		if c.message == "" && err != nil || c.message != "" && (err == nil || !strings.Contains(err.Error(), c.message)) {
			t.Errorf("want %q: %v", c.message, err)
		}
	}
}

func TestSplitName(t *testing.T) {
	for spec, want := range map[string]string{
		`{"split":"train"}`: "train",
		`{"split":{"part":"test","of":{"spec":{"a":1}}}}`: "test",
		`{"nodes":3}`: "",
		`{"split":3}`: "",
		`"split"`:     "",
		`{"merged":[{"spec":{"split":{"part":"train"}}}]}`: "",
		`{"split":{"of":{"spec":{}}},"part":"validation"}`: "",
	} {
		if got := (&Manifest{Spec: []byte(spec)}).Split(); got != want {
			t.Errorf("%s: %q, want %q", spec, got, want)
		}
	}
}
