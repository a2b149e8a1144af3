package datasets

import (
	"slices"
	"strings"

	"damalab/dama"
)

// Why a game ended that no rule has ended is told, if at all, by its Termination
// tag or by a comment behind its last move, in English or Turkish. Only plain words
// count, in short texts: a wrong reason would be worse than none.

// endingWords is how people say it, in lower-case letters from a to z: ü is u and so
// on, for many files are written without the Turkish letters.
type endingWords struct {
	reason dama.Termination
	// whole are texts that say it by themselves, phrases say it within a text.
	whole, phrases []string
}

func knownEndings() []endingWords {
	return []endingWords{
		{
			AgreementImported, nil,
			[]string{"agreement", "agreed", "agree", "anlasma", "anlasmayla", "anlasmali", "anlasarak", "anlastilar"},
		},
		{
			ResignationImported, nil,
			[]string{
				"resign", "resigns", "resigned", "resignation", "gives up", "gave up",
				"terk", "terketti", "pes", "cekildi", "teslim", "teslim oldu",
			},
		},
		{
			TimeImported,
			[]string{"time", "zaman", "sure"},
			[]string{
				"on time", "time forfeit", "forfeits time", "time out", "timeout", "out of time", "time over", "flag fell", "flagged",
				"sure bitti", "suresi bitti", "sure doldu", "suresi doldu", "sure asimi", "sureden",
				"zaman asimi", "zaman bitti", "zamani bitti", "zaman doldu", "zamani doldu", "zamandan",
			},
		},
	}
}

// How long a text may be that says why a game ended; a longer one talks about the
// game.
const (
	longestEnding      = 10 // words
	longestEndingBytes = 200
)

// statedTermination returns what the file says about the end of a game that no rule
// has ended. The reason must fit the result: a draw is agreed, not resigned.
func statedTermination(g *dama.PDNGame, result dama.Result) dama.Termination {
	tag, _ := g.Tag("Termination")
	comments := g.Notes.Comments
	if n := len(g.Moves); n > 0 {
		comments = g.Moves[n-1].Comments
	}
	for _, texts := range [][]string{{tag}, comments} {
		reason := endingIn(texts)
		switch {
		case reason == AgreementImported && result == dama.Draw,
			reason == ResignationImported && result != dama.Draw,
			reason == TimeImported:
			return reason
		}
	}
	return UnknownImported
}

// endingIn returns the one reason that the texts give, or "".
func endingIn(texts []string) dama.Termination {
	var found []dama.Termination
	for _, text := range texts {
		if len(text) > longestEndingBytes {
			continue
		}
		plain := plainWords(text)
		if plain == "" || strings.Count(plain, " ") >= longestEnding {
			continue
		}
		for _, e := range knownEndings() {
			says := slices.ContainsFunc(e.phrases, func(p string) bool { return strings.Contains(" "+plain+" ", " "+p+" ") })
			if (says || slices.Contains(e.whole, plain)) && !slices.Contains(found, e.reason) {
				found = append(found, e.reason)
			}
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// plainWords returns the words of a text in lower-case letters from a to z, with one
// space between them. Commands such as [%clk 0:00:03] are left out.
func plainWords(text string) string {
	text = toUTF8(text)
	for {
		before, rest, found := strings.Cut(text, "[%")
		_, after, closed := strings.Cut(rest, "]")
		if !found || !closed {
			break
		}
		text = before + " " + after
	}
	words := strings.FieldsFunc(strings.Map(plainLetter, text), func(r rune) bool { return r < 'a' || r > 'z' })
	return strings.Join(words, " ")
}

// plainLetter returns the nearest letter from a to z; the dot that a lower-case İ
// leaves behind is dropped.
func plainLetter(r rune) rune {
	const from, to = "ÇĞİIÖŞÜÂçğıöşüâ", "cgiiosuacgiosua"
	if at := slices.Index([]rune(from), r); at >= 0 {
		return rune(to[at])
	}
	switch {
	case 'A' <= r && r <= 'Z':
		return r - 'A' + 'a'
	case r == '\u0307':
		return -1
	}
	return r
}
