package proof

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"damalab/dama"
)

// Format is what every certificate calls itself.
const Format = "dama-proof"

// Version is the newest form of certificates that this package knows, and the
// one it makes. Version 1 is the first.
const Version = 1

// KindMaximum is the kind of the certificates that [Maximum] describes.
const KindMaximum = "maximum"

// Why a certificate does not prove its puzzle; test with errors.Is.
var (
	// ErrUnreadable: cut short, or no certificate at all.
	ErrUnreadable = errors.New("the certificate is unreadable")
	// ErrNewer: of a newer form or an unknown kind.
	ErrNewer = errors.New("the certificate is newer than this program")
	// ErrDiffers: it says something else than the referee finds.
	ErrDiffers = errors.New("the certificate differs from what the referee finds")
)

// Check proves a puzzle again with the referee alone. The facts are those of the
// puzzle's ruleset, fen is its position and solution its line. For the kind
// maximum it holds if
//
//   - the solution is one move, the only legal one, written by its least route;
//   - it is a capture of the number of pieces that the certificate states;
//   - the certificate lists exactly the routes and the other complete captures
//     that the referee finds, each with its number, all of them shorter;
//   - the certificate is, to the byte, what [Maximum.Encode] would write.
//
// For the kinds choice and shot it walks the trees that [Line] describes: every
// list of moves must be complete and in order, every move legal, every position
// at which a tree ends over or settled and of the value stated, and no node left
// over. Gain and margin are worked out again from those values alone.
//
// A drill has no solution but a question; see [CheckDrill]. An endgame's values need
// more than the rules; see [CheckEndgame].
//
// The error says what differs. It is [ErrUnreadable], [ErrNewer] or [ErrDiffers]
// where the certificate is to blame.
func Check(facts dama.Facts, fen string, solution []string, certificate []byte) error {
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
	switch {
	case kind == KindMaximum:
		return checkMaximum(facts, p, solution, certificate)
	case isLine(kind):
		return checkLine(facts, p, solution, certificate)
	case kind == KindEndgame:
		return fmt.Errorf("%w: it is an endgame's, whose values tables must confirm", ErrDiffers)
	case kind == KindDrill:
		return fmt.Errorf("%w: it is a drill's, which has a question and answers and no solution", ErrDiffers)
	}
	return notKnown(kind)
}

func notKnown(kind string) error { return fmt.Errorf("%w: its kind is %q", ErrNewer, kind) }

// KindOf reads the kind of a certificate without proving anything. The error is
// [ErrUnreadable] or [ErrNewer].
func KindOf(certificate []byte) (string, error) {
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
		Kind    string `json:"kind"`
	}
	err := json.Unmarshal(certificate, &head)
	switch {
	case err != nil:
		return "", fmt.Errorf("%w: %v", ErrUnreadable, err)
	case head.Format != Format:
		return "", fmt.Errorf("%w: its format is %q, not %q", ErrUnreadable, head.Format, Format)
	case head.Version < 1:
		return "", fmt.Errorf("%w: version %d does not exist", ErrUnreadable, head.Version)
	case head.Version > Version:
		return "", fmt.Errorf("%w: its version is %d, and versions up to %d are known; use a newer program", ErrNewer, head.Version, Version)
	}
	return head.Kind, nil
}

func checkMaximum(facts dama.Facts, p dama.Position, solution []string, certificate []byte) error {
	var said Maximum
	if err := decode(certificate, &said); err != nil {
		return err
	}
	found, err := MaximumOf(facts, p)
	if err != nil {
		return fmt.Errorf("not a puzzle of the kind maximum: %w", err)
	}
	if len(solution) != 1 {
		return fmt.Errorf("the solution has %d moves, and a puzzle of the kind maximum has one", len(solution))
	}
	if solution[0] != found.Solution {
		return fmt.Errorf("the solution is %q, and the only legal move is %q", solution[0], found.Solution)
	}
	if what := said.difference(found); what != "" {
		return fmt.Errorf("%w: %s", ErrDiffers, what)
	}
	if !bytes.Equal(certificate, found.Encode()) {
		return fmt.Errorf("%w: it says the same in other bytes, so it is not as it was made", ErrDiffers)
	}
	return nil
}

// decode reads one JSON value, and nothing after it, without unknown fields.
func decode(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("%w: %v", ErrUnreadable, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: something follows it", ErrUnreadable)
	}
	return nil
}
