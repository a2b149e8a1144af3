package main

import (
	"fmt"
	"slices"
	"strings"

	"damalab/dama"
)

// readMove explains a typed move. Where the joining sign is the only thing wrong
// (c3-c5 for a capture, c3xc4 for a quiet move) the other one is meant: of the two
// readings the other counts only if it is legal or at least goes further.
func (g *playGame) readMove(line string) dama.Explanation {
	p, text := g.history.Position(), playMoveText(line)
	other := strings.ReplaceAll(text, "-", "x")
	if other == text {
		other = strings.ReplaceAll(text, "x", "-")
	}
	typed, meant := g.rules.Facts.Explain(p, text), g.rules.Facts.Explain(p, other)
	if knows(meant) > knows(typed) {
		return meant
	}
	return typed
}

// knows ranks explanations: a legal move, a text for several, then the reasons
// from the last to those that find a step of the move impossible.
func knows(x dama.Explanation) int {
	reasons := dama.Refusals()
	switch {
	case x.Legal:
		return len(reasons) + 1
	case x.Reason == dama.Unreadable && len(x.Instead) > 0:
		return len(reasons)
	}
	return max(slices.Index(reasons, x.Reason), slices.Index(reasons, dama.NothingToCapture))
}

// refusal says in plain words why a typed move was not accepted.
func (g *playGame) refusal(line string, x dama.Explanation) string {
	if x.Reason == dama.Unreadable && len(x.Instead) == 0 {
		return fmt.Sprintf(g.text.unreadable, playPrintable(line))
	}
	return strings.TrimSpace(x.Text(g.text.lang) + " " + x.Suggestion(g.text.lang))
}
