package referee

import (
	"os"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
)

// plain are the facts of most rule pages without any draw rule.
var plain = dama.Facts{
	Promotion: dama.AtMoveEnd, Reversal: dama.ReversalForbidden,
	OnePieceEach: dama.OnePieceNo, KingVersusMan: dama.KingVersusManNo,
}

// variants are the four rulesets that differ in how pieces capture.
func variants() map[string]dama.Facts {
	all := map[string]dama.Facts{}
	for _, promotion := range []dama.Promotion{dama.AtMoveEnd, dama.DuringCapture} {
		for _, reversal := range []dama.Reversal{dama.ReversalForbidden, dama.ReversalAllowed} {
			all[string(promotion)+"/"+string(reversal)] = facts(promotion, reversal)
		}
	}
	return all
}

func facts(promotion dama.Promotion, reversal dama.Reversal) dama.Facts {
	f := plain
	f.Promotion, f.Reversal = promotion, reversal
	return f
}

func position(t *testing.T, fen string) dama.Position {
	t.Helper()
	p, err := dama.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// describe writes a move as moves.tsv does: "a3-a4" or "f3xb7[f4,e5,d6,c7]".
func describe(m Move) string {
	if m.Captured == 0 {
		return m.Text()
	}
	var names []string
	for s := range m.Captured.Squares() {
		names = append(names, s.String())
	}
	return m.From.String() + "x" + m.To.String() + "[" + strings.Join(names, ",") + "]"
}

// list describes moves, sorted and joined by spaces.
func list(moves []Move) string {
	var texts []string
	for _, m := range moves {
		texts = append(texts, describe(m))
	}
	slices.Sort(texts)
	return strings.Join(texts, " ")
}

func sortedWords(text string) string {
	words := strings.Fields(text)
	slices.Sort(words)
	return strings.Join(words, " ")
}

// table reads a file of the rules' test data: its rows by column name.
func table(t *testing.T, name string) []map[string]string {
	t.Helper()
	data, err := os.ReadFile("../../dama/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	header := strings.Split(lines[0], "\t")
	var rows []map[string]string
	for i, line := range lines[1:] {
		fields := strings.Split(line, "\t")
		if len(fields) != len(header) {
			t.Fatalf("%s, line %d: %d columns, want %d", name, i+2, len(fields), len(header))
		}
		row := map[string]string{}
		for j, column := range header {
			row[column] = fields[j]
		}
		rows = append(rows, row)
	}
	return rows
}
