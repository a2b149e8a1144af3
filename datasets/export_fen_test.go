package datasets

import (
	"strings"
	"testing"

	"damalab/dama"
)

// TestExportFEN writes enough positions for several pieces of the output.
func TestExportFEN(t *testing.T) {
	games := randomGames(t, 9, 80, 0)
	rows := expandAll(t, games)
	lines := strings.Split(exported(t, newGames(t, games), ExportOptions{Format: FEN, Kind: Positions}), "\n")
	if len(lines) != len(rows)+1 || lines[len(rows)] != "" || len(rows)*25 < exportBytes {
		t.Fatalf("%d lines for %d positions", len(lines), len(rows))
	}
	for i, row := range rows {
		p, err := dama.ParseFEN(lines[i])
		if want, _ := row.Position(); err != nil || p != want {
			t.Fatalf("line %d: %q is not %v (%v)", i+1, lines[i], want, err)
		}
	}
}
