package proof

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"damalab/dama"
)

// KindEndgame is the kind of the certificates that [Endgame] describes.
const KindEndgame = "endgame"

// The goals of an endgame.
const (
	GoalWin  = "win"
	GoalDraw = "draw"
)

// Endgame is the certificate of a puzzle in which, with few pieces left, just one
// move keeps what the position is worth: the only one that wins, or the only one
// that does not lose. The solution is a line of such moves with the best replies
// between them. Values are exact, by best play of both sides to the end of the
// game as the board alone decides it; repetition and the counting rules play no
// part.
//
// Turns has the positions on the line in order, the one after the last move
// included unless the game is over there: for each all legal moves, in the order of
// the referee, with what each is worth to the side that makes it. So the values of
// a position and of those behind it must fit together:
//
//   - a position is worth what its best move is: a win to a draw to a loss, a
//     short win to a long one, a long loss to a short one;
//   - a move is worth what the position behind it is to the other side, one ply
//     longer;
//   - at each of the solver's turns the solution's move keeps the goal, and no
//     other move does;
//   - each reply on the line is one of the best.
//
// Nodes, where there are any, are a tree that proves the win without a table: one
// move at the solver's turns, all legal replies at the opponent's, each branch up
// to the end of the game. They are numbered as in [Line]. The tree proves how long
// the win takes at most; that there is no quicker one is for the tables to say.
type Endgame struct {
	// Format is always [Format], Version the number of the form, Kind always
	// [KindEndgame].
	Format  string `json:"format"`
	Version int    `json:"version"`
	Kind    string `json:"kind"`
	// The four facts that legal moves and the end of a game depend on here.
	Promotion     dama.Promotion     `json:"promotion"`
	Reversal      dama.Reversal      `json:"reversal"`
	OnePieceEach  dama.OnePieceEach  `json:"one_piece_each"`
	KingVersusMan dama.KingVersusMan `json:"king_versus_man"`
	// Rules is the digest of the rules of the tables from which the values are.
	Rules string `json:"rules"`
	// FEN is the position, in the form in which dama writes it.
	FEN string `json:"fen"`
	// Goal is [GoalWin] or [GoalDraw], and Plies how many plies a win takes; 0
	// for a draw.
	Goal  string `json:"goal"`
	Plies int    `json:"plies"`
	// Solution is the line: the solver's moves and, between them, the replies.
	Solution []string `json:"solution"`
	// Turns are the legal moves of the positions on the line with their values.
	Turns [][]Valued `json:"turns"`
	// Nodes are the tree; none where the win takes too many moves, or is none.
	Nodes [][]Edge `json:"nodes,omitempty"`
}

// Encode returns the certificate as JSON on one line. The same certificate gives
// the same bytes.
func (e Endgame) Encode() []byte {
	data, err := json.Marshal(e)
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	return data
}

// DecodeEndgame reads a certificate of the kind endgame without proving it. The
// error is [ErrUnreadable], [ErrNewer] or, of another kind, [ErrDiffers].
func DecodeEndgame(certificate []byte) (Endgame, error) {
	kind, err := KindOf(certificate)
	if err != nil {
		return Endgame{}, err
	}
	if kind != KindEndgame {
		return Endgame{}, fmt.Errorf("%w: its kind is %q, not %q", ErrDiffers, kind, KindEndgame)
	}
	var e Endgame
	err = decode(certificate, &e)
	return e, err
}

// Worth is what a move is worth to the side that makes it: n for a win and -n for
// a loss at the end of n plies, the move included, and 0 for a draw.
type Worth int

// Result is +1, 0 or -1 for a win, a draw or a loss.
func (w Worth) Result() int {
	switch {
	case w > 0:
		return 1
	case w < 0:
		return -1
	}
	return 0
}

// Better tells whether the side that moves prefers w to v.
func (w Worth) Better(v Worth) bool {
	if w.Result() != v.Result() {
		return w.Result() > v.Result()
	}
	return w < v // the short win, and the long loss
}

// Before is the worth of a move to a position whose best move is worth w.
func (w Worth) Before() Worth {
	switch {
	case w > 0:
		return -w - 1
	case w < 0:
		return -w + 1
	}
	return 0
}

// String writes "win in 5", "draw" or "loss in 6"; plies are meant.
func (w Worth) String() string {
	switch {
	case w > 0:
		return fmt.Sprintf("win in %d", int(w))
	case w < 0:
		return fmt.Sprintf("loss in %d", -int(w))
	}
	return "draw"
}

// Valued is a move with its worth. As text it is the two with an equals sign
// between them: a3-a4=5, a3-b3=0, a3xa5=-6.
type Valued struct {
	// Move is the text of the move by its least route.
	Move string
	Worth
}

// MarshalText writes the move as text.
func (v Valued) MarshalText() ([]byte, error) {
	return strconv.AppendInt(append([]byte(v.Move), '='), int64(v.Worth), 10), nil
}

// UnmarshalText reads a move, in the form in which it is written and no other.
func (v *Valued) UnmarshalText(text []byte) error {
	move, number, _ := strings.Cut(string(text), "=")
	n, err := strconv.Atoi(number)
	if err != nil {
		return fmt.Errorf("move %q has no value", text)
	}
	*v = Valued{Move: move, Worth: Worth(n)}
	if again, _ := v.MarshalText(); string(again) != string(text) {
		return fmt.Errorf("move %q is not as it was made", text)
	}
	return nil
}
