package diagram

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"damalab/dama"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

func squares(t *testing.T, names ...string) []dama.Square {
	t.Helper()
	var list []dama.Square
	for _, name := range names {
		s, err := dama.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

func bitboard(list []dama.Square) (b dama.Bitboard) {
	for _, s := range list {
		b |= s.Bit()
	}
	return b
}

func position(t *testing.T, fen string) dama.Position {
	t.Helper()
	p, err := dama.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const shot = "W:Wa2,f3,Kd1:Bf4,e5,d6,c7,Kh8"

func shotOptions(t *testing.T) Options {
	return Options{
		Title: "White to play and win", Size: 220, Marks: squares(t, "f3"),
		Route: squares(t, "f3", "f5", "d5", "d7", "b7"), Captured: bitboard(squares(t, "f4", "e5", "d6", "c7")),
	}
}

func TestGolden(t *testing.T) {
	flipped := shotOptions(t)
	flipped.FlipForBlack, flipped.Chequered, flipped.Size = true, true, 600
	for name, picture := range map[string]string{
		"start":        SVG(dama.StartPosition(), Options{}),
		"shot":         SVG(position(t, shot), shotOptions(t)),
		"shot-flipped": SVG(position(t, shot), flipped),
		"empty":        SVG(position(t, "B:W:B"), Options{}),
	} {
		path := filepath.Join("testdata", name+".svg")
		if *update {
			if err := os.WriteFile(path, []byte(picture), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if picture != string(want) {
			t.Errorf("%s differs; look at both, then run the test with -update\ngot:\n%s", path, picture)
		}
	}
}

// title reads a picture as XML and returns the text of its title.
func title(t *testing.T, picture string) string {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(picture))
	found, inTitle := "", false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatalf("not well-formed: %v\n%s", err, picture)
		}
		switch v := token.(type) {
		case xml.StartElement:
			inTitle = v.Name.Local == "title"
			if v.Name.Local == "script" {
				t.Fatal("the picture has a script")
			}
		case xml.EndElement:
			inTitle = false
		case xml.CharData:
			if inTitle {
				found += string(v)
			}
		}
	}
}

func TestTitleIsEscaped(t *testing.T) {
	for given, want := range map[string]string{
		`</title><script>alert("1")</script>`: `</title><script>alert("1")</script>`,
		"Beyaz oynar, kazanır & 'biter'":      "Beyaz oynar, kazanır & 'biter'",
		"50 %d %s":                            "50 %d %s",
		"a\x00b\xff":                          "a\uFFFDb\uFFFD",
		"":                                    shot,
	} {
		if got := title(t, SVG(position(t, shot), Options{Title: given})); got != want {
			t.Errorf("title %q became %q", given, got)
		}
	}
}

func ids(picture string) map[string]bool {
	found := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(picture, -1) {
		found[m[1]] = true
	}
	return found
}

func TestIDs(t *testing.T) {
	p := position(t, shot)
	a, b := SVG(p, Options{}), SVG(p, Options{FlipForBlack: true})
	for id := range ids(a) {
		if ids(b)[id] {
			t.Errorf("two pictures share the id %s", id)
		}
	}
	for _, m := range regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(a, -1) {
		if !ids(a)[m[1]] {
			t.Errorf("%s is used and not there", m[1])
		}
	}
	if strings.Contains(strings.Replace(a, `xmlns="http://www.w3.org/2000/svg"`, "", 1), "http") || strings.Contains(a, "url(") {
		t.Error("the picture refers to something outside itself")
	}
	if a != SVG(p, Options{}) {
		t.Error("the same picture was drawn in two ways")
	}
}

func TestOddSquares(t *testing.T) {
	p := position(t, shot)
	bare := SVG(p, Options{})
	for name, o := range map[string]Options{
		"no such square":   {Marks: []dama.Square{dama.NoSquare, 200}, Route: []dama.Square{200, 0}},
		"a single square":  {Route: squares(t, "a1")},
		"one square twice": {Route: squares(t, "a1", "a1")},
	} {
		got := SVG(p, o)
		strip := func(s string) string { return regexp.MustCompile(`d[0-9a-f]{12}`).ReplaceAllString(s, "") }
		if strip(got) != strip(bare) {
			t.Errorf("%s: something was drawn", name)
		}
		title(t, got)
	}
	if got := SVG(p, Options{Route: squares(t, "a1", "a4", "a1")}); strings.Contains(got, "NaN") {
		t.Error("a route back to its origin has no direction")
	}
}

func TestFlip(t *testing.T) {
	c := canvas{}
	if x, y := c.center(0); x != frame+cell/2 || y != extent-frame-cell/2 {
		t.Errorf("a1 is at %v, %v from White's side", x, y)
	}
	c.flip = true
	if x, y := c.center(0); x != extent-frame-cell/2 || y != frame+cell/2 {
		t.Errorf("a1 is at %v, %v from Black's side", x, y)
	}
}
