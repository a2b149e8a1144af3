package hub

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParseLine(t *testing.T) {
	flag := func(name string) Arg { return Arg{Name: name, Flag: true} }
	for text, want := range map[string]Line{
		"":                         {},
		" \t ":                     {},
		"hub":                      {Command: "hub"},
		"  go   think \r":          {Command: "go", Args: []Arg{flag("think")}},
		`pos pos=Wee moves="1-2 "`: {Command: "pos", Args: []Arg{{Name: "pos", Value: "Wee"}, {Name: "moves", Value: "1-2 "}}},
		`a b="" c= d`:              {Command: "a", Args: []Arg{{Name: "b"}, {Name: "c"}, flag("d")}},
		"a\tb=c=d e=f\"g":          {Command: "a", Args: []Arg{{Name: "b", Value: "c=d"}, {Name: "e", Value: `f"g`}}},
		"id author=S\xfckr\u00fc":  {Command: "id", Args: []Arg{{Name: "author", Value: "S\xfckr\u00fc"}}},
	} {
		got, err := ParseLine(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		`a b="c`:     "the quotes of \"b\" are not closed",
		`a b="c"d`:   "a space is missing after the quotes",
		`a "b"`:      "no proper name",
		`a =b`:       "no proper name",
		`a=b`:        "the first word is a command",
		"a \x00":     "control character (code 0) at byte 3",
		"a b=\x1b[m": "control character (code 27)",
	} {
		if _, err := ParseLine(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	_, err := ParseLine("a " + strings.Repeat("=", 5000))
	if err == nil || len(err.Error()) > 400 {
		t.Errorf("a long line's error has %d bytes", len(err.Error()))
	}
}

// TestLineRoundTrip: what is written can be read, and says the same.
func TestLineRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[a-z][a-z-]*`)
		l := Line{Command: name.Draw(t, "command")}
		for range rapid.IntRange(0, 4).Draw(t, "args") {
			a := Arg{Name: name.Draw(t, "name"), Flag: rapid.Bool().Draw(t, "flag")}
			if !a.Flag {
				a.Value = rapid.String().Draw(t, "value")
			}
			l.Args = append(l.Args, a)
		}
		got, err := ParseLine(l.String())
		if err != nil {
			t.Fatalf("%q: %v", l.String(), err)
		}
		for i := range l.Args {
			if v := l.Args[i].Value; strings.ContainsFunc(v, func(r rune) bool { return r < ' ' || r == 0x7F || r == '"' }) {
				l.Args[i].Value = got.Args[i].Value // can't be written as it is
			}
		}
		if !reflect.DeepEqual(got, l) {
			t.Fatalf("%q: %+v, want %+v", l.String(), got, l)
		}
	})
}

func TestGet(t *testing.T) {
	l := line("a", "b", "1", "b", "2")
	if v, ok := l.Get("b"); v != "1" || !ok {
		t.Errorf("the first b is %q, %v", v, ok)
	}
	if v, ok := l.Get("c"); v != "" || ok {
		t.Errorf("there is no c, not %q", v)
	}
}
