package puzzles

import "slices"

// Theme is something that a puzzle can be about.
type Theme struct {
	// ID is the lower-case identifier that rows hold.
	ID string
	// English and Turkish are the titles.
	English, Turkish string
	// InEnglish and InTurkish explain the theme in a sentence.
	InEnglish, InTurkish string
	// Holds tells whether a puzzle has the theme.
	Holds func(Subject) bool
}

// longRoute is the number of pieces from which a capture is called long: more
// than most people follow without counting.
const longRoute = 5

// themes is the table of all themes, in the order in which rows list them.
var themes = []Theme{
	{
		"majority", "The majority rule", "En çok taş alma",
		"A shorter capture is there, too; the rule is to take as many as possible.",
		"Daha az taş alan bir yol da vardır; kural ise en çok taş alan yolu zorunlu kılar.",
		func(s Subject) bool { return len(s.decoys()) > 0 },
	},
	{
		"only-move", "The only move", "Tek hamle",
		"Just one move is legal.",
		"Kurala uygun tek bir hamle vardır.",
		func(s Subject) bool { return len(s.Legal) == 1 },
	},
	{
		"turn", "A turn", "Dönüş",
		"The capture turns a corner at least once.",
		"Taş alan taş, yolda en az bir kez köşe döner.",
		func(s Subject) bool { return s.everyRoute(func(r []jump) bool { return turns(r) > 0 }) },
	},
	{
		"long-route", "A long route", "Uzun yol",
		"One move takes five pieces or more.",
		"Tek hamlede beş ya da daha çok taş alınır.",
		func(s Subject) bool { return s.Solution.Captured.Count() >= longRoute },
	},
	{
		"crossed-square", "Over an emptied square", "Boşalan kareden geçme",
		"The capture crosses, or lands on, a square that was occupied before the move.",
		"Yol, hamleden önce dolu olup hamle sırasında boşalan bir kareden geçer ya da o karede durur.",
		func(s Subject) bool { return s.everyRoute(crosses) },
	},
	{
		"king-capture", "A king captures", "Dama ile taş alma",
		"A king makes the capture.",
		"Taşları bir dama alır.",
		func(s Subject) bool { return s.byKing() && s.Solution.Captured != 0 },
	},
	{
		"promotion", "Crowning", "Damaya çıkma",
		"A man becomes a king with this move.",
		"Bir yoz taş bu hamleyle damaya çıkar.",
		func(s Subject) bool { return s.Solution.Crowned },
	},
	{
		"promotion-in-capture", "The far rank on the way", "Yolda son sıraya varma",
		"A man reaches the far rank in the middle of its capture and goes on capturing.",
		"Bir yoz taş, taş alırken son sıraya varır ve almayı sürdürür.",
		func(s Subject) bool {
			return s.Solution.Crowned && s.everyRoute(func(r []jump) bool {
				return passesFarRank(r, s.Position.Side())
			})
		},
	},
}

// Themes returns all themes in the order in which rows list them.
func Themes() []Theme { return slices.Clone(themes) }

// themesOf returns the identifiers of the themes that a puzzle has.
func themesOf(s Subject) []string {
	var ids []string
	for _, t := range themes {
		if t.Holds(s) {
			ids = append(ids, t.ID)
		}
	}
	return ids
}
