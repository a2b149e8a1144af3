package puzzles

import (
	"cmp"
	"slices"

	"damalab/dama"
	"damalab/puzzles/proof"
)

// scholar knows the exact worth of every move in positions with few pieces.
type scholar struct {
	book   rulebook
	facts  dama.Facts
	tables tables
}

// weighed is a legal move with what it is worth to the side that makes it.
type weighed struct {
	option
	worth proof.Worth
}

// weighedTurn is a position with its legal moves in the order of the referee.
type weighedTurn struct {
	position dama.Position
	moves    []weighed
	best     proof.Worth
	keepers  int // how many moves have the result of the best one
}

// studied is an endgame with the line of its only moves. turns has a position for
// each move of the line, and the one after the last, unless the game is over there.
type studied struct {
	scholar
	line  []weighed
	turns []weighedTurn
}

// turn weighs the moves of a position; false if the tables don't know one of them,
// or no move is legal.
func (s *scholar) turn(p dama.Position) (weighedTurn, bool) {
	t := weighedTurn{position: p}
	for i, o := range s.book.appendOptions(nil, s.facts, p) {
		worth, ok := s.tables.worth(o.after)
		if !ok {
			return t, false
		}
		t.moves = append(t.moves, weighed{o, worth})
		if i == 0 || worth.Better(t.best) {
			t.best = worth
		}
	}
	for _, m := range t.moves {
		if m.worth.Result() == t.best.Result() {
			t.keepers++
		}
	}
	return t, len(t.moves) > 0
}

// only is the move that keeps the result, where just one does.
func (t *weighedTurn) only() (weighed, bool) {
	i := slices.IndexFunc(t.moves, func(m weighed) bool { return m.worth.Result() == t.best.Result() })
	if t.keepers != 1 || t.best.Result() < 0 || len(t.moves) < 2 {
		return weighed{}, false
	}
	return t.moves[i], true
}

// study follows the only moves from a position in which the game is not over, for
// a number of plies at most. The line is empty if there is none in the first
// position. Different moves lead to different positions, so a second move is a
// second solution.
func (s scholar) study(p dama.Position, plies int) studied {
	found := studied{scholar: s}
	first, ok := s.turn(p)
	if !ok {
		return found
	}
	found.turns = append(found.turns, first)
	met := map[dama.Position]bool{}
	for here := first; ; {
		move, ok := here.only()
		if !ok {
			return found // never but in the first position
		}
		met[here.position], met[move.after] = true, true
		found.line = append(found.line, move)
		if s.book.look(s.facts, move.after).over {
			return found
		}
		there, _ := s.turn(move.after)
		found.turns = append(found.turns, there)
		if len(found.line)+2 > plies {
			return found
		}
		reply, next, ok := s.reply(there, met)
		if !ok {
			return found
		}
		found.line, found.turns = append(found.line, reply), append(found.turns, next)
		here = next
	}
}

// reply chooses among the best replies the first, in the order of their texts,
// after which just one move keeps the result again, with no position that was met
// before; false if there is none.
func (s *scholar) reply(there weighedTurn, met map[dama.Position]bool) (reply weighed, next weighedTurn, ok bool) {
	type named struct {
		weighed
		text string
	}
	var list []named
	for _, m := range there.moves {
		if m.worth == there.best {
			list = append(list, named{m, s.book.text(s.facts, there.position, m.moveID)})
		}
	}
	slices.SortFunc(list, func(a, b named) int { return cmp.Compare(a.text, b.text) })
	for _, m := range list {
		if met[m.after] || s.book.look(s.facts, m.after).over {
			continue
		}
		if next, ok := s.turn(m.after); ok {
			if move, ok := next.only(); ok && !met[move.after] {
				return m.weighed, next, true
			}
		}
	}
	return weighed{}, weighedTurn{}, false
}

// texts are the moves of the line.
func (s *studied) texts() []string {
	texts := make([]string, len(s.line))
	for i, m := range s.line {
		texts[i] = s.book.text(s.facts, s.turns[i].position, m.moveID)
	}
	return texts
}
