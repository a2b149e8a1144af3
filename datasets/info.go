package datasets

import (
	"context"
	"encoding/json"

	"damalab/internal/ordered"
)

// Info is a dataset at a glance. Empty parts are empty lists, not null.
type Info struct {
	Dir      string   `json:"dir"`
	Ruleset  string   `json:"ruleset"`
	Rulesets []string `json:"rulesets"` // all that the manifest has, sorted by name
	// The digests are those of the manifest, in hex.
	RulesetDigest string          `json:"ruleset_digest"`
	SpecDigest    string          `json:"spec_digest"`
	WeightsDigest string          `json:"weights_digest"`
	Tool          string          `json:"tool"`
	Spec          json.RawMessage `json:"spec"`
	Files         FileTotals      `json:"files"`
	// Journal is how many finished games are in no shard yet; see [JournalName].
	Journal   int64         `json:"journal"`
	Games     GamesInfo     `json:"games"`
	Positions PositionsInfo `json:"positions"`
	Puzzles   PuzzlesInfo   `json:"puzzles"`
}

// FileTotals adds up what the manifest lists, by kind.
type FileTotals struct {
	Games     FileTotal `json:"games"`
	Positions FileTotal `json:"positions"`
	Puzzles   FileTotal `json:"puzzles"`
}

// FileTotal is a number of files with their rows and bytes.
type FileTotal struct {
	Files int64 `json:"files"`
	Rows  int64 `json:"rows"`
	Bytes int64 `json:"bytes"`
}

// InfoOptions says how to read; none of it changes the answer.
type InfoOptions struct {
	// Workers is the number of files read at a time, at least 1.
	Workers int
	// Progress, if not nil, is called after each file with the number of rows.
	Progress func(done, total int64)
}

// ReadInfo reads all rows of the dataset in dir and tells what they are. It does
// not replay anything; see [Audit]. Files are checked against their checksums.
func ReadInfo(ctx context.Context, dir string, o InfoOptions) (*Info, error) {
	d, err := Open(dir)
	if err != nil {
		return nil, err
	}
	m := d.Manifest
	info := &Info{
		Dir: dir, Ruleset: m.Ruleset.Name, Rulesets: rulesetNames(m.AllRulesets()), RulesetDigest: m.RulesetDigest, SpecDigest: m.SpecDigest,
		WeightsDigest: m.WeightsDigest, Tool: m.Tool, Spec: m.Spec,
	}
	if info.Journal, err = JournalGames(dir); err != nil {
		return nil, err
	}
	info.Files = fileTotals(m)
	total, done := int64(0), int64(0)
	for _, f := range m.Files {
		total += f.Rows
	}
	all := newCensus()
	err = ordered.Run(ctx, 0, len(m.Files), o.Workers,
		func(ctx context.Context, _, i int) (*census, error) { return takeCensus(ctx, d, m.Files[i]) },
		func(i int, c *census) error {
			all.add(c)
			done += m.Files[i].Rows
			if o.Progress != nil {
				o.Progress(done, total)
			}
			return nil
		})
	if err != nil {
		return nil, err
	}
	all.fill(info)
	return info, nil
}

func fileTotals(m *Manifest) (t FileTotals) {
	for _, f := range m.Files {
		var to *FileTotal
		switch kindOfPath(f.Path) {
		case Games:
			to = &t.Games
		case Positions:
			to = &t.Positions
		case Puzzles:
			to = &t.Puzzles
		default:
			continue
		}
		to.Files++
		to.Rows += f.Rows
		to.Bytes += f.Bytes
	}
	return t
}

// takeCensus counts the rows of one file.
func takeCensus(ctx context.Context, d *Dataset, f FileInfo) (*census, error) {
	c := newCensus()
	var err error
	switch kindOfPath(f.Path) {
	case Games:
		err = eachRow(ctx, d, f, c.game)
	case Positions:
		err = eachRow(ctx, d, f, c.position)
	case Puzzles:
		err = eachRow(ctx, d, f, c.puzzle)
	}
	return c, err
}

// eachRow calls f for every row of a listed file.
func eachRow[T Row](ctx context.Context, d *Dataset, info FileInfo, f func(*T)) error {
	for row, err := range placedShard[T](ctx, d, info) {
		if err != nil {
			return err
		}
		f(&row.row)
	}
	return nil
}
