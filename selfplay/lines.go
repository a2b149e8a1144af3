package selfplay

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"damalab/dama"
)

// ParseOpenings reads lines of moves from the usual start, such as
// "c3-c4 f6-f5 d3-d4", one opening a line. Empty lines and what follows a # are
// skipped. The error names the line and the ply, both from 1.
func ParseOpenings(f dama.Facts, text []byte) ([][]dama.Move, error) {
	var all [][]dama.Move
	err := eachLine(text, func(line string) error {
		h := dama.NewHistory(f, dama.StartPosition())
		for i, word := range strings.Fields(line) {
			m, err := f.Generator().ParseMove(h.Position(), word)
			if err != nil {
				return fmt.Errorf("ply %d: %w", i+1, err)
			}
			if h.Play(m); h.Outcome().Over {
				return fmt.Errorf("ply %d: the game is over after %s", i+1, word)
			}
		}
		all = append(all, movesOf(h))
		return nil
	})
	return all, err
}

// ParsePositions reads positions, a FEN a line, as [ParseOpenings] reads lines.
func ParsePositions(f dama.Facts, text []byte) ([]dama.Position, error) {
	var all []dama.Position
	err := eachLine(text, func(line string) error {
		p, err := dama.ParseFEN(line)
		if err == nil && f.BoardOutcome(p).Over {
			err = fmt.Errorf("%s: the game is over there", line)
		}
		all = append(all, p)
		return err
	})
	return all, err
}

// eachLine calls do with each line that says something. A byte order mark, which some
// editors put before the first, says nothing.
func eachLine(text []byte, do func(line string) error) error {
	if text == nil {
		return nil
	}
	some := false
	for i, line := range strings.Split(strings.TrimPrefix(string(text), "\ufeff"), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		some = true
		if err := do(line); err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	if !some {
		return errors.New("there is no line in it")
	}
	return nil
}

// Line is a way to reach a position.
type Line struct {
	Key   uint64 // of the canonical position
	Start dama.Position
	Moves []dama.Move // from Start
}

// MaxEnumeratedPlies bounds [Enumerate]: after 7 plies there are ten million lines.
const MaxEnumeratedPlies = 7

// Enumerate returns one line for each canonical position that can stand on the
// board after a number of plies.
func Enumerate(f dama.Facts, plies int) []Line {
	gen := f.Generator()
	type node struct {
		p     dama.Position
		moves []dama.Move
	}
	level := []node{{p: dama.StartPosition()}}
	for range plies {
		seen := map[dama.Position]bool{}
		var next []node
		for _, n := range level {
			for _, m := range gen.Moves(n.p) {
				p := n.p.Make(m)
				if c, _ := p.Canonical(); !seen[c] {
					seen[c] = true
					next = append(next, node{p, append(slices.Clip(n.moves), m)})
				}
			}
		}
		level = next
	}
	lines := make([]Line, len(level))
	for i, n := range level {
		c, _ := n.p.Canonical()
		lines[i] = Line{c.Key(), dama.StartPosition(), n.moves}
	}
	return lines
}

// Distinct returns a line without moves for each of the positions, mirror images and
// exchanged colors being the same: the first of them is taken.
func Distinct(positions []dama.Position) []Line {
	seen := map[dama.Position]bool{}
	var lines []Line
	for _, p := range positions {
		if c, _ := p.Canonical(); !seen[c] {
			seen[c] = true
			lines = append(lines, Line{Key: c.Key(), Start: p})
		}
	}
	return lines
}

// Shuffle puts lines into an order that the seed decides.
func Shuffle(lines []Line, seed uint64) {
	slices.SortFunc(lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(dama.Mix(a.Key^seed), dama.Mix(b.Key^seed)), cmp.Compare(a.Key, b.Key))
	})
}
