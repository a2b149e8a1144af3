package selfplay

import (
	"strings"
	"testing"

	"damalab/dama"
)

// TestParsePositionsOfEditors: the same two positions with what editors add, and the
// line of a position that is none.
func TestParsePositionsOfEditors(t *testing.T) {
	r, err := dama.FindRuleset("federation")
	if err != nil {
		t.Fatal(err)
	}
	const text = "\ufeffW:Wa2,b2:Bh7 # even\r\n\r\nB:Wa2,b2:Bg7,h7\r\n"
	if all, err := ParsePositions(r.Facts, []byte(text)); err != nil || len(all) != 2 {
		t.Errorf("%v, %v", all, err)
	}
	for bad, says := range map[string]string{
		"W:Wa2:Bh1\n":          "line 4: position",
		"W:WKa1:BKh8\n":        "line 4: W:WKa1:BKh8: the game is over there",
		"\ufeffW:Wa2,b2:Bh7\n": "line 4: position",
	} {
		if _, err := ParsePositions(r.Facts, []byte(text+bad)); err == nil || !strings.HasPrefix(err.Error(), says) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
