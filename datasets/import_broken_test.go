package datasets

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"damalab/dama"
)

// importGood and its like are games whose moves are told apart at a glance.
const importGood = "[Event \"g\"]\n[White \"Ali\"]\n[Black \"Ayşe\"]\n\n1. a3-a4 h6-h5 2. b3-b4 1-0\n"

// importFaults has one game each that must be skipped; its first line is line 1 and
// a good game follows it.
var importFaults = map[string]struct{ text, want string }{
	"illegal move":           {"[Event \"x\"]\n1. a3-a4 h6-h5\n2. a4-a6 g6-g5 1-0", "line 3 ply 3 skipped illegal-move"},
	"wrong piece":            {"[Event \"x\"]\n1. d8-d7 1-0", "line 2 ply 1 skipped illegal-move"},
	"unknown move":           {"[Event \"x\"]\n1. a3-a4 Ke2 1-0", "line 2 ply 2 skipped unreadable-move"},
	"ambiguous capture":      {"[Event \"x\"]\n[FEN \"W:Wd2:Bd3,c4,b5,c2,b3\"]\n1. d2xb6 1-0", "line 3 ply 1 skipped ambiguous-move"},
	"unclosed comment":       {"[Event \"x\"]\n1. a3-a4 {and so on\nh6-h5 1-0\n", "line 2 ply 2 skipped malformed"},
	"unclosed variation":     {"[Event \"x\"]\n1. a3-a4 (1. b3-b4\nh6-h5 1-0\n", "line 2 ply 2 skipped malformed"},
	"broken tag":             {"[Event \"x]\n1. a3-a4 1-0", "line 1 ply 0 skipped malformed"},
	"bad position":           {"[Event \"x\"]\n[FEN \"W:Wa8:Bh7\"]\n1. a3-a4 1-0", "line 2 ply 0 skipped bad-position"},
	"another game":           {"[Event \"x\"]\n[GameType \"25,W,8,8,A0,0\"]\n1. a3-a4 1-0", "line 2 ply 0 skipped game-type"},
	"other rules":            {"[Event \"x\"]\n[Ruleset \"ludoteka\"]\n1. a3-a4 1-0", "line 1 ply 0 skipped other-ruleset"},
	"other rules, otherwise": {"[Event \"x\"]\n[Rules \" Ply-Yard\"]\n1. a3-a4 1-0", "line 1 ply 0 skipped other-ruleset"},
	"cut off in a move":      {"[Event \"x\"]\n1. a3-a4 h6-", "line 2 ply 2 skipped unreadable-move"},
	"two games in one":       {"[Event \"x\"]\n1. a3-a4 h6-h5 2. b3-b4\n\n1. c3-c4 g6-g5 1-0", "line 4 ply 4 skipped malformed"},
	"no moves":               {"[Event \"x\"]\n1-0", "line 1 ply 0 skipped no-moves"},
	"two results":            {"[Event \"x\"]\n[Result \"0-1\"]\n1. a3-a4 1-0", "line 1 ply 1 skipped contradiction"},
	"against the rules":      {"[Event \"x\"]\n[FEN \"W:Wd3,a2:Bd4\"]\n1. d3xd5 0-1", "line 1 ply 1 skipped contradiction"},
	"tag against the rules":  {"[Event \"x\"]\n[FEN \"W:Wd3,a2:Bd4\"]\n[Result \"1/2-1/2\"]\n1. d3xd5 *", "line 1 ply 1 skipped contradiction"},
	"after a draw by rule":   {"[Event \"x\"]\n[FEN \"W:WKa1:BKh7\"]\n1. a1-b1 h7-h8 *", "line 1 ply 1 skipped after-the-end"},
	"after repetition":       {"[Event \"x\"]\n[FEN \"W:WKa1,a2:BKh7,g7\"]\n" + strings.Repeat("a1-b1 h7-h8 b1-a1 h8-h7 ", 3) + "*", "line 1 ply 9 skipped after-the-end"},
}

// TestImportSkipsOneGame puts each fault at the beginning, in the middle and at the
// end of three games. The others come through whole, and the entry says where.
func TestImportSkipsOneGame(t *testing.T) {
	for name, c := range importFaults {
		lines := strings.Count(importGood, "\n")
		for place := range 3 {
			texts := []string{importGood, importGood}
			fault := strings.TrimRight(c.text, "\n") + "\n"
			texts = append(texts[:place], append([]string{fault}, texts[place:]...)...)
			im := importTexts(t, ImportOptions{}, strings.Join(texts, ""))
			if im.err != nil {
				t.Errorf("%s, place %d: %v", name, place, im.err)
				continue
			}
			const moves = "a3-a4 h6-h5 b3-b4 +1"
			if got := im.moves(); got != moves+"|"+moves {
				t.Errorf("%s, place %d: games %q", name, place, got)
			}
			e := im.entries[0]
			for _, other := range im.entries {
				if other.Skipped {
					e = other
				}
			}
			at := fmt.Sprintf("line %d ply %d skipped %s", e.Line-place*lines, e.Ply, e.Reason)
			if e.File != "a.pdn" || e.Game != place+1 || !e.Skipped || !strings.HasSuffix(at, c.want) || im.summary.Skipped != 1 {
				t.Errorf("%s, place %d: %s; want %s", name, place, im.said(), c.want)
			}
			if e.Detail == "" || strings.Contains(e.Detail, "\n") {
				t.Errorf("%s: detail %q", name, e.Detail)
			}
		}
	}
}

func TestImportNamesCandidates(t *testing.T) {
	im := importTexts(t, ImportOptions{}, importFaults["ambiguous capture"].text)
	if !errors.Is(im.err, ErrNothingImported) || !strings.Contains(im.entries[0].Detail, "write one of d2xd4xb4xb6, d2xb2xb4xb6") {
		t.Errorf("%v, %v", im.err, im.entries)
	}
}

// TestImportOneOfAHundred breaks one game of a hundred.
func TestImportOneOfAHundred(t *testing.T) {
	var text strings.Builder
	for i := range 100 {
		move := "h6-h5"
		if i == 49 {
			move = "h6-h4"
		}
		fmt.Fprintf(&text, "[Event \"%d\"]\n[White \"w%d\"]\n\n1. a3-a4\n\n%s 2. b3-b4 1-0\n\n", i+1, i+1, move)
	}
	im := importTexts(t, ImportOptions{}, text.String())
	if len(im.games) != 99 || im.said() != "a.pdn game 50 line 349 ply 2 skipped illegal-move" || im.err != nil {
		t.Fatalf("%d games, %s, %v", len(im.games), im.said(), im.err)
	}
	for i, g := range im.games {
		number := i + 1
		if number >= 50 {
			number++
		}
		if g.White != fmt.Sprint("w", number) || len(g.Moves) != 3 || g.Index != int64(i) || g.ID != GameID(g.ID, int64(i)) {
			t.Errorf("game %d: %+v", number, g)
		}
	}
	strict := importTexts(t, ImportOptions{Strict: true}, text.String())
	if !errors.Is(strict.err, ErrSkipped) || strict.summary.Skipped != 1 || len(strict.entries) != 1 {
		t.Errorf("%v, %+v", strict.err, strict.summary)
	}
}

// TestImportOtherFiles has files that hold no game, each beside one that does.
func TestImportOtherFiles(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"nothing":     {"", "no-games"},
		"blanks":      {" \r\n\t\n", "no-games"},
		"a comment":   {"{nothing here}", "no-games"},
		"UTF-16":      {"\xff\xfe[\x00E\x00", "not-pdn"},
		"gzip":        {"\x1f\x8b\x08\x00\x00", "not-pdn"},
		"our own":     {"PAR1\x15\x04", "not-pdn"},
		"binary":      {"\x00\x01\x02\x80\xff{[(\"" + strings.Repeat("\x00\xfe", 300), ""},
		"another one": {"\x7fELF\x02\x01\x01", "unreadable-move"},
	} {
		im := importTexts(t, ImportOptions{}, c.text, importGood)
		if im.err != nil || len(im.games) != 1 || len(im.entries) != 1 || !im.entries[0].Skipped || !strings.HasSuffix(im.said(), c.want) {
			t.Errorf("%s: %v, %d games, %s", name, im.err, len(im.games), im.said())
		}
		if alone := importTexts(t, ImportOptions{}, c.text); !errors.Is(alone.err, ErrNothingImported) {
			t.Errorf("%s alone: %v", name, alone.err)
		}
		if strict := importTexts(t, ImportOptions{Strict: true}, c.text, importGood); !errors.Is(strict.err, ErrSkipped) {
			t.Errorf("%s, strict: %v", name, strict.err)
		}
	}
}

// TestImportForms reads one game in the many ways in which people write it.
func TestImportForms(t *testing.T) {
	taking := "[FEN \"W:Wf3,a1:Bf4,e5,d6,c7,h8\"]\n"
	const long = "f3xf5xd5xd7xb7 *"
	for name, c := range map[string]struct{ text, want string }{
		"Windows":            {"\ufeff[Event \"x\"]\r\n\r\n1. a3-a4\r\n\r\nh6-h5 1-0\r\n", "a3-a4 h6-h5 +1"},
		"notes":              {"1. a3-a4! $1 {so} (1. b3-b4 {or} (1. c3-c4)) h6-h5?? ; end\n 0-1", "a3-a4 h6-h5 -1"},
		"no result":          {"[Event \"x\"]\n1. a3-a4\n[Event \"y\"]\n1. b3-b4", "a3-a4 *|b3-b4 *"},
		"result in the tag":  {"[Result \"1/2-1/2\"]\n1. a3-a4 *", "a3-a4 +0"},
		"no blank between":   {"1. a3-a4 1-0 1. b3-b4 0-1", "a3-a4 +1|b3-b4 -1"},
		"numbers":            {"1. 17-25 48-40 2-0", "a3-a4 h6-h5 +1"},
		"long capture":       {taking + "f3xf5xd5xd7xb7 *", long},
		"short capture":      {taking + "f3xb7 *", long},
		"captured squares":   {taking + "f3xf4xe5xd6xc7 *", long},
		"colons":             {taking + "f3:b7 *", long},
		"capture by numbers": {taking + "22x50 *", long},
		"double forfeit":     {"1. a3-a4 0-0", "a3-a4 *"},
		"odd spaces":         {"1 . a3-a4\t\th6-h5    2.b3-b4\n\n\n*", "a3-a4 h6-h5 b3-b4 *"},
		"by the rules":       {"[FEN \"W:Wd3,a2:Bd4\"]\n1. d3xd5 *", "d3xd5 +1"},
	} {
		im := importTexts(t, ImportOptions{Strict: true}, c.text)
		if im.err != nil || im.moves() != c.want {
			t.Errorf("%s: got %q, want %q; %v %s", name, im.moves(), c.want, im.err, im.said())
		}
	}
}

func TestImportTrustsRules(t *testing.T) {
	text := importFaults["against the rules"].text
	im := importTexts(t, ImportOptions{TrustRules: true, Strict: true}, text)
	if im.moves() != "d3xd5 +1" || im.said() != "a.pdn game 1 line 1 ply 0 noted result-overruled" || im.games[0].Termination != dama.Elimination {
		t.Errorf("%v: %q, %s", im.err, im.moves(), im.said())
	}
	// The rules have no word on a game that they do not end.
	if two := importTexts(t, ImportOptions{TrustRules: true}, importFaults["two results"].text); two.err == nil {
		t.Errorf("got %q", two.moves())
	}
}

// TestImportCutOff cuts a file of three games off behind every byte. What is
// imported are whole games, and of the last one perhaps its beginning; no game goes
// on with moves of another.
func TestImportCutOff(t *testing.T) {
	text := "[Event \"1\"]\n[White \"a\"]\n\n1. a3-a4 {x (y} h6-h5 (1... g6-g5) 2. b3-b4 1-0\n\n" +
		"[Event \"2\"]\n[White \"b\"]\n\n1. c3-c4 f6-f5 2. c4-c5 1/2-1/2\n" +
		"[Event \"3\"]\n[White \"c\"]\n1. 21-29 44-36 {[Event \"4\"]} 0-1\n"
	whole := map[string]string{"a": "a3-a4 h6-h5 b3-b4", "b": "c3-c4 f6-f5 c4-c5", "c": "e3-e4 d6-d5"}
	for at := range len(text) + 1 {
		im := importTexts(t, ImportOptions{}, text[:at])
		for i, g := range im.games {
			moves := strings.Join(g.Moves, " ")
			if last := i == len(im.games)-1; !strings.HasPrefix(whole[g.White], moves) || !last && moves != whole[g.White] {
				t.Errorf("cut off after %d bytes: game %d of %q is %s", at, i, g.White, moves)
			}
		}
		if at == len(text) && len(im.games) != 3 {
			t.Errorf("%d games of three", len(im.games))
		}
	}
}

// TestImportSaysWhichMove names moves as the file numbers them, with the rule that they
// break and the position; a game of other rules is that, whatever its moves are here.
func TestImportSaysWhichMove(t *testing.T) {
	start := dama.StartPosition().FEN()
	for text, want := range map[string]ImportEntry{
		"1. a3-a5 1-0":                         {Ply: 1, Reason: ImportIllegalMove, Detail: "1. a3-a5: A man moves one square at a time, and a3 to a5 is further.", FEN: start},
		"1. a3:a5 1-0":                         {Ply: 1, Reason: ImportIllegalMove, Detail: "1. a3:a5: ", FEN: start},
		"1. a3-z9 1-0":                         {Ply: 1, Reason: ImportUnreadableMove, Detail: "1. a3-z9: ", FEN: start},
		"[FEN \"B:Wa3:Bh6\"]\n41... h6-h4 1-0": {Ply: 1, Reason: ImportIllegalMove, Detail: "41... h6-h4: A man", FEN: "B:Wa3:Bh6"},
		"[FEN \"x\"]\n1. a3-a4 1-0":            {Reason: ImportBadPosition},
		"[Ruleset \"ludoteka\"]\n1. a3-a5 1-0": {Reason: ImportOtherRuleset, Detail: "the Ruleset tag says ludoteka; import with --ruleset ludoteka"},
	} {
		im := importTexts(t, ImportOptions{}, text)
		if len(im.entries) != 1 {
			t.Errorf("%s: %v", text, im.entries)
			continue
		}
		e := im.entries[0]
		if e.Ply != want.Ply || e.Reason != want.Reason || e.FEN != want.FEN || !strings.HasPrefix(e.Detail, want.Detail) {
			t.Errorf("%s: %+v, want %+v", text, e, want)
		}
	}
}
