package datasets

import (
	"context"
	"fmt"
	"iter"
	"path/filepath"
)

// Splitting
//
// The compared positions of a game are the one after its opening and those before
// each later move, from the end of its opening or from a given ply on. (A game
// without an opening, such as an import, has none to compare if a ply is given: it
// would be the start of every game.) Games that
// share one, or a view of one (mirror, colors exchanged), belong to one group, and
// groups go whole into one part. So no position that a part is judged on is one
// that another part has shown.
//
//	games -> compared positions -> (key, game) in scratch files -> groups (union-find)
//	groups -> parts, in an order drawn from the seed
//	games -> shards of the parts -> read back: positions in more than one part = 0 -> split.json
//
// A key is the position's 64-bit key; two positions with one key would only join
// two groups that need not be. The check at the end compares whole boards.
//
// Memory is some 10 bytes a game, the scratch file that is being looked at (1/64 of
// all records of 12 bytes, and of 33 bytes in the check), and the row group that is
// being written.

// CertificateName is the name of a split's certificate in its folder.
const CertificateName = "split.json"

// partNames are the parts of a split, and their folders.
func partNames() []string { return []string{"train", "validation", "test"} }

// SplitOptions say how to split. The zero value is not useful: shares are needed.
type SplitOptions struct {
	// Shares are the percentages of the games that train, validation and test
	// are to get, each at least 1 and together 100.
	Shares [3]int
	// Seed draws the order in which groups go to parts.
	Seed uint64
	// FromPly is the first ply of which positions are compared, 0 being the start;
	// nil means the end of each game's own opening.
	FromPly *int
	// LeaveOut makes groups only of games with the same position after the
	// opening. Games of validation and test that share a later one with another
	// part are then left out, instead of being put where it is.
	LeaveOut bool
}

// Validate says what is wrong with the options.
func (o SplitOptions) Validate() error {
	sum := 0
	for i, share := range o.Shares {
		if share < 1 {
			return fmt.Errorf("the share of %s is %d: it is at least 1 (a dataset that is not to be split needs no split)", partNames()[i], share)
		}
		sum += share
	}
	if sum != 100 {
		return fmt.Errorf("the shares are %d, %d and %d: they are percentages, and together 100, not %d", o.Shares[0], o.Shares[1], o.Shares[2], sum)
	}
	if o.FromPly != nil && *o.FromPly < 0 {
		return fmt.Errorf("ply %d: plies count from 0", *o.FromPly)
	}
	return nil
}

// rule names how games that share positions are kept apart.
func (o SplitOptions) rule() string {
	if o.LeaveOut {
		return "leave-out"
	}
	return "join"
}

// from is the first ply of a game whose positions are compared.
func (o SplitOptions) from(g *Game) int {
	if o.FromPly != nil {
		return *o.FromPly
	}
	return int(g.OpeningPlies)
}

// splitSpec is the spec of a part; [Manifest.Split] reads the part's name.
type splitSpec struct {
	Split splitPart `json:"split"`
}

type splitPart struct {
	Part    string `json:"part"`
	Of      source `json:"of"`
	Data    string `json:"data_digest"` // of the games that were split
	Shares  [3]int `json:"shares"`
	Seed    uint64 `json:"seed"`
	FromPly *int   `json:"from_ply"`
	Rule    string `json:"rule"`
}

// splitting is one split.
type splitting struct {
	ctx     context.Context
	data    *Dataset
	options SplitOptions
	dir     string // of the result
	watch   Watch
	games   int64
	groups  *groups
	part    []uint8 // of each game: 0 to 2, or leftOut
	parts   [3]*Dataset
	out     Certificate
}

// leftOut marks a game that is in no part.
const leftOut = 3

// Split divides the games of the dataset in dir into the datasets out/train,
// out/validation and out/test, and writes out/split.json, which it returns. The
// folder out must be new, empty or what a killed split left. Positions and puzzles
// are left out: they are made from games. After an error, which may be the
// context's, nothing is left in out.
func Split(ctx context.Context, out, dir string, o SplitOptions, watch Watch) (*Certificate, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	d, err := Open(dir)
	if err != nil {
		return nil, err
	}
	s := &splitting{ctx: ctx, data: d, options: o, watch: watch, games: d.Manifest.games()}
	if s.games < 3 {
		return nil, fmt.Errorf("%s has %d games: three parts need at least 3", dir, s.games)
	}
	if err := fillFolder(out, CertificateName, []string{dir}, s.run); err != nil {
		return nil, err
	}
	return &s.out, nil
}

func (s *splitting) run(folder *workFolder) (certificate []byte, err error) {
	s.dir = folder.dir
	if err := s.assignGames(); err != nil {
		return nil, err
	}
	if err := s.checkParts(); err != nil {
		return nil, err
	}
	for i := range s.parts {
		if err := s.writePart(i); err != nil {
			return nil, err
		}
	}
	s.watch.stage("check", "that no position is in two parts")
	if err := s.certify(); err != nil {
		return nil, err
	}
	// From here on nothing can fail but the disk: a kill between these writes
	// leaves whole parts under the marker, for the next run to make again.
	for _, part := range s.parts {
		if err := part.Manifest.Save(part.Dir); err != nil {
			return nil, err
		}
	}
	return encodeJSON(s.out, "  ")
}

// checkParts refuses a split with an empty part.
func (s *splitting) checkParts() error {
	var count [leftOut + 1]int64
	for _, part := range s.part {
		count[part]++
	}
	for i, name := range partNames() {
		if count[i] > 0 {
			continue
		}
		return fmt.Errorf("%s would be empty: of %d games %d share positions, directly or through others, and %d are left out; "+
			"compare fewer positions with a later ply to start from, give %s a larger share, or use more games",
			name, s.games, s.groups.largest, count[leftOut], name)
	}
	return nil
}

// writePart writes the shards of a part. Its manifest is saved later.
func (s *splitting) writePart(part int) error {
	name := partNames()[part]
	s.watch.stage("write", "%s", name)
	m, err := s.data.Manifest.derived(splitSpec{splitPart{
		Part: name, Of: sourceOf(s.data.Manifest), Data: s.data.dataDigest(Games),
		Shares: s.options.Shares, Seed: s.options.Seed, FromPly: s.options.FromPly, Rule: s.options.rule(),
	}})
	if err != nil {
		return err
	}
	s.parts[part] = &Dataset{Dir: filepath.Join(s.dir, name), Manifest: m, Verify: true}
	// So that the merged parts are the run again, which can be played on.
	if err := copyInputs(s.parts[part].Dir, []*Dataset{s.data}); err != nil {
		return err
	}
	return writeShards(s.parts[part].Dir, m, s.rowsOfPart(part, m))
}

// rowsOfPart yields the games of a part with their shards.
func (s *splitting) rowsOfPart(part int, m *Manifest) iter.Seq2[shardRow[Game], error] {
	metas := m.metas()
	return func(yield func(shardRow[Game], error) bool) {
		n, inRuleset := int64(0), map[string]int64{}
		for game, err := range placedRows[Game](s.ctx, s.data) {
			if err != nil {
				yield(shardRow[Game]{}, err)
				return
			}
			mine := int(s.part[n]) == part
			n++
			s.watch.step(n, s.games)
			if !mine {
				continue
			}
			rules := game.row.Ruleset
			path := m.ShardPath(Games, rules, int(inRuleset[rules]/UsualShardGames))
			inRuleset[rules]++
			if !yield(shardRow[Game]{game.row, path, metas[rules]}, nil) {
				return
			}
		}
	}
}
