package dama

import "errors"

// How a move text is explained
//
// A text is legal exactly when ParseMove reads it. Otherwise its reason is the
// first that holds, in this order:
//
//  1. The text is two squares joined by -, or squares joined by x, and stands
//     for no more than one legal move (unreadable).
//  2. A piece stands on the first square (no-piece), one of the side to move
//     (not-yours).
//  3. The piece goes from square to square; the first step that fails decides.
//     A step is along a rank or file (diagonal), not backward for a man
//     (backward), and not too far for it (too-far); where the man has reached the
//     far rank within this capture, still-a-man stands for the latter two. Its
//     last square is empty and nothing but what it takes is in its way (blocked).
//     A step of a capture takes exactly one enemy (nothing-to-capture) and is
//     no forbidden turn (turned-back).
//  4. A capture that is possible so far goes on as long as it can (stops-early)
//     and takes the most (not-maximum); a quiet move that is possible is
//     refused where something can be taken (must-capture).
//
// The squares of a capture are taken for the landings. If its first step fails,
// they may still be the captured pieces or, if there are two of them, a short
// form, just as ParseMove takes them; the text is read so if the piece can go
// that way, and by its landings if not.
//
// As in the list of legal moves, the board alone decides: a move is legal by it
// though a draw rule has ended the game, and Over says so.

// Refusal is the reason why a move is not legal.
type Refusal string

// The reasons, in the order in which they are tried, save that StillAMan stands
// in the place of Backward and TooFar; see [Refusals].
const (
	Unreadable       Refusal = "unreadable"         // no move text, or one that fits several moves
	NoPiece          Refusal = "no-piece"           // the first square is empty
	NotYours         Refusal = "not-yours"          // the other side's piece
	Diagonal         Refusal = "diagonal"           // not along a rank or file
	Backward         Refusal = "backward"           // a man going back
	TooFar           Refusal = "too-far"            // a man going further than a man can
	Blocked          Refusal = "blocked"            // an occupied landing, or a piece in the way
	NothingToCapture Refusal = "nothing-to-capture" // no enemy to jump, or more than one
	TurnedBack       Refusal = "turned-back"        // a king's forbidden turn by 180 degrees
	StillAMan        Refusal = "still-a-man"        // a king's range used before the crowning counts
	StopsEarly       Refusal = "stops-early"        // the same piece can go on capturing
	NotMaximum       Refusal = "not-maximum"        // more pieces can be taken, by this piece or another
	MustCapture      Refusal = "must-capture"       // a quiet move where something can be taken
)

// Refusals returns all the reasons, from those that know least of the move to
// those that know most.
func Refusals() []Refusal {
	return []Refusal{
		Unreadable, NoPiece, NotYours, Diagonal, Backward, TooFar, Blocked, NothingToCapture,
		TurnedBack, StillAMan, StopsEarly, NotMaximum, MustCapture,
	}
}

// MaxInstead is the greatest number of moves that an explanation suggests.
const MaxInstead = 5

// Explanation says whether a move text is legal and, if not, why not.
type Explanation struct {
	Legal  bool
	Move   Move    // the legal move; zero where there is none
	Reason Refusal // empty where the move is legal
	// Instead are legal moves that help, in notation, the nearest to what was
	// tried first: where something must be taken, the captures of the piece
	// and then of others; else the quiet moves of the piece, or what else can
	// go to the same square. At most MaxInstead, possibly none.
	Instead []string
	// Over is what has ended the game in this position, as the board alone
	// shows; empty while it goes on.
	Over Termination

	fault fault
	mover Color
}

// fault is a refusal with the sentence that says it and the sentence's details.
type fault struct {
	reason   Refusal
	sentence sentence
	from, to Square   // the step at fault
	at       Square   // the square at fault
	taken    Bitboard // by the whole move
	most     int      // pieces that must be taken
	move     string   // what was tried, or is legal
	example  string   // a legal move
}

// Explain says whether a text is a legal move in p and, if not, the first reason
// why not. Any text has an answer; [Explanation.Text] puts it into words.
func (f Facts) Explain(p Position, text string) Explanation {
	x := explainer{gen: f.Generator(), p: p, text: text}
	x.legal = x.gen.Moves(p)
	e := x.explain()
	e.mover = p.side
	e.Over = f.BoardOutcome(p).Reason
	return e
}

// explainer is the work on one text.
type explainer struct {
	gen   Generator
	p     Position
	text  string
	legal []Move
	from  Square   // the first square of the text
	rest  []Square // its other squares
	taken Bitboard // what it has taken before it went wrong
}

func (x *explainer) explain() Explanation {
	m, err := x.gen.ParseMove(x.p, x.text)
	if err == nil {
		return Explanation{Legal: true, Move: m, fault: x.praise(m)}
	}
	if e := (*MoveError)(nil); errors.As(err, &e) && e.Fault != MoveIllegal {
		f := fault{reason: Unreadable, sentence: saysUnreadable}
		if e.Fault == MoveAmbiguous {
			f.sentence = saysAmbiguous
		}
		return Explanation{Reason: f.reason, Instead: few(e.Candidates), fault: f}
	}
	// The text is readable, since ParseMove has only called it illegal.
	squares, capture, _ := readSquares(x.text)
	x.from, x.rest = squares[0], squares[1:]
	f := x.refuse(capture)
	x.sortByWorth()
	return Explanation{Reason: f.reason, Instead: x.instead(), fault: x.illustrated(f, capture)}
}

// praise is what there is to say of a legal move.
func (x *explainer) praise(m Move) fault {
	f := fault{sentence: saysQuiet, move: x.gen.Text(x.p, m), taken: m.captured}
	switch {
	case m.IsCapture() && m.Crowned():
		f.sentence = saysCrowningCapture
	case m.IsCapture():
		f.sentence = saysCapture
	case m.Crowned():
		f.sentence = saysCrowning
	}
	return f
}

// refuse returns the first reason against a text that is readable and not legal.
func (x *explainer) refuse(capture bool) fault {
	piece, occupied := x.p.At(x.from)
	switch {
	case !occupied:
		return fault{reason: NoPiece, sentence: saysNoPiece, at: x.from}
	case piece.Color != x.p.side:
		return fault{reason: NotYours, sentence: saysNotYours, at: x.from}
	case capture:
		return x.refuseCapture(piece.Kind)
	}
	return x.refuseQuiet(piece.Kind)
}
