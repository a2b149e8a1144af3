package proof

import (
	"errors"
	"fmt"

	"damalab/dama"
	"damalab/internal/referee"
)

// Deep looks for a second solution without believing anything: from the position
// and the line alone, and by a search that shares no code with whoever made them.
// It is plain: every legal move of both sides, alpha-beta with a null window and a
// table, nothing left out.
//
// What it asks at each of the solver's moves on the line is whether the move gets
// more than every other one that leads elsewhere, and at the first one whether it
// gets the gain. A move gets what is left of the material when quiet plies have run
// out and the position is settled (see [Line]); captures, being compulsory, are no
// quiet plies. Where a capture threatens at the end, some plies more are looked at,
// and then the threat is carried out.
//
// It goes further than a certificate, and is none: a puzzle that holds is sound as
// far as it looked.

// DeepOptions are the limits of [CheckDeep].
type DeepOptions struct {
	// Plies is the number of quiet plies behind each move, 1 to [MaxDeepPlies]. A certificate
	// of horizon 1 looks at two behind a settled position.
	Plies int
	// Nodes is the number of positions that may be seen for one puzzle, at least 1.
	Nodes int
}

// MaxDeepPlies is the most that [CheckDeep] looks ahead.
const MaxDeepPlies = 20

// DefaultDeep are two plies beyond a certificate of horizon 1, and enough nodes for
// nearly every puzzle.
func DefaultDeep() DeepOptions { return DeepOptions{Plies: 4, Nodes: 1_000_000} }

// Why a deep search does not confirm a puzzle; test with errors.Is.
var (
	// ErrRefuted: the search finds a second solution, or less than the gain.
	ErrRefuted = errors.New("searching again finds otherwise")
	// ErrNodes: the nodes were not enough to tell.
	ErrNodes = errors.New("searching again takes too many positions")
)

// CheckDeep searches again whether a puzzle's line is the only one. The gain is in
// hundredths of a man. Of a line of one move that is the only legal one, which is
// the whole of a puzzle of the kind maximum, the referee says so; there is nothing
// to search.
//
// The error is [ErrRefuted] or [ErrNodes], or says that a move is not legal.
func CheckDeep(facts dama.Facts, fen string, solution []string, gain int, o DeepOptions) error {
	if err := facts.Validate(); err != nil {
		return err
	}
	p, err := dama.ParseFEN(fen)
	if err != nil {
		return err
	}
	d := &digger{facts: facts, gen: facts.Generator(), solver: p.Side(), plies: o.Plies, left: o.Nodes, table: make([]dug, tableSize)}
	d.start = balance(p, d.solver)
	legal := referee.Moves(facts, p)
	if len(legal) == 1 && len(solution) == 1 && legal[0].Text() == solution[0] {
		return nil
	}
	for i, text := range solution {
		m, err := d.gen.ParseMove(p, text)
		if err != nil {
			return fmt.Errorf("move %d of the solution: %w", i+1, err)
		}
		if i%2 == 0 {
			if gain, err = d.only(p, m, i, gain); err != nil {
				return err
			}
		}
		p = p.Make(m)
	}
	return nil
}

// only tells whether a move of the solver, behind i moves of the line, gets the gain
// and every other move less. It returns what later moves must get.
func (d *digger) only(p dama.Position, right dama.Move, i, gain int) (int, error) {
	goal := p.Make(right)
	if !d.gets(goal, gain) {
		return 0, d.refuted("move %d of the solution, %s, gets less than %d", i+1, d.gen.Text(p, right), gain)
	}
	bar := gain
	for _, m := range d.gen.Moves(p) {
		after := p.Make(m)
		if after == goal {
			continue
		}
		for d.gets(after, bar) {
			// The right move may get more than it says, or even win.
			switch {
			case bar < Win && d.gets(goal, Win):
				bar = Win
			case bar < Win && d.gets(goal, bar+manValue):
				bar += manValue
			default:
				return 0, d.refuted("instead of move %d of the solution, %s, the move %s gets as much",
					i+1, d.gen.Text(p, right), d.gen.Text(p, m))
			}
		}
		if d.left <= 0 {
			break
		}
	}
	if d.left <= 0 {
		return 0, ErrNodes
	}
	return gain, nil
}

// refuted is the error of what was found, unless it was found for want of nodes.
func (d *digger) refuted(format string, values ...any) error {
	if d.left <= 0 {
		return ErrNodes
	}
	return fmt.Errorf("%w: %d quiet plies deep, %s", ErrRefuted, d.plies, fmt.Sprintf(format, values...))
}
