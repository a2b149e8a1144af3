package proof

import (
	"bytes"
	"fmt"
	"slices"

	"damalab/dama"
	"damalab/internal/referee"
)

// checkLine proves a certificate of the kinds choice and shot.
func checkLine(facts dama.Facts, p dama.Position, solution []string, certificate []byte) error {
	var said Line
	if err := decode(certificate, &said); err != nil {
		return err
	}
	if !bytes.Equal(certificate, said.Encode()) {
		return fmt.Errorf("%w: it is not written as it was made", ErrDiffers)
	}
	if what := said.headDifference(facts, p); what != "" {
		return fmt.Errorf("%w: %s", ErrDiffers, what)
	}
	if !slices.Equal(solution, said.Solution) {
		return fmt.Errorf("the solution is %q, and the certificate proves %q", solution, said.Solution)
	}
	if err := said.checkShape(facts, p); err != nil {
		return err
	}
	return said.checkTrees(facts, p)
}

// headDifference names the first thing that a head says otherwise than it should.
func (l *Line) headDifference(f dama.Facts, p dama.Position) string {
	for _, field := range []struct {
		name        string
		said, found any
	}{
		{"promotion", l.Promotion, f.Promotion},
		{"reversal", l.Reversal, f.Reversal},
		{"one_piece_each", l.OnePieceEach, f.OnePieceEach},
		{"king_versus_man", l.KingVersusMan, f.KingVersusMan},
		{"fen", l.FEN, p.FEN()},
	} {
		if field.said != field.found {
			return fmt.Sprintf("%s is %v instead of %v", field.name, field.said, field.found)
		}
	}
	if l.Horizon < 0 || l.Horizon > MaxHorizon {
		return fmt.Sprintf("horizon is %d, and it must be 0 to %d", l.Horizon, MaxHorizon)
	}
	return ""
}

// checkShape replays the solution and asks whether it is one of its kind: it ends
// with a move of the solver, every reply on it is a capture and so compulsory,
// there is more than one move to choose from, all of them captures for a choice;
// and in a shot the opponent takes something.
func (l *Line) checkShape(facts dama.Facts, p dama.Position) error {
	if len(l.Solution)%2 == 0 {
		return fmt.Errorf("%w: the solution has %d moves, and the last one is not the solver's", ErrDiffers, len(l.Solution))
	}
	legal := referee.Moves(facts, p)
	switch {
	case len(legal) < 2:
		return fmt.Errorf("%w: %d moves are legal in the first position, so there is nothing to choose", ErrDiffers, len(legal))
	case l.Kind == KindChoice && legal[0].Captured == 0:
		return fmt.Errorf("%w: in the first position there is nothing to capture, so it is no choice", ErrDiffers)
	case l.Kind == KindShot && len(l.Solution) < 3:
		return fmt.Errorf("%w: the solution is a single move, and in a shot the opponent takes something", ErrDiffers)
	}
	for i, text := range l.Solution {
		m, ok := find(referee.Moves(facts, p), text)
		if !ok {
			return fmt.Errorf("%w: move %d of the solution, %s, is not legal, or not written by its least route", ErrDiffers, i+1, text)
		}
		if i%2 == 1 && m.Captured == 0 {
			return fmt.Errorf("%w: move %d of the solution, %s, is no compulsory reply", ErrDiffers, i+1, text)
		}
		p = referee.Make(p, m)
	}
	return nil
}

// checkTrees walks every tree and compares what they come to with the claim.
func (l *Line) checkTrees(facts dama.Facts, p dama.Position) error {
	solver := p.Side()
	w := walker{facts: facts, said: l, solver: solver, start: balance(p, solver)}
	root := place{position: p, keeper: solver, rest: l.Horizon}
	gain, err := w.node(0, root)
	switch {
	case err != nil:
		return err
	case len(w.seen) != len(l.Nodes):
		return fmt.Errorf("%w: it has %d nodes, of which %d can be reached", ErrDiffers, len(l.Nodes), len(w.seen))
	case w.steps != len(l.Solution):
		return fmt.Errorf("%w: the game is over before move %d of the solution", ErrDiffers, w.steps+2)
	case l.Gain != gain:
		return fmt.Errorf("%w: gain is %d instead of %d", ErrDiffers, l.Gain, gain)
	case !w.any:
		return fmt.Errorf("%w: every move leads to the same position", ErrDiffers)
	case l.Margin != gain-w.others:
		return fmt.Errorf("%w: margin is %d instead of %d", ErrDiffers, l.Margin, gain-w.others)
	case l.Margin < MinMargin:
		return fmt.Errorf("%w: margin is %d, and it must be at least %d", ErrDiffers, l.Margin, MinMargin)
	}
	return nil
}
