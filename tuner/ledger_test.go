package tuner

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"damalab/internal/atomicfile"
)

func promotion(n int) Promotion {
	digest := func(letter string) string { return strings.Repeat(letter, 64) }
	return Promotion{
		Tool: "damalab test", Ruleset: "federation", Data: digest("d"), Prior: digest("e"),
		Weights: digest(string(rune('0' + n))), Replaced: digest("a"), Installed: digest("b"),
		Match: MatchResult{Spec: digest("c"), Nodes: 1000, Pairs: 60, Pentanomial: [5]int{5, 10, 20, 15, 10}, Elo: 12.5, LLR: 2.99, Elo1: 10, Error: 0.05},
	}
}

func ledgerOf(t *testing.T, n int) (path string, text []byte) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "ledger.jsonl")
	for i := range n {
		entry, err := AppendLedger(path, promotion(i))
		if err != nil || entry != i+1 {
			t.Fatalf("entry %d, %v", entry, err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, text
}

func TestLedgerIsAChain(t *testing.T) {
	path, text := ledgerOf(t, 4)
	entries, err := ReadLedger(path)
	if err != nil || len(entries) != 4 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	for i, p := range entries {
		if !p.same(promotion(i)) {
			t.Errorf("entry %d is %+v", i+1, p)
		}
	}
	// The same promotion again is not written again, unless another came between.
	if entry, err := AppendLedger(path, promotion(3)); err != nil || entry != 4 {
		t.Errorf("the same again is entry %d, %v", entry, err)
	}
	if again, _ := os.ReadFile(path); !bytes.Equal(again, text) {
		t.Error("the same again changed the file")
	}
	if entry, err := AppendLedger(path, promotion(0)); err != nil || entry != 5 {
		t.Errorf("an older one again is entry %d, %v", entry, err)
	}
	if again, _ := os.ReadFile(path); !bytes.HasPrefix(again, text) {
		t.Error("older lines were changed")
	}
}

// TestLedgerNoticesEveryByte changes each byte of a ledger in turn, and leaves out,
// doubles and exchanges its lines.
func TestLedgerNoticesEveryByte(t *testing.T) {
	path, text := ledgerOf(t, 3)
	lines := bytes.SplitAfter(text, []byte("\n"))[:3]
	check := func(what string, changed []byte) {
		t.Helper()
		if err := os.WriteFile(path, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := ReadLedger(path)
		if err == nil || !strings.Contains(err.Error(), "ledger.jsonl, line ") {
			t.Fatalf("%s: %v", what, err)
		}
		if _, appended := AppendLedger(path, promotion(7)); appended == nil {
			t.Fatalf("%s: a line was added to it", what)
		}
	}
	for i := 0; i < len(text); i += 13 {
		changed := bytes.Clone(text)
		changed[i] ^= 1
		check("byte "+string(text[i])+" changed", changed)
	}
	check("first line left out", bytes.Join(lines[1:], nil))
	check("a middle line left out", slice(lines, 0, 2))
	check("lines exchanged", slice(lines, 1, 0, 2))
	check("a line doubled", slice(lines, 0, 0, 1, 2))
	forged, _ := parsePromotion(bytes.TrimSpace(lines[1]))
	forged.Match.Elo = 99
	line, _ := json.Marshal(forged.sealed())
	check("a line forged with its digest", slice([][]byte{lines[0], append(line, '\n'), lines[2]}, 0, 1, 2))
	check("cut", text[:len(text)-1])
	check("an empty line", append(bytes.Clone(text), '\n'))
}

func slice(lines [][]byte, order ...int) (text []byte) {
	for _, i := range order {
		text = append(text, lines[i]...)
	}
	return text
}

func TestLedgerRefusals(t *testing.T) {
	path, text := ledgerOf(t, 1)
	bad := promotion(1)
	bad.Match.Pairs = 7
	if _, err := AppendLedger(path, bad); err == nil || !strings.Contains(err.Error(), "7 pairs") {
		t.Errorf("a match that does not add up: %v", err)
	}
	bad = promotion(1)
	bad.Installed = "none"
	if _, err := AppendLedger(path, bad); err == nil {
		t.Error("a promotion without a digest was taken")
	}
	release, err := atomicfile.Lock(filepath.Join(filepath.Dir(path), ".ledger.jsonl.lock"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := AppendLedger(path, promotion(1)); !errors.Is(err, atomicfile.ErrLocked) {
		t.Errorf("another process at work: %v", err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if again, _ := os.ReadFile(path); !bytes.Equal(again, text) {
		t.Error("a refusal changed the file")
	}
	if entries, err := ReadLedger(filepath.Join(t.TempDir(), "none")); err != nil || entries != nil {
		t.Errorf("no file: %v, %v", entries, err)
	}
}
