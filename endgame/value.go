package endgame

import "fmt"

// value is an entry: 0 for a draw, else one more than the number of plies to the
// end. A win takes an odd number of plies and a loss an even one, so the number
// tells which it is.
type value uint16

const (
	drawn value = 0
	lost  value = 1 // the side to move has no piece or no move
)

// maxValue is the greatest value that an entry can hold.
const maxValue value = 255

// won is the value of a position in which the opponent has no piece. No move leads
// to one, so it stands in no table; but a text can say it.
const won = maxValue + 1

func (v value) wins() bool  { return v != drawn && v&1 == 0 }
func (v value) loses() bool { return v&1 == 1 }

// result returns +1, 0 or -1 and the number of plies.
func (v value) result() (result, plies int) {
	switch {
	case v == drawn:
		return 0, 0
	case v == won:
		return 1, 0
	case v.wins():
		return 1, int(v) - 1
	}
	return -1, int(v) - 1
}

// choice gathers the values of a position's successors, each for the side to move
// there, into the value of the position.
type choice struct {
	win, loss value
	draw      bool
}

func (c *choice) add(successor value) {
	switch {
	case successor == drawn:
		c.draw = true
	case successor.loses():
		if v := successor + 1; c.win == 0 || v < c.win {
			c.win = v
		}
	default:
		c.loss = max(c.loss, successor+1)
	}
}

// value is the quickest win, else a draw, else the slowest loss.
func (c *choice) value() value {
	switch {
	case c.win != 0:
		return c.win
	case c.draw:
		return drawn
	}
	return c.loss
}

// String writes the value for people.
func (v value) String() string {
	r, plies := v.result()
	return Value{r, plies}.String()
}

// Value is the worth of a position to its side to move.
type Value struct {
	Result int // +1, 0 or -1 if it wins, draws or loses
	Plies  int // to the end of a won or lost game
}

// String writes "win in 5", "draw" or "loss in 6"; plies are meant.
func (v Value) String() string {
	switch {
	case v.Result > 0:
		return fmt.Sprintf("win in %d", v.Plies)
	case v.Result < 0:
		return fmt.Sprintf("loss in %d", v.Plies)
	}
	return "draw"
}

// Before returns the worth of a position to the side that moves to it, one of
// this worth.
func (v Value) Before() Value {
	if v.Result == 0 {
		return v
	}
	return Value{-v.Result, v.Plies + 1}
}

// Better tells whether the side to move prefers v to w: a win to a draw to a loss,
// a short win to a long one, a long loss to a short one.
func (v Value) Better(w Value) bool {
	if v.Result != w.Result {
		return v.Result > w.Result
	}
	return v.Result*v.Plies < w.Result*w.Plies
}
