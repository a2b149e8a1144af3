package datasets

import (
	"fmt"
	"slices"
	"strings"

	"damalab/dama"
)

// maxImportPlies is far above the length of any game, and bounds the memory that a
// shard of games takes.
const maxImportPlies = 10_000

// judge turns a game as it was read into a row. A skip says why it can't be.
func (im *importer) judge(g *dama.PDNGame) (row importedGame, notes []ImportEntry, skip *ImportEntry) {
	refuse := func(ply int, reason ImportReason, format string, args ...any) *ImportEntry {
		e := gameEntry(g, reason, format, args...)
		e.Ply, e.Skipped = ply, true
		return &e
	}
	rulesNotes, other := im.checkRules(g)
	switch {
	case other != "":
		return row, nil, refuse(0, ImportOtherRuleset, "%s", other)
	case len(g.Moves) == 0:
		return row, nil, refuse(0, ImportNoMoves, "the game has no moves")
	case len(g.Moves) > maxImportPlies:
		return row, nil, refuse(0, ImportTooLong, "%d plies, and at most %d are taken", len(g.Moves), maxImportPlies)
	}
	end, last := im.replay(g, &row)
	if last < len(g.Moves) {
		return row, nil, refuse(last+1, ImportAfterTheEnd,
			"under the ruleset %s the game is over after ply %d (%s), and %d more follow; it may have been played under other rules",
			im.options.Ruleset.Name, last, end.Reason, len(g.Moves)-last)
	}
	resultNotes, contradiction := im.settle(g, end, &row)
	if contradiction != "" {
		return row, nil, refuse(last, ImportContradiction, "%s", contradiction)
	}
	notes = slices.Concat(rulesNotes, resultNotes, setPlayers(g, &row))
	for _, w := range g.Warnings {
		notes = append(notes, gameEntry(g, ImportWarning, "%s", w))
	}
	return row, notes, nil
}

// checkRules compares the rules that a game names with those that it is read by:
// our own programs name them in the tag Ruleset. A name that is not known here says
// nothing.
func (im *importer) checkRules(g *dama.PDNGame) (notes []ImportEntry, other string) {
	for _, tag := range []string{"Ruleset", "Rules"} {
		value, _ := g.Tag(tag)
		name := strings.ToLower(strings.TrimSpace(value))
		if name == "" || name == "?" || name == im.options.Ruleset.Name {
			continue
		}
		known, err := dama.FindRuleset(name)
		switch {
		case err != nil:
			notes = append(notes, gameEntry(g, ImportUnknownRuleset, "the %s tag says %.60q, which is not known here", tag, value))
		case known.Digest() != im.options.Ruleset.Digest():
			return nil, fmt.Sprintf("the %s tag says %s; import with --ruleset %s", tag, known.Name, known.Name)
		}
	}
	return notes, ""
}

// replay plays the moves until a rule ends the game, writes their texts into the
// row, and returns how the game stands and after how many plies.
func (im *importer) replay(g *dama.PDNGame, row *importedGame) (end dama.Outcome, plies int) {
	h := im.history
	h.Restart(g.Start)
	if g.Start != dama.StartPosition() {
		row.StartFEN = g.Start.FEN()
	}
	row.Moves = make([]string, 0, len(g.Moves))
	for _, m := range g.Moves {
		if end = h.Outcome(); end.Over {
			return end, h.Plies()
		}
		row.Moves = append(row.Moves, g.Generator.Text(h.Position(), m.Move))
		h.Play(m.Move)
	}
	return h.Outcome(), h.Plies()
}

// settle finds the result and why the game ended. The file speaks in two places,
// behind the moves and in the Result tag. What the rules say is a fact; a file that
// contradicts it, or itself, has a label that nobody should learn from.
func (im *importer) settle(g *dama.PDNGame, end dama.Outcome, row *importedGame) (notes []ImportEntry, contradiction string) {
	stated, known := g.Result.Result()
	value, _ := g.Tag("Result")
	tagged, tagKnown := dama.PDNResult(value).Result()
	if !end.Over {
		if known && tagKnown && stated != tagged {
			return nil, fmt.Sprintf("the Result tag says %s, the moves end with %s", value, g.Result)
		}
		row.Known, row.Result = known, int8(stated)
		row.Termination = UnknownImported
		if known {
			row.Termination = statedTermination(g, stated)
		}
		return nil, ""
	}
	row.Known, row.Result, row.Termination = true, int8(end.Result), end.Reason
	byRule := pdnResult(&row.Result)
	switch {
	case known && stated != end.Result || tagKnown && tagged != end.Result:
		said := string(g.Result)
		if stated == end.Result || !known {
			said = value
		}
		text := fmt.Sprintf("the file says %s, but by the rules it is %s (%s)", said, byRule, end.Reason)
		if !im.options.TrustRules {
			return nil, text
		}
		notes = append(notes, gameEntry(g, ImportOverruled, "%s, which is kept", text))
	case !known:
		notes = append(notes, gameEntry(g, ImportRuleResult, "the file gives no result; by the rules it is %s (%s)", byRule, end.Reason))
	}
	return notes, ""
}
