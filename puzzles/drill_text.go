package puzzles

import (
	"strings"

	"damalab/dama"
	"damalab/puzzles/proof"
)

// questionTexts is what a learner reads for each type, with {at} for the square
// or the move. Turkish endings depend on how a square is pronounced, so none takes
// one: it stands behind a colon.
var questionTexts = map[proof.QuestionType]struct{ english, turkish string }{
	proof.AskSteps: {
		"On which squares may the man on {at} end its move, by a step or a capture?",
		"Bu yoz taş bir adımla ya da taş alarak hangi karelere gidebilir: {at}?",
	},
	proof.AskLandings: {
		"On which squares may the king on {at} end its move?",
		"Bu dama hamlesini hangi karelerde bitirebilir: {at}?",
	},
	proof.AskCaptures: {
		"Find every maximum capture of every piece, by every route.",
		"En çok taş alan bütün yolları, her taş için bulun.",
	},
	proof.AskMaximum: {
		"How many pieces must be taken?",
		"Bu hamlede kaç taş alınmalıdır?",
	},
	proof.AskLegal: {
		"Is {at} legal? If not, why not?",
		"Bu hamle oynanabilir mi, oynanamazsa neden olmaz: {at}?",
	},
}

// QuestionText is a drill's question, as its row holds it, in words. A text that
// is no question comes back as it is. English is what any other language than
// Turkish gets.
func QuestionText(question string, lang dama.Language) string {
	q, err := proof.ParseQuestion(question)
	if err != nil {
		return question
	}
	text := questionTexts[q.Type].english
	if lang == dama.Turkish {
		text = questionTexts[q.Type].turkish
	}
	return strings.ReplaceAll(text, "{at}", q.Move())
}
