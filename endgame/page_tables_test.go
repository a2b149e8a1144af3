package endgame

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"damalab/dama"
)

// pageTables opens tables by the name of their rules, once for each.
type pageTables struct {
	t          *testing.T
	opened     map[string]*Tables
	few, many  int    // the numbers of pieces that are looked at
	givenRules string // only these are looked at, or all if empty
}

func newPageTables(t *testing.T) *pageTables {
	return &pageTables{t: t, opened: map[string]*Tables{}, few: 2, many: pagePieces()}
}

// givenPageTables are those of a folder, for what the page says about that many pieces.
func givenPageTables(t *testing.T, dir, rules string, pieces int) *pageTables {
	t.Helper()
	found, err := dama.FindRuleset(rules)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := Open(dir, found.Facts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tables.Close() })
	return &pageTables{t: t, opened: map[string]*Tables{rules: tables}, few: pieces, many: pieces, givenRules: rules}
}

// know tells whether a claim about a material under some rules is to be checked.
func (p *pageTables) know(rules, material string) bool {
	n, ok := piecesOf(material)
	return ok && p.few <= n && n <= p.many && (p.givenRules == "" || p.givenRules == rules)
}

// piecesOf returns the number of pieces of a material, either side being named first.
func piecesOf(material string) (pieces int, ok bool) {
	first, second, _ := strings.Cut(material, "v")
	for _, name := range []string{material, second + "v" + first} {
		if m, ok := parseMaterial(name); ok {
			return m.Pieces(), true
		}
	}
	return 0, false
}

// pieces is how many the tables of this run of the test know.
func pagePieces() int {
	if os.Getenv("DAMA_DEEP") != "" {
		return 4
	}
	return BuiltinPieces
}

func (p *pageTables) of(name string) *Tables {
	p.t.Helper()
	if p.opened[name] == nil {
		p.opened[name] = p.open(name)
		p.t.Cleanup(func() { p.opened[name].Close() })
	}
	return p.opened[name]
}

func (p *pageTables) open(name string) *Tables {
	p.t.Helper()
	rules := rulesWith(dama.OnePieceUnlessCapture)
	if name != "unless-capture" {
		found, err := dama.FindRuleset(name)
		if err != nil {
			p.t.Fatal(err)
		}
		if rules = RulesOf(found.Facts); pagePieces() == BuiltinPieces {
			tables, _ := Builtin(found.Facts)
			return tables
		}
	}
	dir := p.t.TempDir()
	if _, err := Build(context.Background(), dir, rules, BuildOptions{Pieces: pagePieces(), Workers: 2}); err != nil {
		p.t.Fatal(err)
	}
	tables, err := OpenAny(dir)
	if err != nil {
		p.t.Fatal(err)
	}
	return tables
}

// figures returns what a table holds, with all positions and with those of games.
func (p *pageTables) figures(name, material string) (all, played Summary) {
	p.t.Helper()
	played, err := p.of(name).Played(context.Background(), material)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.all(name, material), played
}

// all returns what a table holds with all positions.
func (p *pageTables) all(name, material string) Summary {
	p.t.Helper()
	for _, f := range p.of(name).Info() {
		for _, s := range f.Tables {
			if s.Material == material {
				return s
			}
		}
	}
	p.t.Fatalf("no table for %s", material)
	return Summary{}
}

// share writes a part of a whole in per cent. Where that would hide that a few are
// missing from all or from none, it says so.
func share(part, whole int) string {
	text := fmt.Sprintf("%.1f %%", 100*float64(part)/float64(max(whole, 1)))
	switch {
	case text == "100.0 %" && part < whole:
		return "> 99.9 %"
	case text == "0.0 %" && part > 0:
		return "< 0.1 %"
	}
	return text
}

// longest writes the plies of a longest win, behind it in brackets that of the
// positions of games if it is another.
func longest(all, played int) string {
	switch {
	case all == 0:
		return "-"
	case all == played:
		return fmt.Sprint(all)
	}
	return fmt.Sprintf("%d (%d)", all, played)
}

// figureRow is a row about a material, either side being to move: how often the first
// side wins, nobody, and the second side; and the longest win of the first and of the
// second side, it being to move.
func (p *pageTables) figureRow(rules, material string) []string {
	p.t.Helper()
	first, second, _ := strings.Cut(material, "v")
	a, playedA := p.figures(rules, material)
	b, playedB := p.figures(rules, second+"v"+first)
	total := a.Wins + a.Draws + a.Losses + b.Wins + b.Draws + b.Losses
	return []string{
		material, share(a.Wins+b.Losses, total), share(a.Draws+b.Draws, total), share(a.Losses+b.Wins, total),
		longest(a.LongestWin, playedA.LongestWin), longest(b.LongestWin, playedB.LongestWin),
	}
}

// winCell is how often the side to move wins, and its longest win.
func (p *pageTables) winCell(rules, material string) string {
	p.t.Helper()
	s := p.all(rules, material)
	return share(s.Wins, s.Wins+s.Draws+s.Losses) + ", " + longest(s.LongestWin, s.LongestWin)
}
