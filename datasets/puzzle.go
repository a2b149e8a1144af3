package datasets

import "strings"

// PuzzleKind is what a puzzle asks for.
type PuzzleKind string

// The kinds of puzzle: find the move that takes the most; find the one right
// capture of several; win by a combination; play an ending; answer a question
// about a position.
const (
	MaximumPuzzle PuzzleKind = "maximum"
	ChoicePuzzle  PuzzleKind = "choice"
	ShotPuzzle    PuzzleKind = "shot"
	EndgamePuzzle PuzzleKind = "endgame"
	DrillPuzzle   PuzzleKind = "drill"
)

// Puzzle is one row of a puzzles file.
//
// A slice that is nil is stored like an empty one, except in Answers, where
// nil is null. Lists are read back as empty slices, not nil.
type Puzzle struct {
	// ID comes from the kind, the canonical position, the ruleset and, for
	// drills, the question.
	ID string `parquet:"puzzle_id"`
	// Ruleset is the name of the ruleset.
	Ruleset string `parquet:"ruleset,dict"`
	// FEN is the position, and Side who is to move in it: 0 White, 1 Black.
	FEN  string `parquet:"fen"`
	Side int8   `parquet:"side,int(8),dict"`
	// Kind is what is asked of the solver.
	Kind PuzzleKind `parquet:"kind,dict"`
	// Question and Answers are a drill's; nil for the other kinds.
	Question *string  `parquet:"question,dict"`
	Answers  []string `parquet:"answers,optional,list" parquet-element:",dict"`
	// Solution is the line as move texts, replies included.
	Solution []string `parquet:"solution,list" parquet-element:",dict"`
	// SolverPlies is how many of the moves are the solver's.
	SolverPlies int32 `parquet:"solver_plies,dict"`
	// Captures is the number of pieces that the solver takes in the line.
	Captures int32 `parquet:"captures,dict"`
	// Gain is the net material won by the end of the settled line, in hundredths
	// of a man on the fixed scale of man 100, king 400.
	Gain int32 `parquet:"gain,dict"`
	// Themes are lower-case identifiers with hyphens, each once.
	Themes []string `parquet:"themes,list" parquet-element:",dict"`
	// Rating is the difficulty in points, and RatingError its standard error.
	Rating      int32 `parquet:"rating,delta"`
	RatingError int32 `parquet:"rating_error,delta"`
	// Proof is the certificate, as JSON text.
	Proof string `parquet:"proof"`
	// ValidRulesets names the rulesets under which the same solution is the
	// only one.
	ValidRulesets []string `parquet:"valid_rulesets,list" parquet-element:",dict"`
	// RulesetNote says what differs under other rulesets; nil if nothing does.
	RulesetNote *string `parquet:"ruleset_note,dict"`
	// LeadIn is the move before the position; nil if there was none.
	LeadIn *string `parquet:"lead_in,dict"`
	// GameID and Ply tell which game the position comes from, and the number of
	// moves before it; nil if it comes from none.
	GameID *string `parquet:"game_id,dict"`
	Ply    *int32  `parquet:"ply"`
	// MirrorOf is the puzzle that this one mirrors; nil if none.
	MirrorOf *string `parquet:"mirror_of,dict"`
	// FamilySize is how many found puzzles this one stands for, itself included.
	FamilySize int32 `parquet:"family_size,dict"`
}

// check names the first thing that no puzzle row may hold. It proves nothing.
func (p *Puzzle) check() error {
	var c checker
	c.needText("puzzle_id", p.ID)
	c.needText("ruleset", p.Ruleset)
	c.needText("fen", p.FEN)
	c.require(p.Side == 0 || p.Side == 1, "side", "%d is neither 0 nor 1", p.Side)
	switch p.Kind {
	case MaximumPuzzle, ChoicePuzzle, ShotPuzzle, EndgamePuzzle:
		c.require(p.Question == nil, "question", "is for drills, not for kind %q", p.Kind)
		c.require(p.Answers == nil, "answers", "is for drills, not for kind %q", p.Kind)
	case DrillPuzzle:
		c.require(p.Question != nil, "question", "null, but every drill has one")
		c.require(p.Answers != nil, "answers", "null, but every drill has them")
	default:
		c.fail("kind", "%q is not known", p.Kind)
	}
	c.optionalText("question", p.Question)
	c.texts("answers", p.Answers)
	c.texts("solution", p.Solution)
	p.checkThemes(&c)
	c.text("proof", p.Proof)
	c.texts("valid_rulesets", p.ValidRulesets)
	c.optionalText("ruleset_note", p.RulesetNote)
	c.optionalText("lead_in", p.LeadIn)
	c.optionalText("game_id", p.GameID)
	c.optionalText("mirror_of", p.MirrorOf)
	return c.err()
}

// checkThemes checks the form of the themes; which themes there are is the
// miner's business.
func (p *Puzzle) checkThemes(c *checker) {
	seen := map[string]bool{}
	for _, theme := range p.Themes {
		c.require(isIdentifier(theme), "themes", "%q is not made of lower-case letters, digits and hyphens", theme)
		c.require(!seen[theme], "themes", "%q is there twice", theme)
		seen[theme] = true
	}
}

func isIdentifier(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-", r)
	})
}
