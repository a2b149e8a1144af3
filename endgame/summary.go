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
	c := newCounter(l, src)
	for i := range l.size {
		if _, real := l.boards(i); real && !c.add(i) {
			return c.Summary, false
		}
	}
	return c.finish(), true
}

// counter gathers a summary.
type counter struct {
	Summary
	layout    *layout
	source    source
	win, loss int // indices of the longest, -1 for none
}

func newCounter(l *layout, src source) *counter {
	return &counter{Summary{Material: l.material.String(), Entries: l.size}, l, src, -1, -1}
}

// add counts the position at an index; it is false if that can't be read.
func (c *counter) add(index int) bool {
	n := 2
	if c.layout.twin(index) {
		n = 1
	}
	v, ok := c.source.at(index)
	if !ok {
		return false
	}
	_, plies := v.result()
	switch {
	case v == drawn:
		c.Draws += n
	case v.wins():
		c.Wins += n
		if plies > c.LongestWin || c.win < 0 {
			c.LongestWin, c.win = plies, index
		}
	default:
		c.Losses += n
		if plies > c.LongestLoss || c.loss < 0 {
			c.LongestLoss, c.loss = plies, index
		}
	}
	return true
}

func (c *counter) finish() Summary {
	c.Win, c.Loss = c.layout.fen(c.win), c.layout.fen(c.loss)
	return c.Summary
}

// fen writes the position at an index, White to move; "" for no index.
func (l *layout) fen(index int) string {
	if index < 0 {
		return ""
	}
	b, _ := l.boards(index)
	return b.position().FEN()
}
