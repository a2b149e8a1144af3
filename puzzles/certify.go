package puzzles

import (
	"damalab/dama"
	"damalab/puzzles/proof"
)

// certifier writes the trees of a solved position down as package proof wants
// them.
type certifier struct {
	*solved
	nodes   [][]proof.Edge
	numbers map[stand]written
	edges   int
	limit   int  // on the edges
	others  int  // the best value of another move on the line
	any     bool // whether there is one
}

// stand is what a node stands for.
type stand struct {
	knot
	keeper dama.Color
	step   int // the number of the line's moves before it; -1 off the line
}

// written is a node with its value.
type written struct{ number, value int }

// certificate returns the proof, or false if it would have more edges than limit.
func (s *solved) certificate(kind string, limit int) (proof.Line, bool) {
	c := certifier{solved: s, numbers: map[stand]written{}, limit: limit}
	root := c.node(stand{knot{s.root, int8(s.horizon)}, s.solver, 0})
	l := proof.Line{
		Format: proof.Format, Version: proof.Version, Kind: kind, FEN: s.root.FEN(),
		Gain: root.value, Margin: root.value - c.others, Horizon: s.horizon,
		Solution: s.texts(), Nodes: c.nodes,
	}
	return l.Under(s.facts), c.edges <= limit && c.any
}

// texts are the moves of the line.
func (s *solved) texts() []string {
	texts := make([]string, len(s.line))
	p := s.root
	for i, m := range s.line {
		texts[i] = s.book.text(s.facts, p, m)
		p, _ = s.make(p, m)
	}
	return texts
}

// node writes a node, unless it is there already. Beyond the limit it writes
// nothing that could be read.
func (c *certifier) node(at stand) written {
	if w, ok := c.numbers[at]; ok {
		return w
	}
	w := written{number: len(c.nodes)}
	c.nodes = append(c.nodes, nil)
	if c.edges <= c.limit {
		var edges []proof.Edge
		edges, w.value = c.choose(at)
		c.nodes[w.number] = edges
	}
	c.numbers[at] = w
	return w
}

// choose writes the edges of a node.
func (c *certifier) choose(at stand) ([]proof.Edge, int) {
	options := c.book.appendOptions(nil, c.facts, at.position)
	switch {
	case at.position.Side() != at.keeper:
		return c.everyMove(at, options)
	case at.step >= 0:
		return c.onLine(at, options)
	}
	from := c.keeper
	if at.keeper != c.solver {
		from = c.holder
	}
	for _, o := range options {
		if o.moveID == from.known[at.knot].move {
			e, value := c.edge(at, o)
			return []proof.Edge{e}, value
		}
	}
	return nil, 0
}

// everyMove writes a position of the side that is held.
func (c *certifier) everyMove(at stand, options []option) ([]proof.Edge, int) {
	if at.step < 0 && c.outlook(at.position).settled {
		at.rest--
	}
	var edges []proof.Edge
	worst := 0
	for i, o := range options {
		next := at
		if at.step >= 0 && o.moveID != c.line[at.step] {
			next.step = -1
		}
		e, value := c.edge(next, o)
		edges = append(edges, e)
		if i == 0 || (at.keeper == c.solver && value < worst) || (at.keeper != c.solver && value > worst) {
			worst = value
		}
	}
	return edges, worst
}

// onLine writes a position of the solver on the line: the right move, then the
// others with their refutations.
func (c *certifier) onLine(at stand, options []option) ([]proof.Edge, int) {
	goal, _ := c.make(at.position, c.line[at.step])
	var edges []proof.Edge
	value := 0
	for _, o := range options {
		if o.moveID == c.line[at.step] {
			var e proof.Edge
			e, value = c.edge(at, o)
			edges = append(edges, e)
		}
	}
	for _, o := range options {
		switch {
		case o.moveID == c.line[at.step]:
		case o.after == goal:
			e, _ := c.edge(at, o)
			edges = append(edges, e)
		default:
			e, tried := c.edge(stand{knot{at.position, int8(c.horizon)}, c.solver.Other(), -1}, o)
			edges = append(edges, e)
			if !c.any || tried > c.others {
				c.others, c.any = tried, true
			}
		}
	}
	return edges, value
}

// edge writes a move and where it leads. The place given is that before the move,
// but for what the move uses up.
func (c *certifier) edge(at stand, o option) (proof.Edge, int) {
	c.edges++
	e := proof.Edge{Move: c.book.text(c.facts, at.position, o.moveID)}
	at.position = o.after
	if at.step >= 0 {
		at.step++
		if at.step == len(c.line) {
			at.step = -1
		}
	}
	if at.step < 0 || c.outlook(at.position).over {
		if ending, ends := c.end(at.position, c.outlook(at.position), int(at.rest)); ends {
			e.To, e.Number = ending.to, ending.number
			return e, c.value(ending)
		}
	}
	w := c.node(at)
	e.To, e.Number = proof.ToNode, w.number
	return e, w.value
}
