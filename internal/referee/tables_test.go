package referee

import (
	"strconv"
	"strings"
	"testing"

	"damalab/dama"
)

func TestMovesTable(t *testing.T) {
	rows := table(t, "moves.tsv")
	for _, row := range rows {
		f := facts(dama.Promotion(row["promotion"]), dama.Reversal(row["reversal"]))
		got := list(Moves(f, position(t, row["fen"])))
		if want := sortedWords(row["moves"]); got != want {
			t.Errorf("%s, %s, %s (%s)\n got %s\nwant %s", row["id"], row["promotion"], row["reversal"], row["note"], got, want)
		}
	}
	if len(rows) < 100 {
		t.Errorf("only %d rows", len(rows))
	}
}

func TestPerftTable(t *testing.T) {
	limit := uint64(3_000_000)
	if testing.Short() {
		limit = 8_000
	}
	checked := 0
	for _, row := range table(t, "perft.tsv") {
		want, err := strconv.ParseUint(row["count"], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if want > limit {
			continue
		}
		depth, err := strconv.Atoi(row["depth"])
		if err != nil {
			t.Fatal(err)
		}
		checked++
		f := facts(dama.Promotion(row["promotion"]), dama.Reversal(row["reversal"]))
		got := Perft(f, position(t, row["fen"]), depth, row["count_by"] == "routes")
		if got != want {
			t.Errorf("%s, depth %d: %d leaves, want %d", strings.Join([]string{row["name"], row["promotion"], row["reversal"], row["count_by"]}, ", "), depth, got, want)
		}
	}
	if checked < 200 {
		t.Errorf("only %d rows checked", checked)
	}
}

func TestPerftDepthZeroAndNoMove(t *testing.T) {
	blocked := position(t, "B:Wa3,a4,b5,c5:Ba5")
	if got := Perft(plain, blocked, 0, false); got != 1 {
		t.Errorf("depth 0: %d, want 1", got)
	}
	for depth := 1; depth <= 2; depth++ {
		if got := Perft(plain, blocked, depth, false); got != 0 {
			t.Errorf("no legal move, depth %d: %d, want 0", depth, got)
		}
	}
}
