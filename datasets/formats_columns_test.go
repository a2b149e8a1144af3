package datasets

import "damalab/dama"

// columnTexts says what each column means, for readers in any language; by table and
// column. The types are written from the code.
func columnTexts() map[string]string {
	return map[string]string{
		"games.game_id":       "the first 16 digits of the spec digest, a hyphen, the index in 8 digits",
		"games.ruleset":       "the name of the ruleset",
		"games.index":         "the number of the game in its run, from 0",
		"games.seed":          "the game's own seed, drawn from the spec digest and the index; 0 for imports",
		"games.start_fen":     "the position before the first move; null for the usual start",
		"games.opening_plies": "how many of the first moves were drawn, not searched",
		"games.moves":         "the moves as texts, in order: `c3-c4`, captures with every landing, `f3xf5xd5`",
		"games.scores":        "an entry for each move: what the search said before it, White's view; null where there was no search",
		"games.result":        "+1 White won, 0 drawn, -1 Black won; null where an import does not tell",
		"games.termination":   "why the game ended, see below",
		"games.ended_by":      "what kind of decision that was, see below",
		"games.plies":         "the number of moves",
		"games.white":         "White's player: in self-play the first 16 digits of the digest of the weights, in imports a name",
		"games.black":         "the same for Black",
		"games.rescored":      "the exact value of the first position of the game that endgame tables know, White's view: +1, 0 or -1 with best play from there on, whatever was played; the tables know every position of up to so many pieces, and neither repetition nor counted moves. Null where no position of the game has so few pieces, where the tables are for other rules than the game's, and in every dataset that `datasets rescore` has not made",
		"games.depths":        "an entry for each move: how deep the search went, in plies; 0 where there was no search; null if the run did not keep them",
		"games.nodes":         "an entry for each move: how many positions the search saw; 0 where there was no search; null if the run did not keep them",

		"positions.game_id":     "the game that the position is from",
		"positions.ply":         "how many moves were made before it; 0 is the start",
		"positions.white_men":   "the squares of White's men as a set: bit 0 is a1, bit 63 is h8",
		"positions.white_kings": "White's kings, likewise",
		"positions.black_men":   "Black's men, likewise",
		"positions.black_kings": "Black's kings, likewise",
		"positions.side":        "the side to move: 0 White, 1 Black",
		"positions.score":       "what the search said, White's view; null where there was no search",
		"positions.result":      "the game's result as it was played, White's view, also where the game is rescored; null if unknown",
		"positions.best_move":   "the move that was played",
		"positions.legal_moves": "the number of legal moves",
		"positions.max_capture": "how many pieces each legal move takes; 0 if nothing can be taken",
		"positions.quiet":       "whether neither side could capture if it were to move",
		"positions.pieces":      "the number of pieces on the board, both sides together",
		"positions.split":       "the part of a split that the row belongs to, such as `train`; empty if the data was not split",

		"endgames.material":    "what is on the board, the side to move first: `KMvK` is a king and a man against a king",
		"endgames.white_men":   "the squares of White's men as a set: bit 0 is a1, bit 63 is h8",
		"endgames.white_kings": "White's kings, likewise",
		"endgames.black_men":   "Black's men, likewise",
		"endgames.black_kings": "Black's kings, likewise",
		"endgames.side":        "the side to move: always 0, White",
		"endgames.pieces":      "the number of pieces on the board, both sides together",
		"endgames.positions":   "how many positions the row stands for: 2 with its left-right mirror image, 1 if it is its own",
		"endgames.result":      "+1, 0 or -1 if White wins, draws or loses with best play",
		"endgames.plies":       "the number of plies to the end, the winner taking the shortest way and the loser the longest; null for a draw",

		"puzzles.puzzle_id":      "made from the kind, the canonical position, the ruleset and, for drills, the question",
		"puzzles.ruleset":        "the name of the ruleset",
		"puzzles.fen":            "the position",
		"puzzles.side":           "the side to move in it: 0 White, 1 Black",
		"puzzles.kind":           "`maximum` (take the most), `choice` (the one right capture), `shot` (a combination), `endgame` or `drill` (a question)",
		"puzzles.question":       "the question of a drill; null for the other kinds",
		"puzzles.answers":        "the right answers of a drill; null for the other kinds",
		"puzzles.solution":       "the moves of the solution as texts, replies included",
		"puzzles.solver_plies":   "how many of the moves are the solver's",
		"puzzles.captures":       "how many pieces the solver takes in the line",
		"puzzles.gain":           "the net material won by the end of the settled line, in hundredths of a man; a man counts 100, a king 400",
		"puzzles.themes":         "identifiers such as `turn`, each once",
		"puzzles.rating":         "the difficulty in points",
		"puzzles.rating_error":   "the standard error of the rating",
		"puzzles.proof":          "the certificate, as JSON text",
		"puzzles.valid_rulesets": "the rulesets under which the same solution is the only one",
		"puzzles.ruleset_note":   "what differs under other rulesets, or that no table tells; null if nothing does. `dama puzzles show --lang tr` has it in Turkish",
		"puzzles.lead_in":        "the move before the position; null if there was none",
		"puzzles.game_id":        "the game that the position is from; null if from none",
		"puzzles.ply":            "how many moves were made before the position; null if it is from no game",
		"puzzles.mirror_of":      "the puzzle that this one mirrors; null if none",
		"puzzles.family_size":    "how many found puzzles this one stands for, itself included",
	}
}

// endedByTexts says what the kinds of decision are.
func endedByTexts() map[EndedBy]string {
	return map[EndedBy]string{
		EndedByRule:         "a rule of the game",
		EndedByAdjudication: "decided early, because the result was clear",
		EndedByGuard:        "stopped, because it did not come to an end; the result is 0",
		EndedByImport:       "whatever ended an imported game; besides these also what a rule says",
	}
}

// terminationTexts says why games end.
func terminationTexts() map[dama.Termination]string {
	return map[dama.Termination]string{
		dama.Elimination:        "the side to move has no piece left",
		dama.BlockedSide:        "the side to move has pieces and no move",
		dama.OnePieceEachDrawn:  "one piece each, where the ruleset calls it a draw",
		dama.KingVersusManDrawn: "a king against a man, where the ruleset calls it a draw",
		dama.RepetitionDrawn:    "the same position as often as the ruleset allows",
		dama.KingMovesDrawn:     "as many king moves in a row as the ruleset allows",
		dama.NoProgressDrawn:    "as many plies without progress as the ruleset allows",
		ScoreAdjudged:           "the searches of both sides found one side far ahead for long enough",
		DrawScoreAdjudged:       "the searches of both sides found neither side ahead for long enough",
		EndgameAdjudged:         "endgame tables know the result",
		PlyLimitGuard:           "the game had the greatest number of plies",
		StalledGuard:            "no capture and no forward man move for too long",
		AgreementImported:       "a draw by agreement",
		ResignationImported:     "one side resigned",
		TimeImported:            "one side ran out of time",
		UnknownImported:         "the file does not say",
	}
}
