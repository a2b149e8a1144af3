package tomlfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

type limits struct {
	Nodes int           `toml:"nodes"`
	Depth int8          `toml:"depth"`
	Time  time.Duration `toml:"time"`
}

type rule struct {
	Name  string  `toml:"name"`
	Value float64 `toml:"value"`
}

type shared struct {
	Seed uint32 `toml:"seed"`
}

type level int

func (l *level) UnmarshalText(text []byte) error {
	if string(text) != "high" {
		return errors.New(`want "high"`)
	}
	*l = 9
	return nil
}

type spec struct {
	shared
	Ruleset string         `toml:"ruleset"`
	Games   int            // no tag: "games"
	Limits  limits         `toml:"limits"`
	Extra   *limits        `toml:"extra"`
	Rules   []rule         `toml:"rule"`
	Squares []string       `toml:"squares"`
	Pair    [2]int         `toml:"pair"`
	Level   level          `toml:"level"`
	Free    map[string]any `toml:"free"`
	Counts  map[string]int `toml:"counts"`
	On      bool           `toml:"on"`
	Hidden  int            `toml:"-"`
}

const whole = `
ruleset = "federation" # the usual one
seed = 7
games = 100
squares = [ "a1",
  "h8" ]
pair = [1, 2]
level = "high"
on = true
free.anything.goes = [1, "two", {three = 3}]
counts = { "a b" = 1, c = 2 }

[limits]
nodes = 1_000
time = "1.5s"

[extra]
depth = -3

[[rule]]
name = """
[not.a.table]
nor = "a key" """
value = 3

[[rule]]
name = 'b'
`

func TestDecodeWhole(t *testing.T) {
	got := spec{Pair: [2]int{8, 8}, Limits: limits{Depth: 5}}
	if err := Decode("spec.toml", []byte(whole), &got); err != nil {
		t.Fatal(err)
	}
	if got.Ruleset != "federation" || got.Seed != 7 || got.Games != 100 || got.Pair != [2]int{1, 2} || got.Level != 9 || !got.On {
		t.Errorf("got %+v", got)
	}
	if got.Limits != (limits{1000, 5, 1500 * time.Millisecond}) || got.Extra.Depth != -3 {
		t.Errorf("limits %+v, extra %+v: the default depth 5 should stay", got.Limits, got.Extra)
	}
	if len(got.Rules) != 2 || got.Rules[0].Value != 3 || got.Rules[1].Name != "b" || len(got.Squares) != 2 || got.Counts["a b"] != 1 {
		t.Errorf("got %+v", got)
	}
}

// complaints maps the name of a test to a text and the error it must give.
type complaints map[string]struct{ text, want string }

func TestUnknownKeys(t *testing.T) {
	complaints{
		"near key":         {"\nsede = 1", `f:2: sede: unknown key; did you mean "seed"?`},
		"swapped and case": {"Rulseet = 'x'", `f:1: Rulseet: unknown key; did you mean "ruleset"?`},
		"case only":        {"Seed = 1", `f:1: Seed: unknown key; did you mean "seed"?`},
		"go name":          {"Games = 1", `f:1: Games: unknown key; did you mean "games"?`},
		"nothing near":     {"zzzzzz = 1", `f:1: zzzzzz: unknown key`},
		"too short":        {"x = 1", `f:1: x: unknown key`},
		"tagged away":      {"hidden = 1", `f:1: hidden: unknown key`},
		"table":            {"[limit]\nnodes = 1\n[limit.more]\nx = 1", `f:1: limit: unknown key; did you mean "limits"?`},
		"implicit table":   {"\n[a.b.c]\nx = 1", `f:2: a: unknown key`},
		"dotted":           {"limits.nodes = 1\nlimits.node = 2", `f:2: limits.node: unknown key; did you mean "nodes"?`},
		"inline":           {"limits = { nodes = 1, \"nö de\" = 2 }", `f:1: limits."nö de": unknown key`},
		"array of tables": {
			"[[rule]]\nname='a'\nnme='b'\n[[rule]]\n[[rule]]\nnme='c'",
			`f:3: rule[1].nme: unknown key; did you mean "name"?` + "\n" + `f:6: rule[3].nme: unknown key; did you mean "name"?`,
		},
		"inline array": {
			"rule = [\n {name='a'}, # {x}\n {name='b', valeu=1},\n]",
			`f:3: rule[2].valeu: unknown key; did you mean "value"?`,
		},
		"multi-line string": {
			"ruleset = '''\nseed\nx = 1 '''\ny = \"\"\"a\\\"\"\"\"\nz = 1",
			"f:4: y: unknown key\nf:5: z: unknown key",
		},
		"after windows line ends": {"seed = 1\r\n\r\n# c\r\nsede = 1\r\n", `f:4: sede: unknown key; did you mean "seed"?`},
		"with byte order mark":    {"\ufeffsede = 1", `f:1: sede: unknown key; did you mean "seed"?`},
	}.run(t)
}

func TestWrongTypes(t *testing.T) {
	complaints{
		"text for number":     {"\nseed = 'x'", `f:2: seed: want a whole number, found the text "x"`},
		"float for number":    {"[limits]\nnodes = 1.5", `f:2: limits.nodes: want a whole number, found the number 1.5`},
		"number for text":     {"ruleset = 3", `f:1: ruleset: want text, found the number 3`},
		"number for bool":     {"on = 1", `f:1: on: want true or false, found the number 1`},
		"text for float":      {"[[rule]]\n[[rule]]\nvalue = ''", `f:3: rule[2].value: want a number, found the text ""`},
		"value for table":     {"limits = 3", `f:1: limits: want a table, found the number 3`},
		"value for map":       {"counts = false", `f:1: counts: want a table, found false`},
		"value in map":        {"[counts]\na = 1\nb = 'x'", `f:3: counts.b: want a whole number, found the text "x"`},
		"table for list":      {"[rule]\nname = 'a'", `f:1: rule: want a list, found a table`},
		"list for text":       {"ruleset = ['a']", `f:1: ruleset: want text, found a list`},
		"tables for number":   {"[[seed]]", `f:1: seed: want a whole number, found a list of tables`},
		"in a list":           {"squares = [\n'a1',\n2]", `f:3: squares[2]: want text, found the number 2`},
		"list too short":      {"pair = [1]", `f:1: pair: want 2 values, found 1`},
		"too large":           {"limits.depth = 128", `f:1: limits.depth: 128 is out of range: want -128 to 127`},
		"negative":            {"seed = -1", `f:1: seed: -1 is out of range: want 0 to 4294967295`},
		"bare duration":       {"limits.time = 5", `f:1: limits.time: want a duration such as "1.5s", found the number 5`},
		"bad duration":        {"limits.time = '5 s'", `f:1: limits.time: want a duration such as "1.5s", found the text "5 s"`},
		"date":                {"seed = 2020-01-01", `f:1: seed: want a whole number, found a date or time`},
		"own text type":       {"\nlevel = 'low'", `f:2: level: want "high"`},
		"own text type, list": {"level = [1]", `f:1: level: want a single value, found a list`},
		"several": {"on = 1\n[limits]\nnods = 1\ndepth = ''", "f:1: on: want true or false, found the number 1\n" +
			`f:3: limits.nods: unknown key; did you mean "nodes"?` + "\n" + `f:4: limits.depth: want a whole number, found the text ""`},
	}.run(t)
}

func (tests complaints) run(t *testing.T) {
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var into spec
			err := Decode("f", []byte(test.text), &into)
			if err == nil || err.Error() != test.want {
				t.Errorf("got\n%v\nwant\n%s", err, test.want)
			}
			var one *Error
			if !errors.As(err, &one) || one.File != "f" || one.Line == 0 || one.Key == "" || one.Msg == "" {
				t.Errorf("errors.As found %+v", one)
			}
			if into.Seed != 0 || into.Ruleset != "" {
				t.Errorf("changed to %+v", into)
			}
		})
	}
}

func TestSyntaxErrors(t *testing.T) {
	for text, want := range map[string]string{
		"seed = 1\nruleset = \n":         "f:2:11: ",
		"seed = 1\n[limits\nnodes = 1":   "f:3:",
		"seed = 1\nseed = 2":             "f:2:",
		"on = yes":                       "f:1:6: ",
		"ruleset = 'a\n":                 "f:1:",
		"[limits]\n[limits]":             "f:2:",
		"x\x00 = 1":                      "f:1:",
		"ruleset = \"\xff\"\nseed = 1\n": "f:1:",
	} {
		err := Decode("f", []byte(text), &spec{})
		var e *Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), want) || e.Column == 0 {
			t.Errorf("%q: got %v, want %s...", text, err, want)
		}
	}
}

func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "spec.toml")
	if err := os.WriteFile(path, []byte("seed = 3\nx = 1"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Read(path, &spec{}); err == nil || err.Error() != path+":2: x: unknown key" {
		t.Errorf("error %v", err)
	}
	if err := Read(path+"x", &spec{}); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
}

func TestDecodeNeedsStruct(t *testing.T) {
	var nilSpec *spec
	for _, into := range []any{nil, spec{}, nilSpec, new(int), &map[string]any{}} {
		if err := Decode("f", nil, into); err == nil {
			t.Errorf("%T was taken", into)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(whole)
	f.Add("a = [{b = 1}, [{c.d = '''x'''}]]\n[[t]]\n[t.u]\n[[t.u.v]]")
	f.Fuzz(func(t *testing.T, text string) {
		scanLines(text) // must end, on any text
		var free struct{}
		err := Decode("f", []byte(text), &free)
		var errs Errors
		if errors.As(err, &errs) {
			for _, e := range errs {
				if e.Line == 0 {
					t.Errorf("no line for %q in %q", e.Key, text)
				}
			}
		}
	})
}

func TestDecodeFitting(t *testing.T) {
	type opening struct {
		Min int `toml:"min"`
		Max int `toml:"max"`
	}
	var got struct {
		Nodes   int       `toml:"nodes"`
		Name    string    `toml:"name"`
		Opening opening   `toml:"opening"`
		List    []opening `toml:"list"`
	}
	text := "nodes = 5\nnods = 3\nname = 7\n[opening]\nmin = \"x\"\nmax = 9\n[[list]]\nmin = true\n"
	err := DecodeFitting("f", []byte(text), &got)
	for _, want := range []string{"f:2: nods", "f:3: name", "f:5: opening.min", "f:8: list[1].min"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not name %s: %v", want, err)
		}
	}
	if got.Nodes != 5 || got.Opening.Max != 9 || got.Name != "" || got.List != nil {
		t.Errorf("got %+v: what fits is not set, or something else is", got)
	}
	got.Nodes = 1
	if err := DecodeFitting("f", []byte("nodes = = 2"), &got); err == nil || got.Nodes != 1 {
		t.Errorf("broken text: %v, nodes %d", err, got.Nodes)
	}
}
