package proof

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"damalab/dama"
	"damalab/internal/referee"
)

// KindDrill is the kind of the certificates that [Drill] describes.
const KindDrill = "drill"

// Legal is the answer that a move is legal.
const Legal = "legal"

// Why a question has no answer in a position; test with errors.Is.
var (
	// ErrNoSuchPiece: no man, or no king, of the side to move stands there.
	ErrNoSuchPiece = errors.New("the piece that is asked about is not there")
	// ErrTwoReadings: the move might be a short form of another one.
	ErrTwoReadings = errors.New("the move can be read in two ways")
)

// Drill is the certificate of a drill: a question about a position, with all its
// answers as the referee finds them.
//
//	steps, landings  the squares in the order a1, b1, ... h8; none if the piece has no legal move
//	captures         the routes, in the referee's order of moves and then of routes
//	maximum          one number, 0 if there is nothing to capture
//	legal            "legal"; or the reason why not, and a legal move if there is one
//
// The reason is a [dama.Refusal], found by the referee's rules. The legal move is
// the one nearest to what is asked: of the same piece if it has any, then ending
// on the same square, then taking the same pieces, then the first.
type Drill struct {
	// Format is always [Format], Version the number of the form, Kind always
	// [KindDrill].
	Format  string `json:"format"`
	Version int    `json:"version"`
	Kind    string `json:"kind"`
	// Promotion and Reversal are the two facts that captures depend on.
	Promotion dama.Promotion `json:"promotion"`
	Reversal  dama.Reversal  `json:"reversal"`
	// FEN is the position, in the form in which dama writes it.
	FEN string `json:"fen"`
	// Question is the text of a [Question].
	Question string `json:"question"`
	// Captures is the number of pieces that every legal move takes, 0 if there is
	// nothing to capture.
	Captures int `json:"captures"`
	// Answers are in the order stated above; empty, not null, if there are none.
	Answers []string `json:"answers"`
}

// DrillOf answers a question about a position under the given facts, with the
// referee alone. The error is [ErrNoSuchPiece] or [ErrTwoReadings] where the
// question makes no sense there. It takes time in proportion to the number of
// routes of all captures.
func DrillOf(facts dama.Facts, p dama.Position, q Question) (Drill, error) {
	a := answering{facts: facts, p: p, q: q, legal: referee.Moves(facts, p)}
	d := Drill{
		Format: Format, Version: Version, Kind: KindDrill,
		Promotion: facts.Promotion, Reversal: facts.Reversal, FEN: p.FEN(),
		Question: q.String(), Answers: []string{},
	}
	if len(a.legal) > 0 {
		d.Captures = a.legal[0].Captured.Count()
	}
	answers, err := a.answers(d.Captures)
	d.Answers = append(d.Answers, answers...)
	return d, err
}

// Encode returns the certificate as JSON on one line. The same certificate gives
// the same bytes.
func (d Drill) Encode() []byte {
	data, err := json.Marshal(d)
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	return data
}

// CheckDrill is [Check] for a drill, which has a question with answers and no
// solution. It answers the question again.
func CheckDrill(facts dama.Facts, fen, question string, answers []string, certificate []byte) error {
	if err := facts.Validate(); err != nil {
		return err
	}
	p, err := dama.ParseFEN(fen)
	if err != nil {
		return err
	}
	kind, err := KindOf(certificate)
	if err != nil {
		return err
	}
	if kind != KindDrill {
		return fmt.Errorf("%w: its kind is %q, not %q", ErrDiffers, kind, KindDrill)
	}
	var said Drill
	if err := decode(certificate, &said); err != nil {
		return err
	}
	q, err := ParseQuestion(question)
	if err != nil {
		return err
	}
	found, err := DrillOf(facts, p, q)
	if err != nil {
		return fmt.Errorf("%s is no question about this position: %w", question, err)
	}
	if what := firstDifference("answer", answers, found.Answers); what != "" {
		return fmt.Errorf("the answers differ from what the referee finds: %s", what)
	}
	if what := said.difference(found); what != "" {
		return fmt.Errorf("%w: %s", ErrDiffers, what)
	}
	if !bytes.Equal(certificate, found.Encode()) {
		return fmt.Errorf("%w: it says the same in other bytes, so it is not as it was made", ErrDiffers)
	}
	return nil
}

// answering is the work on one question.
type answering struct {
	facts dama.Facts
	p     dama.Position
	q     Question
	legal []referee.Move
}

func (a answering) answers(captures int) ([]string, error) {
	switch a.q.Type {
	case AskSteps:
		return a.endings(dama.Man)
	case AskLandings:
		return a.endings(dama.King)
	case AskCaptures:
		return a.routes(), nil
	case AskMaximum:
		return []string{strconv.Itoa(captures)}, nil
	}
	return a.verdict()
}

// endings are the squares on which the legal moves of a piece end.
func (a answering) endings(kind dama.Kind) ([]string, error) {
	at := a.q.Squares[0]
	if piece, ok := a.p.At(at); !ok || piece != (dama.Piece{Color: a.p.Side(), Kind: kind}) {
		return nil, fmt.Errorf("%w: %v", ErrNoSuchPiece, at)
	}
	var ends dama.Bitboard
	for _, m := range a.legal {
		if m.From == at {
			ends |= m.To.Bit()
		}
	}
	var names []string
	for s := range ends.Squares() {
		names = append(names, s.String())
	}
	return names, nil
}

// routes are those of the legal captures.
func (a answering) routes() (texts []string) {
	for _, m := range a.legal {
		if m.Captured != 0 {
			texts = append(texts, routeTexts(m)...)
		}
	}
	return texts
}

// nearest is the legal move to suggest instead of what is asked about; "" if no
// move is legal.
func (a answering) nearest(taken dama.Bitboard) string {
	from, to := a.q.Squares[0], a.q.Squares[len(a.q.Squares)-1]
	worth := func(m referee.Move) (n int) {
		if m.From == from {
			n += 4
		}
		if m.To == to {
			n += 2
		}
		if m.Captured&taken == taken {
			n++
		}
		return n
	}
	if len(a.legal) == 0 {
		return ""
	}
	// Of equals MaxFunc returns the first.
	return slices.MaxFunc(a.legal, func(x, y referee.Move) int { return worth(x) - worth(y) }).Text()
}

// difference names the first thing that a certificate says otherwise than the
// one that was found, or "" if there is none.
func (d Drill) difference(found Drill) string {
	for _, field := range []struct {
		name        string
		said, found any
	}{
		{"promotion", d.Promotion, found.Promotion},
		{"reversal", d.Reversal, found.Reversal},
		{"fen", d.FEN, found.FEN},
		{"question", d.Question, found.Question},
		{"captures", d.Captures, found.Captures},
	} {
		if field.said != field.found {
			return fmt.Sprintf("%s is %v instead of %v", field.name, field.said, field.found)
		}
	}
	return firstDifference("answer", d.Answers, found.Answers)
}
