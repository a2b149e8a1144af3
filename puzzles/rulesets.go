package puzzles

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"damalab/dama"
)

// difference is what another ruleset makes of a puzzle.
type difference struct {
	what   string // instead of the same solution being the only one; "" if it is
	proven bool   // it is so; otherwise no more is known than that no proof was found
}

// validity tells under which rulesets a puzzle has its solution and no other, or
// a drill the same answers: the built-in ones in their order, then the puzzle's own
// if it is not built in. The note has an English sentence for each way in which other
// rulesets differ; nil if none does. Whether one of them is proven to differ is dependent.
func validity(own string, differs func(dama.Facts) difference) (valid []string, note *string, dependent bool) {
	var differences []string       // in the order in which they are met
	under := map[string][]string{} // the rulesets with each difference
	found := map[treeFacts]string{}
	for _, r := range dama.Rulesets() {
		key := treeFactsOf(r.Facts)
		what, known := found[key]
		if !known {
			d := differs(r.Facts)
			what, dependent = d.what, dependent || d.what != "" && d.proven
			found[key] = what
		}
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
		return valid, nil, false
	}
	sentences := make([]string, len(differences))
	for i, what := range differences {
		sentences[i] = fmt.Sprintf("Under %s %s.", listed(under[what]), what)
	}
	text := strings.Join(sentences, " ")
	return valid, &text, dependent
}

// treeFacts are the facts that legal moves, and the end of a game by the board
// alone, depend on. Six rulesets have few different ones.
type treeFacts struct {
	promotion     dama.Promotion
	reversal      dama.Reversal
	onePieceEach  dama.OnePieceEach
	kingVersusMan dama.KingVersusMan
}

func treeFactsOf(f dama.Facts) treeFacts {
	return treeFacts{f.Promotion, f.Reversal, f.OnePieceEach, f.KingVersusMan}
}

// onlyMove says what is so instead of a move being the only legal one, or "" if it
// is. There is a capture under every ruleset if there is one under
// any: they differ only in how captures go on.
func onlyMove(book rulebook, f dama.Facts, p dama.Position, solution moveID) string {
	options := book.appendOptions(nil, f, p)
	pieces := count(options[0].captured.Count(), "piece")
	if len(options) == 1 {
		if options[0].moveID == solution {
			return ""
		}
		return remark("the only legal move is {move}, which takes {pieces}", book.text(f, p, options[0].moveID), pieces)
	}
	number := strconv.Itoa(len(options))
	if slices.ContainsFunc(options, func(o option) bool { return o.moveID == solution }) {
		return remark("{number} moves are legal, each of which takes {pieces}, the solution among them", number, pieces)
	}
	return remark("{number} moves are legal, each of which takes {pieces}, and the solution is none of them", number, pieces)
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
