package puzzles

import (
	"damalab/dama"
	"damalab/endgame"
	"damalab/puzzles/proof"
)

// certificate writes a studied endgame down as package proof wants it, with a tree
// of the win if that takes no more than limit moves.
func (s *studied) certificate(limit int) proof.Endgame {
	e := proof.Endgame{
		Format: proof.Format, Version: proof.Version, Kind: proof.KindEndgame,
		Promotion: s.facts.Promotion, Reversal: s.facts.Reversal,
		OnePieceEach: s.facts.OnePieceEach, KingVersusMan: s.facts.KingVersusMan,
		Rules: endgame.RulesOf(s.facts).Digest(), FEN: s.turns[0].position.FEN(),
		Goal: proof.GoalDraw, Solution: s.texts(),
	}
	for _, t := range s.turns {
		e.Turns = append(e.Turns, s.valued(t))
	}
	if best := s.turns[0].best; best.Result() > 0 {
		e.Goal, e.Plies = proof.GoalWin, int(best)
		tree := winTree{scholar: s.scholar, solver: s.turns[0].position.Side(), limit: limit, numbers: map[dama.Position]int{}}
		if tree.node(s.turns[0].position); tree.edges <= limit {
			e.Nodes = tree.nodes
		}
	}
	return e
}

func (s *studied) valued(t weighedTurn) []proof.Valued {
	list := make([]proof.Valued, len(t.moves))
	for i, m := range t.moves {
		list[i] = proof.Valued{Move: s.book.text(s.facts, t.position, m.moveID), Worth: m.worth}
	}
	return list
}

// winTree writes the quickest win from a position against every reply.
type winTree struct {
	scholar
	solver  dama.Color
	nodes   [][]proof.Edge
	numbers map[dama.Position]int
	edges   int
	limit   int
}

// node returns the number of a position's node, which is written when first met.
// Beyond the limit nothing more is written.
func (w *winTree) node(p dama.Position) int {
	if n, ok := w.numbers[p]; ok {
		return n
	}
	n := len(w.nodes)
	w.numbers[p], w.nodes = n, append(w.nodes, nil)
	if w.edges > w.limit {
		return n
	}
	t, ok := w.turn(p)
	if !ok {
		w.edges = w.limit + 1 // the tables can't be read: there will be no tree
		return n
	}
	var edges []proof.Edge
	for _, m := range t.moves {
		if p.Side() == w.solver && m.worth != t.best {
			continue
		}
		w.edges++
		e := proof.Edge{Move: w.book.text(w.facts, p, m.moveID), To: proof.ToEnd, Number: 1}
		if !w.book.look(w.facts, m.after).over {
			e.To, e.Number = proof.ToNode, w.node(m.after)
		}
		edges = append(edges, e)
		if p.Side() == w.solver {
			break
		}
	}
	w.nodes[n] = edges
	return n
}
