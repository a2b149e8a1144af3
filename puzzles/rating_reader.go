package puzzles

import (
	"math"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
)

// reader is a model of a person at the board. He looks at every quiet move there
// is, a number of plies deep, and follows captures to their end; but each capture
// after the first move he notices only with the probability attention, so that a
// long line is lost on him sooner than a short one. Of what he does not notice he
// thinks that it is not there. And he misjudges what he sees, the more so the less
// attentive he is.
//
// How he looks for the longest capture is told at [reader.capture].
//
// With a depth of 0 he plays any legal move. With a depth of 1 and no attention he
// plays what leaves him with the most on the board right after.
type reader struct {
	name      string
	facts     dama.Facts
	judge     *eval.Evaluator
	depth     int     // plies, captures beyond them not counted
	horizon   int     // jumps of a capture that he looks ahead
	attention float64 // 0 to 1
	eye       float64 // the same for the jumps of a capture that he is to make
}

// Name implements [Solver].
func (r *reader) Name() string { return r.name }

// Tries implements [Solver].
func (r *reader) Tries(kind datasets.PuzzleKind) int {
	switch {
	case r.attention < 1:
		return triesOfReaders
	case kind == datasets.MaximumPuzzle:
		return 0 // it would be solved for certain
	}
	return 1
}

// Solves implements [Solver].
func (r *reader) Solves(t *Task, try int) bool {
	seed := mixed(t.seed, r.seed(), uint64(try))
	if t.kind == datasets.MaximumPuzzle {
		return r.capture(t.routes, seed) == t.solution
	}
	return t.playedBy(func(p dama.Position) dama.Move { return r.choose(p, seed) })
}

// Move implements [Solver].
func (r *reader) Move(game *dama.History, seed uint64) dama.Move {
	return r.choose(game.Position(), mixed(seed, r.seed()))
}

func (r *reader) seed() uint64 { return hashOf(r.name) }

// readingLimits bound one choice of a move: positions, and plies with captures.
const (
	readingNodes = 20_000
	readingPlies = 40
)

// misjudged is how far off a reader without any attention may be, in hundredths
// of a man.
const misjudged = 60

// reading is one choice of a move.
type reading struct {
	*reader
	gen   dama.Generator
	seed  uint64
	nodes int
	ready [readingPlies][]dama.Move // one buffer a ply
}

// lostGame is the value of a lost game, beyond all material.
const lostGame = -1_000_000

// choose returns the move that he likes best; of several the first in an order that
// the seed decides.
func (r *reader) choose(p dama.Position, seed uint64) dama.Move {
	t := reading{reader: r, gen: r.facts.Generator(), seed: seed, nodes: readingNodes}
	var best dama.Move
	most, luck := math.MinInt, uint64(0)
	for _, m := range t.gen.Moves(p) {
		value, draw := 0, mixed(seed, p.Key(), codeOf(m))
		if r.depth > 0 {
			value = -t.value(p.Make(m), lostGame, -max(most, lostGame)+1, r.depth-1, 1)
		}
		if value > most || value == most && draw > luck {
			best, most, luck = m, value, draw
		}
	}
	return best
}

// value is what he thinks a position is worth to the side to move.
func (t *reading) value(p dama.Position, alpha, beta, depth, ply int) int {
	t.nodes--
	at := t.gen.Outlook(&p)
	switch {
	case !at.Capture && !at.Quiet:
		return lostGame + ply
	case t.facts.MaterialDraw(p) != "":
		return 0
	case depth <= 0 && !at.Capture, t.nodes <= 0, ply >= readingPlies:
		return t.guess(p)
	}
	moves := t.gen.AppendSeen(t.ready[ply][:0], &p, at)
	t.ready[ply] = moves
	best := math.MinInt
	for _, m := range moves {
		if at.Capture && !chance(t.attention, mixed(t.seed, p.Key(), codeOf(m))) {
			continue
		}
		if best = max(best, -t.value(p.Make(m), -beta, -max(alpha, best), depth-1, ply+1)); best >= beta {
			break
		}
	}
	if best == math.MinInt {
		return t.guess(p) // he sees no capture, and thinks that all stays as it is
	}
	return best
}

// guess is what he thinks a position is worth as it stands.
func (t *reading) guess(p dama.Position) int {
	value := t.judge.Score(&p)
	if off := int(misjudged * (1 - t.attention)); off > 0 {
		value += int(mixed(t.seed, p.Key(), 1)%uint64(2*off+1)) - off
	}
	return value
}

// codeOf is a number for a move, different from that of any other in the same
// position.
func codeOf(m dama.Move) uint64 {
	return mixed(uint64(m.From())<<8|uint64(m.To())<<1|uint64(number(m.Crowned())), uint64(m.Captured()))
}

// chance tells whether something of a probability happens, as a hash decides.
func chance(probability float64, hash uint64) bool {
	return float64(hash>>11)/(1<<53) < probability
}

// mixed hashes numbers, in their order, into one: the finisher of SplitMix64 after
// each.
func mixed(numbers ...uint64) uint64 {
	h := uint64(0x9E3779B97F4A7C15)
	for _, n := range numbers {
		h ^= n
		h = (h ^ h>>30) * 0xBF58476D1CE4E5B9
		h = (h ^ h>>27) * 0x94D049BB133111EB
		h = (h ^ h>>31) + 0x9E3779B97F4A7C15
	}
	return h
}
