package datasets

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"sync"

	"damalab/internal/ordered"
)

// EndgamesSchema is the name of the form of exported endgame tables, as their
// manifest gives it.
const EndgamesSchema = "damalab-endgames"

// EndgameSet is a set of endgame tables as an export takes it.
type EndgameSet struct {
	// From are folders that must be neither the output nor around it.
	From []string
	// Pieces is up to how many pieces the tables know every position.
	Pieces int
	// Rules are what the tables answer for, as JSON, and RulesDigest is theirs.
	Rules       json.RawMessage
	RulesDigest string
	// TablesDigest identifies the set.
	TablesDigest string
	// Files are the files to write.
	Files []EndgameFile
}

// EndgameFile is what one file is to hold: the tables of a material, for either side
// to move.
type EndgameFile struct {
	// Name is the file's name without its ending.
	Name string
	// Order has the boards by which the rows are sorted, for each material in it.
	Order map[string][]string
	// Rows are its rows, read once and by one goroutine.
	Rows iter.Seq2[EndgameRow, error]
}

// EndgameManifest says what an export of endgame tables holds. All digests are in
// hex.
type EndgameManifest struct {
	Schema       string          `json:"schema"`
	Version      int             `json:"version"`
	Tool         string          `json:"tool"`
	Pieces       int             `json:"pieces"`
	Rules        json.RawMessage `json:"rules"`
	RulesDigest  string          `json:"rules_digest"`
	TablesDigest string          `json:"tables_digest"`
	Files        []FileInfo      `json:"files"`
}

// Rows returns the number of rows of all files, and Bytes their size.
func (m *EndgameManifest) Rows() (n int64) {
	for _, f := range m.Files {
		n += f.Rows
	}
	return n
}

// Bytes returns the size of all files.
func (m *EndgameManifest) Bytes() (n int64) {
	for _, f := range m.Files {
		n += f.Bytes
	}
	return n
}

// stepRows is the number of rows after which a file tells of its progress.
const stepRows = 1 << 16

// ExportEndgames writes endgame tables as Parquet files, NAME.parquet each, and a
// manifest into the folder out, which must be new, empty or what a killed export
// left. Workers is the number of files written at a time; it changes no byte. Step,
// if not nil, is told the number of rows done, from one goroutine at a time. After an
// error, which may be the context's, nothing is left in out.
//
// Memory is a row group for each file at work, some 150 MB.
func ExportEndgames(ctx context.Context, out string, set EndgameSet, workers int, step func(rows int)) (*EndgameManifest, error) {
	if len(set.Files) == 0 {
		return nil, errors.New("there is nothing to export")
	}
	m := &EndgameManifest{
		Schema: EndgamesSchema, Version: Version, Tool: ToolVersion,
		Pieces: set.Pieces, Rules: set.Rules, RulesDigest: set.RulesDigest, TablesDigest: set.TablesDigest,
	}
	counted := &rowCount{step: step}
	err := fillFolder(out, ManifestName, set.From, func(folder *workFolder) ([]byte, error) {
		err := ordered.Run(ctx, 0, len(set.Files), workers,
			func(ctx context.Context, _, i int) (FileInfo, error) {
				return set.write(ctx, folder.dir, set.Files[i], counted)
			},
			func(_ int, info FileInfo) error {
				info.Path = filepath.Base(info.Path)
				m.Files = append(m.Files, info)
				return nil
			})
		if err != nil {
			return nil, err
		}
		return encodeJSON(m, "  ")
	})
	if err != nil {
		return nil, err
	}
	return m, nil
}

// write writes one file.
func (s *EndgameSet) write(ctx context.Context, dir string, f EndgameFile, counted *rowCount) (FileInfo, error) {
	order, err := encodeJSON(f.Order, "")
	if err != nil {
		return FileInfo{}, err
	}
	meta := Meta{Extra: map[string]string{
		"material": f.Name, "order": string(order),
		"rules": string(s.Rules), "rules_digest": s.RulesDigest, "tables_digest": s.TablesDigest,
	}}
	var failed error // Write would name the row of the new file
	info, err := Write(filepath.Join(dir, f.Name+".parquet"), meta, func(yield func(EndgameRow, error) bool) {
		n := 0
		for row, err := range f.Rows {
			if n++; n%stepRows == 0 {
				counted.add(stepRows)
				if err == nil {
					err = ctx.Err()
				}
			}
			failed = err
			if !yield(row, err) || err != nil {
				return
			}
		}
		counted.add(n % stepRows)
	})
	if failed != nil {
		return info, failed
	}
	if err == nil && info.Rows == 0 {
		err = fmt.Errorf("%s: there is no position in it", f.Name)
	}
	return info, err
}

// rowCount counts rows of several files.
type rowCount struct {
	mu   sync.Mutex
	rows int
	step func(rows int)
}

func (c *rowCount) add(rows int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.rows += rows; c.step != nil {
		c.step(c.rows)
	}
}
