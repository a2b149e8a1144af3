package dama

// Result is the result of a game from White's point of view.
type Result int8

// White wins, nobody does, or Black wins.
const (
	WhiteWins Result = 1
	Draw      Result = 0
	BlackWins Result = -1
)

// WinFor returns the result when the given side has won.
func WinFor(c Color) Result {
	if c == White {
		return WhiteWins
	}
	return BlackWins
}

// Termination is the reason why a game is over.
type Termination string

// The endings by a rule, in the order in which they count where two fit: a side
// without a piece or a move has lost, whatever draw rule might also fit.
const (
	Elimination        Termination = "elimination"
	BlockedSide        Termination = "blocked"
	OnePieceEachDrawn  Termination = "one-piece-each"
	KingVersusManDrawn Termination = "king-versus-man"
	RepetitionDrawn    Termination = "repetition"
	KingMovesDrawn     Termination = "king-moves"
	NoProgressDrawn    Termination = "no-progress"
)

// Outcome is how a game stands: going on, or over with a result and a reason.
type Outcome struct {
	Over   bool
	Result Result
	Reason Termination // empty while the game goes on
}

func drawn(reason Termination) Outcome { return Outcome{Over: true, Result: Draw, Reason: reason} }

// BoardOutcome tells what the board alone decides: no piece, no move, and the
// draws by material. It knows nothing of counters and repetition; [History] does.
func (f Facts) BoardOutcome(p Position) Outcome {
	lost := WinFor(p.side.Other())
	switch {
	case p.men|p.kings == 0:
		return Outcome{Over: true, Result: lost, Reason: Elimination}
	case p.foeMen|p.foeKings == 0: // never after a move, but a position text may say so
		return Outcome{Over: true, Result: WinFor(p.side), Reason: Elimination}
	case f.Generator().CountMoves(p) == 0:
		return Outcome{Over: true, Result: lost, Reason: BlockedSide}
	}
	if reason := f.MaterialDraw(p); reason != "" {
		return drawn(reason)
	}
	return Outcome{}
}

// MaterialDraw returns the reason for which the material on the board is a draw
// at once, or "" if it is not. It must be asked only where the side to move has a
// legal move: a lost position is lost.
func (f Facts) MaterialDraw(p Position) Termination {
	if !p.OnePieceEach() {
		return ""
	}
	switch f.OnePieceEach {
	case OnePieceDraw:
		return OnePieceEachDrawn
	case OnePieceUnlessCapture:
		if !f.Generator().CanCapture(p) {
			return OnePieceEachDrawn
		}
	}
	if f.KingVersusMan == KingVersusManDraw && (p.kings == 0) != (p.foeKings == 0) {
		return KingVersusManDrawn
	}
	return ""
}
