package endgame

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"damalab/dama"
)

// TestDigest: a set on disk has the digest of the built-in one with the same files,
// and rules, pieces and contents tell sets apart.
func TestDigest(t *testing.T) {
	federation := builtinOf(t, "federation")
	same := filepath.Join(t.TempDir(), "set")
	mustBuild(t, same, federation.Rules(), BuildOptions{Pieces: BuiltinPieces})
	seen := map[string]string{federation.Digest(): "federation"}
	digest := func(dir string) string {
		t.Helper()
		set, err := OpenAny(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer set.Close()
		return set.Digest()
	}
	if d := digest(same); d != federation.Digest() || len(d) != 64 {
		t.Errorf("the digest on disk is %s, the built-in one %s", d, federation.Digest())
	}
	if d := builtinOf(t, "checkers-arena").Digest(); d != builtinOf(t, "share-link").Digest() {
		t.Error("rulesets that share their tables have different digests")
	}
	small := filepath.Join(t.TempDir(), "set")
	mustBuild(t, small, federation.Rules(), BuildOptions{Pieces: 2})
	altered := copyOf(t, same)
	replace(ManifestName, `"sha256": "c304e9`, `"sha256": "c304e8`)(t, altered)
	for name, d := range map[string]string{
		"share-link": builtinOf(t, "share-link").Digest(), "ludoteka": builtinOf(t, "ludoteka").Digest(),
		"two pieces": digest(small), "another content": digest(altered),
	} {
		if other, ok := seen[d]; ok {
			t.Errorf("%s and %s have one digest", name, other)
		}
		seen[d] = name
	}
}

func TestFind(t *testing.T) {
	for _, r := range dama.Rulesets() {
		set, err := Find(BuiltinName, r.Facts)
		if err != nil {
			t.Fatal(err)
		}
		if set.MaxPieces() != BuiltinPieces || set.Rules() != RulesOf(r.Facts) {
			t.Errorf("%s: tables of %d pieces for %v", r.Name, set.MaxPieces(), set.Rules())
		}
		set.Close()
	}
	own := rulesWith(dama.OnePieceUnlessCapture).Facts()
	if _, err := Find(BuiltinName, own); !errors.Is(err, ErrNoBuiltin) {
		t.Error(err)
	}
	t.Chdir(t.TempDir())
	mustBuild(t, BuiltinName, RulesOf(own), BuildOptions{Pieces: 2})
	set, err := Find("./"+BuiltinName, own)
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	if _, err := Find("nowhere", own); err == nil || !strings.Contains(err.Error(), "no such folder") {
		t.Error(err)
	}
}
