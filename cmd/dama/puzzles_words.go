package main

import "damalab/dama"

// puzzleWords is what puzzles show and puzzles check say around the facts, as
// formats in one language. Kinds, themes and reasons are codes, the same in both.
type puzzleWords struct {
	lang dama.Language

	// Of show, and the board's solution.
	head, themes, leadIn                          string
	solution, solutionBelow, answers, noneAnswers string

	// Of check.
	no, yes, unwanted, checkedThemes, checkedRating, checkedNote, proof string
	provenByRules, provenByTables                                       string
	noneLegal, oneLegal, legal                                          string
	rival, equalRival                                                   string
	worths, winWith, drawWith, lossWith                                 string
}

func puzzleWordsOf(lang dama.Language) puzzleWords {
	if lang == dama.Turkish {
		return turkishPuzzleWords()
	}
	return puzzleWords{
		lang: dama.English,

		head: "%s  %s, %s, rating %d (±%d)\n", themes: "themes: %s\n", leadIn: "the move before: %s\n",
		solution: "solution: %s\n", solutionBelow: "solution:\n", answers: "answers: %s\n", noneAnswers: "answers: none\n",

		no:            "%s: no (%s). %s\n",
		yes:           "%s: yes, %s\nsolution  %s\n",
		provenByRules: "proven by the second implementation of the rules", provenByTables: "by endgame tables, with every move checked by the second implementation of the rules",
		unwanted:      "note      mining would leave it out (%s). %s\n",
		checkedThemes: "themes    %s\n",
		checkedRating: "rating    %d, give or take %d\n",
		checkedNote:   "rulesets  %s\n",
		proof:         "proof     %s\n",
		noneLegal:     "No move is legal.", oneLegal: "The only legal move is %s.", legal: "Legal are %s.",
		rival:      "Besides %s there is %s, which is not refuted.",
		equalRival: "Besides %s there is %s, which is proven to get as much.",
		worths:     "By the tables: %s.", winWith: "win in %d with %s", drawWith: "draw with %s", lossWith: "loss in %d with %s",
	}
}

func turkishPuzzleWords() puzzleWords {
	return puzzleWords{
		lang: dama.Turkish,

		head: "%s  %s, %s, zorluk %d (±%d)\n", themes: "konular: %s\n", leadIn: "önceki hamle: %s\n",
		solution: "çözüm: %s\n", solutionBelow: "çözüm:\n", answers: "cevaplar: %s\n", noneAnswers: "cevap yok\n",

		no:            "%s: hayır (%s). %s\n",
		yes:           "%s: evet, %s\nçözüm     %s\n",
		provenByRules: "kuralların ikinci uygulamasıyla kanıtlandı", provenByTables: "oyun sonu tablolarıyla; her hamle kuralların ikinci uygulamasıyla denetlendi",
		unwanted:      "not       oyunlardan soru seçilirken alınmazdı (%s). %s\n",
		checkedThemes: "konular   %s\n",
		checkedRating: "zorluk    %d, artı eksi %d\n",
		checkedNote:   "kurallar  %s\n",
		proof:         "kanıt     %s\n",
		noneLegal:     "Oynanabilecek hamle yok.", oneLegal: "Oynanabilecek tek hamle: %s.", legal: "Oynanabilecek hamleler: %s.",
		rival:      "%s hamlesinden başka %s de var ve çürütülmedi.",
		equalRival: "%s hamlesinden başka %s de var; aynısını kazandırdığı kanıtlandı.",
		worths:     "Tablolara göre: %s.", winWith: "%d yarım hamlede galibiyet: %s", drawWith: "beraberlik: %s", lossWith: "%d yarım hamlede mağlubiyet: %s",
	}
}
