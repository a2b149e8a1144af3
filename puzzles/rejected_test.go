package puzzles

import (
	"path/filepath"
	"strings"
	"testing"

	"damalab/datasets"
)

func TestReadRejected(t *testing.T) {
	list, err := ReadRejected(strings.NewReader("\uFEFF# by hand\n\nmaximum-0123456789abcdef\tdull\r\nshot-00000000000000ff\ttwo answers\tsays a coach\n"))
	if err != nil || len(list) != 2 || list["maximum-0123456789abcdef"] != "dull" || list["shot-00000000000000ff"] != "two answers\tsays a coach" {
		t.Errorf("%q, %v", list, err)
	}
	for text, says := range map[string]string{
		"maximum-0123456789abcdef\n":                                    "line 1: no reason after maximum-0123456789abcdef",
		"maximum-0123456789abcdef\t \n":                                 "line 1: no reason",
		"maximum-0123456789abcdef dull\n":                               "line 1: ",
		"# x\nmaximum-0123456789abcde\tdull\n":                          "line 2: ",
		"a-0123456789abcdef\tx\n\na-0123456789abcdef\ty\n":              "line 3: a-0123456789abcdef is in line 1",
		"a-0123456789abcdef\tx\n" + strings.Repeat("x", 100_000) + "\n": "line 2: ",
	} {
		if _, err := ReadRejected(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), says) || len(err.Error()) > 200 {
			t.Errorf("%.50q: %v", text, err)
		}
	}
}

// TestRejectedStayRejected: in every view, and another set is another spec.
func TestRejectedStayRejected(t *testing.T) {
	r := ruleset(t, "federation")
	games := []datasets.Game{still(r, "a", example), still(r, "b", "W:Wh3,d2:Bd3,c4,b5,e2,h4"), still(r, "c", "W:We3,a2:Be4,f4,g5,d2,a4")}
	o := options(r)
	o.Rejected = Rejected{ID("maximum", position(t, "W:Wh3,d2:Bd3,c4,b5,e2,h4"), r.Digest()): "dull", "maximum-0000000000000000": "is in no game"}
	found, funnel := mineAll(t, games, o)
	if len(found) != 1 || *found[0].GameID != "a" || funnel.Rejected[Listed] != 1 || funnel.Judged != 3 {
		t.Errorf("%d puzzles\n%v", len(found), funnel)
	}
	if !strings.Contains(funnel.String(), "\n  listed                    1\n") {
		t.Errorf("\n%v", funnel)
	}
	var digests []string
	for _, list := range []Rejected{nil, o.Rejected} {
		dir := t.TempDir()
		o.Rejected = list
		if _, err := MineTo(t.Context(), dir, "source", datasets.All(games), o, nil); err != nil {
			t.Fatal(err)
		}
		set, err := datasets.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		digests = append(digests, set.Manifest.SpecDigest)
		header, err := datasets.ReadHeader(filepath.Join(dir, "puzzles", "shard-00000.parquet"))
		if err != nil || header.Extra["rejected"] != list.digest() {
			t.Errorf("%q, %v", header.Extra, err)
		}
	}
	if digests[0] == digests[1] {
		t.Error("two sets of the same spec differ")
	}
}
