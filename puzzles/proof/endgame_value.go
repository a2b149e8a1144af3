package proof

import (
	"fmt"

	"damalab/dama"
	"damalab/internal/referee"
)

// Values knows what positions are worth, as exact endgame tables do.
type Values interface {
	// Probe returns +1, 0 or -1 if the side to move wins, draws or loses with
	// best play, and the number of plies to the end of a won or lost game. ok is
	// false if it does not know the position.
	Probe(p dama.Position) (result, plies int, ok bool)
}

// Exact is what is known of endgames besides what the referee finds.
type Exact struct {
	// Rules is the digest that a certificate's tables must have.
	Rules string
	// Tables are asked one after the other; none is possible.
	Tables []Values
}

// value is the worth of a position to its side to move, where a loss may take no
// ply at all.
type value struct{ result, plies int }

// String writes "win in 5", "draw" or "loss in 0".
func (v value) String() string {
	switch v.result {
	case 1:
		return fmt.Sprintf("win in %d", v.plies)
	case -1:
		return fmt.Sprintf("loss in %d", v.plies)
	}
	return "draw"
}

// before is the worth of the move that leads to a position.
func (v value) before() Worth { return Worth(-v.result * (v.plies + 1)) }

// over returns the value of a position in which the game has ended.
func over(f dama.Facts, p dama.Position) (value, bool) {
	v := referee.Judge(f, []dama.Position{p}, nil)
	if v.Over && p.Side() == dama.Black {
		v.Result = -v.Result
	}
	return value{result: v.Result}, v.Over
}

// mostCapturing is the greatest number of pieces on a board whose captures are
// played out to see where they lead.
const mostCapturing = 8

// value returns what a position is worth, if it is over, a table knows it, or a
// capture is due and the same is so of every position to which one leads.
func (x Exact) value(f dama.Facts, p dama.Position) (value, bool) {
	if v, ok := over(f, p); ok {
		return v, true
	}
	for _, t := range x.Tables {
		if result, plies, ok := t.Probe(p); ok {
			return value{result, plies}, true
		}
	}
	legal := referee.Moves(f, p)
	if legal[0].Captured == 0 || p.Occupied().Count() > mostCapturing {
		return value{}, false
	}
	var best Worth
	for i, m := range legal {
		v, ok := x.value(f, referee.Make(p, m))
		if !ok {
			return value{}, false
		}
		if w := v.before(); i == 0 || w.Better(best) {
			best = w
		}
	}
	return valueOf(best), true
}

// valueOf is a position whose best move is worth w.
func valueOf(w Worth) value { return value{w.Result(), max(int(w), -int(w))} }
