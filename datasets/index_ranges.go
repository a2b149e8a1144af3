package datasets

// IndexRange is a range of games of a run by their index, both ends included.
type IndexRange struct {
	From int64 `json:"from"`
	To   int64 `json:"to"`
}

// maxRanges is how many ranges are kept; games with more gaps are a sample of a run
// rather than pieces of it.
const maxRanges = 1000

// indexRanges gathers which games of one run there are, in the order of their
// indexes. Games of several runs have no ranges.
type indexRanges struct {
	run    string // what the games' ids begin with
	list   []IndexRange
	beyond bool // several runs, too many ranges, or out of order
}

func (r *indexRanges) game(g *Game) {
	run, err := runOf(g)
	r.beyond = r.beyond || err != nil
	r.take(run, IndexRange{g.Index, g.Index})
}

// take adds a range that begins behind the others.
func (r *indexRanges) take(run string, next IndexRange) {
	last := len(r.list) - 1
	switch {
	case r.beyond:
	case last < 0:
		r.run, r.list = run, append(r.list, next)
	case run != r.run || next.From <= r.list[last].To:
		r.beyond = true
	case next.From == r.list[last].To+1:
		r.list[last].To = next.To
	case len(r.list) == maxRanges:
		r.beyond = true
	default:
		r.list = append(r.list, next)
	}
}

// add takes what was gathered of games that stand behind these.
func (r *indexRanges) add(o *indexRanges) {
	r.beyond = r.beyond || o.beyond
	for _, next := range o.list {
		r.take(o.run, next)
	}
}

// ranges is nothing, but not nil, where there is no one list of them.
func (r *indexRanges) ranges() []IndexRange {
	if r.beyond || r.list == nil {
		return []IndexRange{}
	}
	return r.list
}
