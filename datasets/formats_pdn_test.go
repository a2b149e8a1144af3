package datasets

import (
	"testing"
)

// pdnSample is the file that docs/FORMATS.md shows.
const pdnSample = `[Event "Club evening"]
[White "A"]
[Black "B"]
[Ruleset "federation"]
[Result "1-0"]

1. a3-a4 h6-h5 {a quiet start} 2. b3-b4 $1 (2. c3-c4 c6-c5) g6-g5
3. c3-c4 {Black resigned} 1-0

[FEN "W:Wd3,Ka1:Bd4,h7"]

1. d3xd5 h7-h6 2. a1-a4 *
`

// formatsPDN is what docs/FORMATS.md says of PDN files that are imported.
const formatsPDN = `
## PDN files that import takes

` + "```\n" + pdnSample + "```" + `

` + "`dama datasets import`" + ` takes such a file; this one gives two games.

- **Results**, behind the moves: ` + "`1-0`, `0-1`, `1/2-1/2`, `2-0`, `0-2`, `1-1`, and `*` or `0-0`" + ` for an unknown one. Where it is missing or ` + "`*`" + ` the ` + "`Result`" + ` tag decides. What the rules say of the last position goes first; a file that contradicts them loses the game, or with ` + "`--trust-rules`" + ` its result.
- **Tags** that matter: ` + "`White` and `Black`" + ` (names), ` + "`FEN`" + ` (the start; the usual one without it), ` + "`Result`, `Termination`, `GameType`" + ` (30 if it is given), and ` + "`Ruleset`" + `: a game of another known ruleset is skipped. All others are passed over, and none is needed: moves and a result are a game.
- **Comments** in braces, glyphs such as ` + "`$1` or `!?`" + ` and **variations** in parentheses are passed over and not stored; one of resignation, time or agreement behind the last move becomes the termination.
- **Moves** have the form ` + "`c3-c4` or `f3xf5xd5`" + `, ` + "`f3xd5`" + ` where one capture alone fits, ` + "`c3c4`, or squares by number, `19-27`" + ` (a1 is 1, h8 is 64). Move numbers are not needed.
- A game with a move that is not legal is skipped as a whole; the report says the move, the rule it breaks, and the position.
`

// TestFormatsPDN imports the sample.
func TestFormatsPDN(t *testing.T) {
	im := importTexts(t, ImportOptions{}, pdnSample)
	if im.err != nil || len(im.games) != 2 || im.said() != "" {
		t.Fatalf("%v: %d games; %s", im.err, len(im.games), im.said())
	}
	first, second := im.games[0], im.games[1]
	if first.White != "A" || first.Black != "B" || len(first.Moves) != 5 || first.Termination != ResignationImported || first.Result == nil || *first.Result != 1 {
		t.Errorf("%+v", first)
	}
	if second.StartFEN == nil || second.Result != nil || second.Termination != UnknownImported || len(second.Moves) != 3 {
		t.Errorf("%+v", second)
	}
}
