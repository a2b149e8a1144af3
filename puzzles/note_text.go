package puzzles

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"damalab/dama"
)

// turkishRemarks are the ways in which another ruleset differs, by what notes say of
// them in English. What stands in braces is filled in. Turkish endings depend on how
// a square or a number is pronounced, so none takes one.
var turkishRemarks = map[string]string{
	"the game is over":                                    "oyun bitmiştir",
	"the position is won":                                 "konum kazançtır",
	"the position is drawn":                               "konum beraberedir",
	"the position is lost":                                "konum kayıptır",
	"{number} moves keep the win":                         "{number} hamle kazancı korur",
	"{number} moves keep the draw":                        "{number} hamle beraberliği korur",
	"the first move is not legal":                         "ilk hamle kurallara uymaz",
	"the solution gets less":                              "çözüm daha az kazandırır",
	"another first move is not refuted":                   "başka bir ilk hamle çürütülmemiştir",
	"the first move {move} is good, too":                  "ilk hamle {move} de iyidir",
	"the solution is not proven to be the only one":       "çözümün tek olduğu kanıtlanmamıştır",
	"the solution is not proven to get as much":           "çözümün o kadar kazandırdığı kanıtlanmamıştır",
	"no built-in table tells what the position is worth":  "konumun değerini yerleşik tabloların hiçbiri söylemez",
	"move {number} of the line is {move}":                 "çözümün {number}. hamlesi: {move}",
	"the line ends after move {number}":                   "çözüm {number}. hamleden sonra biter",
	"the line goes on with {move}":                        "çözüm şöyle sürer: {move}",
	"the only legal move is {move}, which takes {pieces}": "yapılabilecek tek hamle {move}: {pieces} alır",
	"{number} moves are legal, each of which takes {pieces}, the solution among them":          "{number} hamle yapılabilir, her biri {pieces} alır; çözüm bunlardan biridir",
	"{number} moves are legal, each of which takes {pieces}, and the solution is none of them": "{number} hamle yapılabilir, her biri {pieces} alır; çözüm bunlardan biri değildir",
	"the move can be read in two ways": "hamle iki türlü okunabilir",
	"there is no answer":               "cevap yoktur",
	"the answer is {answers}":          "cevap: {answers}",
}

var (
	blank      = regexp.MustCompile(`\{[a-z]+\}`)
	piecesText = regexp.MustCompile(`^(\d+) pieces?$`)
)

// valuePatterns are what can stand in place of what stands in braces.
var valuePatterns = map[string]string{
	"{number}": `\d+`, "{move}": `[^ .]+`, "{pieces}": `\d+ pieces?`, "{answers}": `[^.]+`,
}

// remark fills values into a text that turkishRemarks has.
func remark(text string, values ...string) string {
	if _, ok := turkishRemarks[text]; !ok {
		panic("puzzles: a remark that is not in Turkish: " + text)
	}
	return fillIn(text, values)
}

func fillIn(text string, values []string) string {
	return blank.ReplaceAllStringFunc(text, func(string) string {
		value := values[0]
		values = values[1:]
		return value
	})
}

// sentences are the patterns of a note's sentences, each with its Turkish text.
var sentences = sync.OnceValue(func() (list []sentence) {
	for english, turkish := range turkishRemarks {
		pattern := regexp.QuoteMeta(english)
		for name, values := range valuePatterns {
			pattern = strings.ReplaceAll(pattern, regexp.QuoteMeta(name), "("+values+")")
		}
		list = append(list, sentence{regexp.MustCompile(`^Under ([^ ,]+(?:, [^ ,]+)*(?: and [^ ,]+)?) ` + pattern + `\.(?: |$)`), turkish})
	}
	return list
})

type sentence struct {
	pattern *regexp.Regexp
	turkish string
}

// NoteText is a note about other rulesets, as the column ruleset_note has it, for a
// reader of a language. English is what any other language than Turkish gets, and
// what a note gets that says what none of this program's says.
func NoteText(note string, lang dama.Language) string {
	if lang != dama.Turkish {
		return note
	}
	var said []string
	for rest := note; rest != ""; {
		i := slices.IndexFunc(sentences(), func(s sentence) bool { return s.pattern.MatchString(rest) })
		if i < 0 {
			return note
		}
		s := sentences()[i]
		found := s.pattern.FindStringSubmatch(rest)
		for i, value := range found[2:] {
			found[2+i] = piecesText.ReplaceAllString(value, "$1 taş")
		}
		said = append(said, strings.Replace(found[1], " and ", " ve ", 1)+" kurallarına göre "+fillIn(s.turkish, found[2:])+".")
		rest = rest[len(found[0]):]
	}
	return strings.Join(said, " ")
}
