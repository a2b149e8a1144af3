package datasets

import (
	"fmt"

	"damalab/dama"
)

// Start returns the position before the game's first move. The error is about
// start_fen.
func (g *Game) Start() (dama.Position, error) {
	if g.StartFEN == nil {
		return dama.StartPosition(), nil
	}
	return dama.ParseFEN(*g.StartFEN)
}

// Replay returns the position before the game's first move, and the moves. The
// generator is that of the game's ruleset. The error names the ply, from 0, at which
// the moves leave the rules; endings are not looked at.
func (g *Game) Replay(gen dama.Generator) (start dama.Position, moves []dama.Move, err error) {
	if start, err = g.Start(); err != nil {
		return start, nil, fmt.Errorf("start_fen: %w", err)
	}
	moves = make([]dama.Move, 0, len(g.Moves))
	p := start
	for ply, text := range g.Moves {
		m, err := gen.ParseMove(p, text)
		if err != nil {
			return start, nil, fmt.Errorf("ply %d: %w", ply, err)
		}
		moves = append(moves, m)
		p = p.Make(m)
	}
	return start, moves, nil
}

// GamePrint hashes a game. Games that a symmetry turns into one another (left and
// right, or the colors exchanged) have the same print, and their views tell them
// apart. That other games share a print happens by chance alone, once in 2^64 pairs.
func GamePrint(start dama.Position, moves []dama.Move) (print uint64, view dama.Symmetry) {
	canonical, view := start.Canonical()
	if len(moves) > 0 && dama.MirrorFiles.Position(canonical) == canonical && view.Square(moves[0].From()).File() > 3 {
		view ^= dama.MirrorFiles // the first move decides: no move is its own mirror image
	}
	print = canonical.Key()
	for _, move := range moves {
		m := view.Move(move)
		print = dama.Mix(print ^ uint64(m.From()) ^ uint64(m.To())<<8 ^ dama.Mix(uint64(m.Captured())))
	}
	return print, view
}
