package puzzles

import (
	"crypto/sha256"

	"damalab/dama"
	"damalab/datasets"
)

// familyKey names the puzzles that are one another's near-duplicates: of the same
// kind, with the same line among the same pieces, once every piece that the line
// does not need is off the board. Views of a position have the same key.
type familyKey [16]byte

// familyOf returns the family of a puzzle. A kind whose solution is no line of
// play, and a row whose solution is not legal, have families of one. For endgames
// see [endgameCore].
func familyOf(f dama.Facts, row datasets.Puzzle) familyKey {
	own := keyOf(row.ID)
	switch row.Kind {
	case datasets.MaximumPuzzle, datasets.ChoicePuzzle, datasets.ShotPuzzle, datasets.EndgamePuzzle:
	default:
		return own
	}
	p, err := dama.ParseFEN(row.FEN)
	if err != nil {
		return own
	}
	line, err := movesOf(f.Generator(), p, row.Solution)
	if err != nil {
		return own
	}
	if row.Kind == datasets.EndgamePuzzle && len(line) == 1 {
		return own
	}
	_, view := p.Canonical()
	least := ""
	for _, y := range []dama.Symmetry{view, view ^ dama.MirrorFiles} {
		s := stripper{facts: f, gen: f.Generator(), kind: row.Kind}
		for _, m := range line {
			s.line = append(s.line, y.Move(m))
		}
		core := endgameCore(row, p, s.line)
		if row.Kind != datasets.EndgamePuzzle {
			core = s.core(y.Position(p))
		}
		if least == "" || core < least {
			least = core
		}
	}
	return keyOf(string(row.Kind) + "\n" + least)
}

func keyOf(text string) familyKey {
	sum := sha256.Sum256([]byte(text))
	return familyKey(sum[:16])
}

// movesOf reads the moves of a line.
func movesOf(gen dama.Generator, p dama.Position, texts []string) ([]dama.Move, error) {
	var line []dama.Move
	for _, text := range texts {
		m, err := gen.ParseMove(p, text)
		if err != nil {
			return nil, err
		}
		line, p = append(line, m), p.Make(m)
	}
	return line, nil
}
