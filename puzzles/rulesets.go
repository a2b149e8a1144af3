package puzzles

import (
	"fmt"
	"strings"

	"damalab/dama"
)

// validity tells under which rulesets a move is the only legal one: the built-in
// ones in their order, then the puzzle's own if it is not built in. The note has
// an English sentence for each way in which other rulesets differ; nil if none
// does.
func validity(book rulebook, own string, p dama.Position, solution moveID) (valid []string, note *string) {
	var differences []string           // in the order in which they are met
	under := map[string][]string{}     // the rulesets with each difference
	found := map[boardFacts][]option{} // six rulesets have few different boards
	for _, r := range dama.Rulesets() {
		key := boardFacts{r.Facts.Promotion, r.Facts.Reversal}
		if _, ok := found[key]; !ok {
			found[key] = book.options(r.Facts, p)
		}
		what := difference(found[key], solution)
		if what == "" {
			valid = append(valid, r.Name)
			continue
		}
		if under[what] == nil {
			differences = append(differences, what)
		}
		under[what] = append(under[what], r.Name)
	}
	if _, err := dama.FindRuleset(own); err != nil {
		valid = append(valid, own)
	}
	if differences == nil {
		return valid, nil
	}
	sentences := make([]string, len(differences))
	for i, what := range differences {
		sentences[i] = fmt.Sprintf("Under %s %s.", listed(under[what]), what)
	}
	text := strings.Join(sentences, " ")
	return valid, &text
}

// boardFacts are the facts that legal moves depend on.
type boardFacts struct {
	promotion dama.Promotion
	reversal  dama.Reversal
}

// difference says what is so instead of the solution being the only legal move,
// or "" if it is. There is a capture under every ruleset if there is one under
// any: they differ only in how captures go on.
func difference(options []option, solution moveID) string {
	pieces := count(options[0].captured.Count(), "piece")
	if len(options) == 1 {
		if options[0].moveID == solution {
			return ""
		}
		return fmt.Sprintf("the only legal move is %s, which takes %s", options[0].text(), pieces)
	}
	what := fmt.Sprintf("%d moves are legal, each of which takes %s", len(options), pieces)
	for _, o := range options {
		if o.moveID == solution {
			return what + ", the solution among them"
		}
	}
	return what + ", and the solution is none of them"
}

// count is a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// listed joins names with commas and an "and".
func listed(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
