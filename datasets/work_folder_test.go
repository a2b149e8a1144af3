package datasets

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"damalab/internal/atomicfile"
)

func mustPut(t testing.TB, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// What a kill can leave is made anew; a folder with anything else is refused and
// not touched.
func TestLeftovers(t *testing.T) {
	base := t.TempDir()
	in := filepath.Join(base, "in")
	newTestRun(t, federation(t), 1, 2, 2).store(t, in, upTo(0, 2))
	want := contents(t, in)
	const temp = ".x.tmp-0123456789abcdef"
	for i, c := range []struct {
		files string // in the output folder
		other string // the one that is in the way
	}{
		{"", ""},
		{LockName, ""},
		{LockName + " " + unfinishedName, ""},
		{"." + unfinishedName + ".tmp-0123456789abcdef", ""},
		{unfinishedName + " games/shard-00000.parquet games/shard-00009.parquet games/" + temp + " " + temp, ""},
		{unfinishedName + " puzzles/ruleset=x/shard-00000.parquet train/manifest.json test/games/shard-00000.parquet", ""},
		{"games/shard-00000.parquet", "games"},
		{"manifest.json", "manifest.json"},
		{unfinishedName + " manifest.json", "manifest.json"},
		{unfinishedName + " games/shard-00000.parquet games/notes.txt", "games/notes.txt"},
		{unfinishedName + " thesis.txt", "thesis.txt"},
		{unfinishedName + " other/games/shard-00000.parquet", "other/games/shard-00000.parquet"},
		{unfinishedName + " games/shard-1.parquet", "games/shard-1.parquet"},
		{"thesis.txt", "thesis.txt"},
	} {
		out := filepath.Join(base, "out", string(rune('a'+i)))
		if err := os.MkdirAll(out, 0o777); err != nil {
			t.Fatal(err)
		}
		for name := range strings.FieldsSeq(c.files) {
			mustPut(t, filepath.Join(out, name))
		}
		before := contents(t, out)
		_, err := Merge(t.Context(), out, []string{in}, Watch{})
		got := contents(t, out)
		switch {
		case c.other != "":
			if err == nil || !strings.Contains(err.Error(), "not empty: "+c.other+" is in it") || !maps.Equal(got, before) {
				t.Errorf("%s: %v, files %v", c.files, err, got)
			}
		case err != nil || !maps.Equal(got, want):
			t.Errorf("%s: %v, files %v, want %v", c.files, err, got, want)
		}
	}
}

func TestClaimFolderRefuses(t *testing.T) {
	base := t.TempDir()
	in := filepath.Join(base, "in")
	newTestRun(t, federation(t), 1, 2, 2).store(t, in, upTo(0, 2))
	before := contents(t, in)
	link := filepath.Join(base, "link")
	if err := os.Symlink(in, link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	mustPut(t, filepath.Join(base, "file"))
	locked := filepath.Join(base, "locked")
	mustPut(t, filepath.Join(locked, unfinishedName))
	release, err := atomicfile.Lock(filepath.Join(locked, LockName))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ out, in, message string }{
		{in, in, "same folder"},
		{link, in, "same folder"},
		{in, link, "same folder"},
		{filepath.Join(link, "below", "it"), in, "inside the other"},
		{base, link, "inside the other"},
		{filepath.Join(base, "file"), in, "is a file"},
		{filepath.Join(base, "file", "x"), in, "can't be used"},
		{locked, in, "another process"},
	} {
		if _, err := Merge(t.Context(), c.out, []string{c.in}, Watch{}); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("--in %s --out %s: %v", c.in, c.out, err)
		}
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if after := contents(t, in); !maps.Equal(before, after) {
		t.Errorf("the input has changed: %v", after)
	}
	mustMerge(t, locked, link) // through a link, into what was locked
	if got := contents(t, locked); !maps.Equal(got, before) {
		t.Errorf("files %v, want %v", got, before)
	}
}

// What somebody puts into a folder while it is being filled stays when the work
// fails, and its folder too.
func TestFailureKeepsWhatIsNotOurs(t *testing.T) {
	out := filepath.Join(t.TempDir(), "a", "b")
	broken := errors.New("broken")
	err := fillFolder(out, ManifestName, nil, func(w *workFolder) ([]byte, error) {
		for _, name := range []string{"thesis.txt", "games/notes.txt", "games/shard-00000.parquet", InputsFolder + "/mine.json"} {
			mustPut(t, filepath.Join(w.dir, name))
		}
		return nil, broken
	})
	kept := contents(t, out)
	if _, shard := kept["games/shard-00000.parquet"]; !errors.Is(err, broken) || shard || len(kept) != 3 {
		t.Errorf("%v, files %v", err, kept)
	}
}

// Inputs of one name must be the same; those that only one part has are taken.
func TestMergeInputs(t *testing.T) {
	base := t.TempDir()
	run := newTestRun(t, federation(t), 1, 4, 2)
	a, b, out := filepath.Join(base, "a"), filepath.Join(base, "b"), filepath.Join(base, "out")
	run.store(t, a, upTo(0, 2))
	run.store(t, b, upTo(2, 4))
	name := func(kind string) string {
		return filepath.Join(InputsFolder, kind+"-"+strings.Repeat("0a", 32)+".json")
	}
	mustPut(t, filepath.Join(a, name("weights")))
	mustPut(t, filepath.Join(b, name("weights")))
	mustPut(t, filepath.Join(b, name("openings")))
	mustPut(t, filepath.Join(b, InputsFolder, "weights-.json.damaged"))
	mustMerge(t, out, a, b)
	var names []string
	for name := range contents(t, out) {
		if strings.HasPrefix(name, InputsFolder) {
			names = append(names, filepath.FromSlash(name))
		}
	}
	slices.Sort(names)
	if want := []string{name("openings"), name("weights")}; !slices.Equal(names, want) {
		t.Errorf("inputs %q, want %q", names, want)
	}
	if err := os.WriteFile(filepath.Join(a, name("weights")), []byte("other"), 0o600); err != nil {
		t.Fatal(err)
	}
	again := filepath.Join(base, "again")
	_, err := Merge(t.Context(), again, []string{a, b}, Watch{})
	if err == nil || !strings.Contains(err.Error(), filepath.Join(a, name("weights"))+" and "+filepath.Join(b, name("weights"))) {
		t.Error(err)
	}
	gone(t, again)
}
