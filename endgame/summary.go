package endgame

// Summary is what a table tells in figures. Positions are counted as on the
// board: each placement of the pieces once, its mirror image too, one color to
// move.
type Summary struct {
	Material string `json:"material"` // the side to move first
	Entries  int    `json:"entries"`
	Wins     int    `json:"wins"`
	Draws    int    `json:"draws"`
	Losses   int    `json:"losses"`
	// LongestWin and LongestLoss are in plies, 0 if there is none; Win and
	// Loss are the first positions of the index that take so long.
	LongestWin  int    `json:"longest_win"`
	Win         string `json:"win,omitempty"`
	LongestLoss int    `json:"longest_loss"`
	Loss        string `json:"loss,omitempty"`
}

// summarize counts what is in a table.
func summarize(l *layout, src source) (Summary, bool) {
	s := Summary{Material: l.material.String(), Entries: l.size}
	win, loss := -1, -1
	for i := range l.size {
		if _, real := l.boards(i); !real {
			continue
		}
		n := 2
		if l.twin(i) {
			n = 1
		}
		v, ok := src.at(i)
		if !ok {
			return s, false
		}
		_, plies := v.result()
		switch {
		case v == drawn:
			s.Draws += n
		case v.wins():
			s.Wins += n
			if plies > s.LongestWin || win < 0 {
				s.LongestWin, win = plies, i
			}
		default:
			s.Losses += n
			if plies > s.LongestLoss || loss < 0 {
				s.LongestLoss, loss = plies, i
			}
		}
	}
	s.Win, s.Loss = l.fen(win), l.fen(loss)
	return s, true
}

// fen writes the position at an index, White to move; "" for no index.
func (l *layout) fen(index int) string {
	if index < 0 {
		return ""
	}
	b, _ := l.boards(index)
	return b.position().FEN()
}
