package proof

import (
	"encoding/json"

	"damalab/dama"
)

// The kinds of the certificates that [Line] describes.
const (
	KindChoice = "choice"
	KindShot   = "shot"
)

// Win is the value of a won game, and -Win that of a lost one: beyond all
// material, which the board cannot hold more than 64 kings of.
const Win = 100_000

// MinMargin is the least margin that proves anything, in hundredths of a man.
const MinMargin = 100

// MaxHorizon is the greatest horizon that [Check] walks.
const MaxHorizon = 8

// Line is the certificate of a puzzle whose solution is a line of play. It proves
// two things by trees of moves: that the solver gets Gain whatever the replies,
// and that whatever else he plays on his way gets him less by Margin or more.
//
// Values are what the solver has won since the start, in hundredths of a man on
// the fixed scale of man 100 and king 400: his material less the opponent's, less
// the same difference in the first position. A won game is [Win], a lost one
// -Win, and a drawn one is as good as equal material. A game is over where the
// board alone says so: no piece, no move, or a draw by material. Repetition and
// the counting rules play no part.
//
// A position is settled if the game is not over, the side to move has no capture,
// and the other side would have none if it were to move. Its value is the
// material as it stands. That is a convention and not the truth: play goes on.
// So the trees do not end at the first settled position. In each of them one side,
// the keeper, shows that it can keep the value on its side of a bound: one move
// is enough where the keeper moves, and all legal moves are there where the other
// side does. Horizon is the number of times that the other side may move from a
// settled position before a settled position counts as an end; each such move and
// the answer to it are two quiet plies beyond the first settled position. A move
// from a position that is not settled, for a capture is due or threatened, uses
// nothing up. What lies beyond the horizon is not proven.
//
// Nodes are the positions at which the trees go on, numbered in the order in
// which they are first reached when every edge is followed as soon as it is read;
// node 0 is the position of the puzzle. A position that is reached in several
// ways, with the same keeper and the same rest of the horizon, is one node.
//
//   - On the solution's line the solver is the keeper. At his turns the first edge
//     is the solution's move and the others are all the other legal moves; at the
//     replies all legal moves are there.
//   - Off the line, and behind its last move, the solver remains the keeper: one
//     move at his turns, all legal replies at the opponent's.
//   - Behind a move that is not the solution's the opponent is the keeper, with
//     the whole horizon before him. A move that leads to the very position to
//     which the solution's move leads is no other move.
//
// Where all moves are there, they are in the order of the referee. The value of a
// node is that of the keeper's edge, or the worst for the keeper of all edges;
// Gain is the value of node 0, and Margin is what the best of the other moves on
// the line falls short of it.
type Line struct {
	// Format is always [Format], Version the number of the form, Kind one of
	// [KindChoice] and [KindShot].
	Format  string `json:"format"`
	Version int    `json:"version"`
	Kind    string `json:"kind"`
	// The four facts that legal moves and the end of a game depend on here.
	Promotion     dama.Promotion     `json:"promotion"`
	Reversal      dama.Reversal      `json:"reversal"`
	OnePieceEach  dama.OnePieceEach  `json:"one_piece_each"`
	KingVersusMan dama.KingVersusMan `json:"king_versus_man"`
	// FEN is the position, in the form in which dama writes it.
	FEN string `json:"fen"`
	// Gain is what the solver gets at least, and Margin by how much every other
	// move gets less, [MinMargin] or more; in hundredths of a man.
	Gain   int `json:"gain"`
	Margin int `json:"margin"`
	// Horizon is counted in moves from settled positions, 0 to [MaxHorizon].
	Horizon int `json:"horizon"`
	// Solution is the line: the solver's moves and, between them, the replies.
	Solution []string `json:"solution"`
	// Nodes are the positions at which a tree goes on.
	Nodes [][]Edge `json:"nodes"`
}

// Under returns the certificate with the facts of another ruleset in its head. It
// holds under them if [Check] says so.
func (l Line) Under(f dama.Facts) Line {
	l.Promotion, l.Reversal = f.Promotion, f.Reversal
	l.OnePieceEach, l.KingVersusMan = f.OnePieceEach, f.KingVersusMan
	return l
}

// Edges is the number of moves in all trees.
func (l Line) Edges() int {
	n := 0
	for _, edges := range l.Nodes {
		n += len(edges)
	}
	return n
}

// Encode returns the certificate as JSON on one line. The same certificate gives
// the same bytes.
func (l Line) Encode() []byte {
	data, err := json.Marshal(l)
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	return data
}

// DecodeLine reads a certificate of one of the kinds of [Line] without proving
// it. The error is [ErrUnreadable] or [ErrNewer].
func DecodeLine(certificate []byte) (Line, error) {
	kind, err := KindOf(certificate)
	if err != nil {
		return Line{}, err
	}
	var l Line
	if err := decode(certificate, &l); err != nil {
		return Line{}, err
	}
	if !isLine(kind) {
		return Line{}, notKnown(kind)
	}
	return l, nil
}

func isLine(kind string) bool { return kind == KindChoice || kind == KindShot }
