package search

// Score is what a position is worth to the side to move, in hundredths of a man,
// or a proven win or loss counted in plies.
type Score int32

const (
	// Infinite is beyond every score.
	Infinite Score = 32000
	// Win is the score of a position won at once; a win in n plies is Win-n.
	Win Score = 30000
	// winBound is the least score that means a proven win: no evaluation comes
	// near it and no line is so long.
	winBound = Win - 1000
	// unproven is a won position of the endgame tables in which a counted rule
	// may come first, less the plies that the win takes. It is above every
	// evaluation and below every proven win.
	unproven = winBound - 1
	// DrawScore is the score of a drawn position.
	DrawScore Score = 0
)

// lossIn returns the score of the side that has lost, ply plies from the root.
func lossIn(ply int) Score { return Score(ply) - Win }

// WinIn returns the number of plies in which the side to move wins, if that is
// proven.
func (s Score) WinIn() (plies int, ok bool) { return int(Win - s), s >= winBound }

// LossIn returns the number of plies in which the side to move loses, if that is
// proven.
func (s Score) LossIn() (plies int, ok bool) { return int(s + Win), s <= -winBound }

// toTable turns a win counted from the root into one counted from the node, so
// that it is true wherever the position comes up again; fromTable turns it back.
func (s Score) toTable(ply int) Score {
	switch {
	case s >= winBound:
		return s + Score(ply)
	case s <= -winBound:
		return s - Score(ply)
	}
	return s
}

func (s Score) fromTable(ply int) Score {
	switch {
	case s >= winBound:
		return s - Score(ply)
	case s <= -winBound:
		return s + Score(ply)
	}
	return s
}

// fromEval keeps an evaluation clear of the scores that mean a proven end.
func fromEval(hundredths int) Score {
	const most = unproven - 1000
	return min(max(Score(hundredths), -most), most)
}
