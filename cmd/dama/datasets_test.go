package main

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"damalab/dama"
	"damalab/datasets"
)

// TestInfoPageWidth prints a page of extremes: no line is wider than the page,
// but for a word that can't be cut.
func TestInfoPageWidth(t *testing.T) {
	rules, err := dama.FindRuleset(dama.DefaultRuleset)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	m, err := datasets.NewManifest(rules, map[string]any{"sources": strings.Repeat("an archive of games ", 50)}, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Save(dir); err != nil {
		t.Fatal(err)
	}
	info, err := datasets.ReadInfo(t.Context(), dir, datasets.InfoOptions{})
	if err != nil {
		t.Fatal(err)
	}
	empty := pageOf(info)
	if !strings.Contains(empty, "files        none\n") || strings.Contains(empty, "games  ") {
		t.Errorf("an empty dataset:\n%s", empty)
	}
	info.Dir, info.Rulesets = "set", []string{"federation", "ludoteka"}
	info.Files.Games = datasets.FileTotal{Files: 20_000, Rows: 10_000_000, Bytes: 3_000_000_000}
	var many []datasets.Share
	for range 30 {
		many = append(many, datasets.Share{Name: "a-rather-long-name", Count: 12_345_678, Share: 0.5})
	}
	info.Games = datasets.GamesInfo{
		Count: 10_000_000, Plies: 1_000_000_000, BytesPerPly: 2.5, Scored: 900_000_000, Rescored: 7, Starts: 9, Depths: 5, Nodes: 3,
		Length:  datasets.Spread{Mean: 100, Min: 1, P10: 10, P50: 100, P90: 1000, Max: 100_000},
		Lengths: []datasets.LengthBin{{From: 0, To: 49_999, Games: 9_999_999}, {From: 50_000, To: 99_999, Games: 1}, {From: 100_000, To: 149_999}},
		Results: datasets.Results{White: 1 << 40, Drawn: 1 << 40, Black: 1 << 40, Unknown: 1 << 40}, Terminations: many, EndedBy: many, Players: many,
	}
	info.Positions = datasets.PositionsInfo{Count: 1_000_000_000, Games: 10_000_000, Quiet: 1, Splits: many}
	info.Puzzles = datasets.PuzzlesInfo{Count: 1_000_000, Kinds: many, Themes: many}
	page := pageOf(info)
	for line := range strings.Lines(page) {
		if line = strings.TrimSuffix(line, "\n"); utf8.RuneCountInString(line) > pageWidth || line != strings.TrimRight(line, " ") {
			t.Errorf("%d characters: %q", utf8.RuneCountInString(line), line)
		}
	}
	for _, want := range []string{"federation, ludoteka", "and 18 more", "████ 9,999,999", "▏ 1\n", "10,000,000 with 1,000,000,000 plies", "unknown 1,099,511,627,776"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q:\n%s", want, page)
		}
	}
}

func pageOf(info *datasets.Info) string {
	var out bytes.Buffer
	infoPage{&env{stdout: &out}}.print(info)
	return out.String()
}

// TestVerifyListsSome prints the first differences and says how many more there
// are, unless all are asked for.
func TestVerifyListsSome(t *testing.T) {
	for _, all := range []bool{false, true} {
		var out bytes.Buffer
		p := auditPrinter{e: &env{stdout: &out}, all: all}
		for range 50 {
			if err := p.found(datasets.Finding{File: "x", Problem: datasets.RowResult, Detail: "y"}); err != nil {
				t.Fatal(err)
			}
		}
		err := p.finish("set", &datasets.AuditReport{Differences: 50})
		want := listedDifferences
		if all {
			want = 50
		}
		if got := strings.Count(out.String(), "x: result: y\n"); err == nil || got != want {
			t.Errorf("all %v: %d differences printed, %v", all, got, err)
		}
		if strings.Contains(out.String(), "and 30 more; --all prints them\n") == all {
			t.Errorf("all %v:\n%s", all, out.String())
		}
	}
}
