package puzzles

import (
	"context"
	"sync"

	"damalab/dama"
	"damalab/eval"
	"damalab/puzzles/proof"
	"damalab/search"
)

// deeper asks package search, which shares no code with the prover, whether a
// claim stands when one looks further: with two settings, counting material on
// the fixed scale and nothing else. It may be used by several goroutines.
type deeper struct {
	facts   dama.Facts
	engines []*sync.Pool // of *search.Engine, one pool for each setting
	judge   *sync.Pool   // of *search.Engine: the engine as it plays
}

func newDeeper(facts dama.Facts) *deeper {
	facts = boardOnly(facts)
	d := &deeper{facts: facts}
	evaluator := eval.New(materialOnly())
	for _, p := range searchSettings() {
		d.engines = append(d.engines, &sync.Pool{New: func() any { return search.New(facts, evaluator, p) }})
	}
	weights, usual := eval.New(eval.Default()), search.DefaultParams()
	usual.TableEntries = 1 << 16
	d.judge = &sync.Pool{New: func() any { return search.New(facts, weights, usual) }}
	return d
}

// searchSettings are the two ways to search: nearly as the engine plays, and
// looking more closely at late moves and less at crownings. In both a ply is a
// ply: forced captures use up depth, too.
func searchSettings() []search.Params {
	usual := search.DefaultParams()
	usual.TableEntries, usual.ExtendForced = 1<<16, false
	other := usual
	other.AspirationWidth, other.ReduceAfter, other.CrownAtLeaves = 0, 12, false
	return []search.Params{usual, other}
}

// materialOnly are weights on the fixed scale.
func materialOnly() *eval.Weights {
	w := &eval.Weights{Ruleset: eval.AnyRuleset, Scale: 1}
	for _, f := range eval.Features() {
		switch f.Name {
		case "man":
			w.Pairs[f.First] = eval.Pair{Opening: manValue, Ending: manValue}
		case "king":
			w.Pairs[f.First] = eval.Pair{Opening: kingValue, Ending: kingValue}
		}
	}
	return w
}

// unsound says what is against a solved position when package search looks plies
// further: from each position of the solver on the line, for what else there is,
// one ply and that many more; and from each position in which the compulsory
// replies end. Captures at the end of a search come on top. A search that would
// see more than nodes positions is undecided. The step is the number of moves on
// the line before the position that it is about, 0 for those at the end.
func (d *deeper) unsound(s *solved, c LineCriteria) (reason Reason, step int) {
	after, _ := s.make(s.root, s.line[0])
	ends := s.ends(nil, after, s.plies)
	for _, pool := range d.engines {
		q := question{pool.Get().(*search.Engine), d, s, c}
		for i := 0; reason == "" && i < len(ends); i++ {
			reason = q.kept(ends[i], c.DeeperPlies)
		}
		if reason == "" {
			reason, step = q.onLine(1 + c.DeeperPlies)
		}
		pool.Put(q.engine)
		if reason != "" {
			return reason, step
		}
	}
	return "", 0
}

// question is one search after the other about a solved position.
type question struct {
	engine *search.Engine
	*deeper
	*solved
	criteria LineCriteria
}

func (q *question) search(p dama.Position, plies, lines int) search.Result {
	q.engine.NewGame()
	limits := search.Limits{Depth: plies, Nodes: uint64(q.criteria.DeeperNodes), Lines: lines}
	return q.engine.Search(context.Background(), dama.NewHistory(q.deeper.facts, p), limits, nil)
}

// onLine asks at each of the solver's turns on the line.
func (q *question) onLine(plies int) (reason Reason, step int) {
	p := q.root
	for i, m := range q.line {
		goal, _ := q.make(p, m)
		if i%2 == 0 {
			if reason := q.others(p, goal, plies); reason != "" {
				return reason, i
			}
		}
		p = goal
	}
	return "", 0
}

// others asks whether any move that leads elsewhere than to a position gets more
// than it may: than was proven of it, or too little less than the right move. That
// one gets what was proven, or what the search finds if it is more.
func (q *question) others(p, goal dama.Position, plies int) Reason {
	lines, others := 1, 0
	for _, o := range q.book.appendOptions(nil, q.facts, p) {
		if o.after == goal {
			lines++
		} else {
			others++
		}
	}
	if others == 0 {
		return ""
	}
	r := q.search(p, plies, lines)
	right, other := q.gain, -proof.Win
	for _, l := range r.Lines {
		if gain := q.gainOf(l.Score); p.Make(l.PV[0]) == goal {
			right = max(right, gain)
		} else {
			other = max(other, gain)
		}
	}
	switch {
	case other > q.claim.others:
		return Unstable
	case other > right-q.criteria.DeeperMargin && !q.judged(p, goal, lines):
		return SmallMargin
	}
	return q.decided(r, plies)
}

// judged tells whether the engine, as it plays, puts the right move so much above
// every other one: by its weights, so that what else a position offers counts.
func (q *question) judged(p, goal dama.Position, lines int) bool {
	engine := q.judge.Get().(*search.Engine)
	defer q.judge.Put(engine)
	engine.NewGame()
	limits := search.Limits{Nodes: uint64(q.criteria.JudgedNodes), Lines: lines}
	r := engine.Search(context.Background(), dama.NewHistory(q.deeper.facts, p), limits, nil)
	right, other := -proof.Win, -proof.Win
	for _, l := range r.Lines {
		if p.Make(l.PV[0]) == goal {
			right = max(right, int(l.Score))
		} else {
			other = max(other, int(l.Score))
		}
	}
	return right-other >= q.criteria.JudgedMargin
}

// kept asks whether the gain is still there, with the opponent to move.
func (q *question) kept(p dama.Position, plies int) Reason {
	r := q.search(p, plies, 1)
	if q.gainOf(-r.Score()) < q.gain {
		return Unstable
	}
	return q.decided(r, plies)
}

// decided tells whether a search went as deep as it should. One that has only a
// single move to look at, or a proven end, stops earlier.
func (q *question) decided(r search.Result, plies int) Reason {
	if r.Depth < plies && r.Nodes >= uint64(q.criteria.DeeperNodes) {
		return Undecided
	}
	return ""
}

// gainOf is a score as the value of an end.
func (s *solved) gainOf(score search.Score) int {
	if _, won := score.WinIn(); won {
		return proof.Win
	}
	if _, lost := score.LossIn(); lost {
		return -proof.Win
	}
	return int(score) - s.start
}
