package dama

// Rulesets returns the six built-in rulesets: the federation's book, which is
// the default, and five published rule pages. Each call returns fresh values.
//
// What every page agrees on (or leaves open, and the common rule fills) is not
// a fact here but the game itself; the last reasons of each ruleset say on
// which of those its page is silent.
func Rulesets() []Ruleset {
	return []Ruleset{federation(), plyYard(), shareLink(), ludoteka(), traditional(), checkersArena()}
}

// The common rules on which some page is silent; see docs/RULES.md.
const (
	whiteFirst   = "white-moves-first"
	howWon       = "how-the-game-is-won"
	agreement    = "draw-by-agreement"
	countAlike   = "men-and-kings-count-the-same"
	freeChoice   = "free-choice-among-equals"
	leaveAtOnce  = "captured-pieces-leave-at-once"
	startSquare  = "the-movers-starting-square-is-empty"
	commonRule   = "the page does not say; the common rule is used"
	noSuchRule   = "the page states no such rule"
	noTimeStated = "the page says \"the jumped piece is removed\" and gives no time; the common rule is used"
)

func stated(fact, text string) Reason { return Reason{Fact: fact, Stated: true, Text: text} }
func chosen(fact, text string) Reason { return Reason{Fact: fact, Text: text} }

// silent lists common rules that a page leaves out. No page speaks of the
// mover's starting square, so that one is always on the list.
func silent(facts ...string) []Reason {
	var rs []Reason
	for _, f := range append(facts, startSquare) {
		rs = append(rs, chosen(f, commonRule))
	}
	return rs
}

func federation() Ruleset {
	return Ruleset{
		Name:   "federation",
		Source: "Turkish federation rule book, through a public transcription of its rules and ten worked examples",
		Facts: Facts{
			Promotion: AtMoveEnd, Reversal: ReversalForbidden, Repetition: 3, NoProgressResets: []Reset{},
			OnePieceEach: OnePieceDraw, KingVersusMan: KingVersusManDraw,
		},
		Reasons: append([]Reason{
			stated("promotion", "a man that reaches the far rank while capturing goes on as a man and is crowned when the move ends"),
			stated("reversal", "a king may not turn by 180 degrees between two jumps"),
			stated("repetition", "the same position for the third time is a draw"),
			chosen("king_move_limit", noSuchRule),
			chosen("no_progress_plies", "a long game without progress is the arbiter's matter; no number is given, so there is no such rule here"),
			chosen("no_progress_resets", "nothing to reset"),
			stated("one_piece_each", "one piece against one piece is a draw at once"),
			stated("king_versus_man", "follows from one piece each"),
		}, silent()...),
	}
}

func plyYard() Ruleset {
	return Ruleset{
		Name:   "ply-yard",
		Source: "Ply Yard's guide to Turkish draughts",
		Facts: Facts{
			Promotion: DuringCapture, Reversal: ReversalForbidden,
			NoProgressPlies: 100, NoProgressResets: []Reset{ResetCapture, ResetPromotion},
			OnePieceEach: OnePieceNo, KingVersusMan: KingVersusManNo,
		},
		Reasons: append([]Reason{
			stated("promotion", "a man that reaches the far rank while capturing becomes a king at once and goes on as one"),
			chosen("reversal", "the page warns against inferring that a king may reverse freely; forbidden is the common rule"),
			chosen("repetition", noSuchRule),
			chosen("king_move_limit", noSuchRule),
			chosen("no_progress_plies", "a draw after a long run without a capture or a promotion is stated, its number is not; 100 plies is this project's assumption"),
			stated("no_progress_resets", "a capture and a promotion start the count again"),
			chosen("one_piece_each", noSuchRule),
			chosen("king_versus_man", noSuchRule),
			stated(countAlike, "count pieces, whatever they are"),
			chosen(freeChoice, "the page says that its source does not define every tie; the common rule is used"),
		}, silent()...),
	}
}

func shareLink() Ruleset {
	return Ruleset{
		Name:   "share-link",
		Source: "rules page of a beta site where games start by sharing a link (v0.0.1)",
		Facts: Facts{
			Promotion: AtMoveEnd, Reversal: ReversalForbidden, NoProgressResets: []Reset{},
			OnePieceEach: OnePieceNo, KingVersusMan: KingVersusManNo,
		},
		Reasons: append([]Reason{
			stated("promotion", "a man is crowned where it stops"),
			stated("reversal", "a king may not turn by 180 degrees between two jumps"),
			chosen("repetition", noSuchRule),
			chosen("king_move_limit", noSuchRule),
			chosen("no_progress_plies", noSuchRule),
			chosen("no_progress_resets", "nothing to reset"),
			chosen("one_piece_each", noSuchRule),
			chosen("king_versus_man", noSuchRule),
		}, silent(whiteFirst, howWon, agreement, countAlike, freeChoice)...),
	}
}

func ludoteka() Ruleset {
	return Ruleset{
		Name:   "ludoteka",
		Source: "Ludoteka Play's rules page",
		Facts: Facts{
			Promotion: AtMoveEnd, Reversal: ReversalAllowed, Repetition: 3, KingMoveLimit: 32, NoProgressResets: []Reset{},
			OnePieceEach: OnePieceDraw, KingVersusMan: KingVersusManDraw,
		},
		Reasons: append([]Reason{
			chosen("promotion", "the page does not say when a capturing man is crowned; the end of the move is the common rule"),
			chosen("reversal", "the page lists a king's powers and no limit on turning; allowed, also so that one built-in ruleset exercises it"),
			stated("repetition", "the same position for the third time is a draw"),
			stated("king_move_limit", "16 moves a side with kings alone and no capture are a draw: 32 plies"),
			chosen("no_progress_plies", noSuchRule),
			chosen("no_progress_resets", "nothing to reset"),
			stated("one_piece_each", "one piece against one piece is a draw"),
			stated("king_versus_man", "follows from one piece each"),
		}, silent(countAlike, freeChoice)...),
	}
}

func traditional() Ruleset {
	return Ruleset{
		Name:   "traditional",
		Source: "a rules page headed \"traditional variant, public domain\", which credits Wikipedia",
		Facts: Facts{
			Promotion: AtMoveEnd, Reversal: ReversalForbidden, NoProgressResets: []Reset{},
			OnePieceEach: OnePieceNo, KingVersusMan: KingVersusManDraw,
		},
		Reasons: append([]Reason{
			chosen("promotion", "the page does not say when a capturing man is crowned; the end of the move is the common rule"),
			stated("reversal", "a king may not turn by 180 degrees between two jumps"),
			chosen("repetition", noSuchRule),
			chosen("king_move_limit", noSuchRule),
			chosen("no_progress_plies", noSuchRule),
			chosen("no_progress_resets", "nothing to reset"),
			chosen("one_piece_each", noSuchRule),
			stated("king_versus_man", "a king against a single man is a draw"),
		}, silent(agreement)...),
	}
}

func checkersArena() Ruleset {
	return Ruleset{
		Name:   "checkers-arena",
		Source: "Checkers Arena's rules page (9 August 2026)",
		Facts: Facts{
			Promotion: AtMoveEnd, Reversal: ReversalForbidden, Repetition: 3,
			NoProgressPlies: 100, NoProgressResets: []Reset{ResetCapture, ResetManMove},
			OnePieceEach: OnePieceNo, KingVersusMan: KingVersusManNo,
		},
		Reasons: append([]Reason{
			stated("promotion", "a man is crowned when its move ends on the far rank"),
			chosen("reversal", "the page does not say; forbidden is the common rule"),
			stated("repetition", "the same position for the third time is a draw"),
			chosen("king_move_limit", noSuchRule),
			chosen("no_progress_plies", "a draw after a long run with no progress is stated, its number is not; 100 plies is this project's assumption"),
			chosen("no_progress_resets", "what counts as progress is not said; a capture and a man's move are assumed"),
			chosen("one_piece_each", noSuchRule),
			chosen("king_versus_man", noSuchRule),
			chosen(leaveAtOnce, noTimeStated),
		}, silent(whiteFirst, countAlike)...),
	}
}
