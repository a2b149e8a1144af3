package selfplay

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"damalab/dama"
	"damalab/datasets"
	"damalab/endgame"
	"damalab/eval"
	"damalab/internal/tomlfile"
)

// SpecFile is a spec as a person writes it, in TOML: the fields of [Spec], with
// names of files in the place of digests. What is left out has its usual value.
// Names of files are relative to the spec file's folder.
type SpecFile struct {
	Ruleset string  `toml:"ruleset"` // a name, or a file of house rules ending in .toml
	Seed    *uint64 `toml:"seed"`
	Games   int     `toml:"games"` // 0 is not given
	Nodes   uint64  `toml:"nodes"`
	// Time is known only to be refused in plain words.
	Time       any            `toml:"time"`
	ShardGames int            `toml:"shard_games"`
	Cheap      CheapFile      `toml:"cheap"`
	Weights    SidesFile      `toml:"weights"`
	Opening    OpeningFile    `toml:"opening"`
	Positions  Positions      `toml:"positions"`
	Adjudicate AdjudicateFile `toml:"adjudication"`
	Guards     Guards         `toml:"guards"`
	Record     Record         `toml:"record"`
	Params     map[string]any `toml:"params"` // of the search, by name

	path   string
	lines  map[string]int // of the keys
	faults error          // what does not fit into this form
}

// CheapFile is [Cheap] in a file.
type CheapFile struct {
	Share float64 `toml:"share"`
	Nodes uint64  `toml:"nodes"`
}

// SidesFile names the weights files of both sides; empty for the built-in weights.
type SidesFile struct {
	White string `toml:"white"`
	Black string `toml:"black"`
}

// OpeningFile is [Opening] in a file; what is not given depends on the policy.
type OpeningFile struct {
	Policy   Policy  `toml:"policy"`
	Plies    int     `toml:"plies"`
	File     string  `toml:"file"`
	MinPlies *int    `toml:"min_plies"`
	MaxPlies *int    `toml:"max_plies"`
	Balance  *int    `toml:"balance"`
	Nodes    *uint64 `toml:"nodes"`
	Distinct *int    `toml:"distinct"`
}

// AdjudicateFile is [Adjudication] in a file.
type AdjudicateFile struct {
	Adjudication
	// Endgame is the folder of the endgame tables that the search and the
	// adjudication ask, or "builtin"; empty for none.
	Endgame string `toml:"endgame"`
}

// UsualFile is what a spec file is without a line in it.
func UsualFile() SpecFile {
	usual := DefaultOpening()
	return SpecFile{
		Ruleset: dama.DefaultRuleset, Nodes: 1000, ShardGames: datasets.UsualShardGames,
		Opening: OpeningFile{Policy: usual.Policy}, Guards: DefaultGuards(), Record: Record{Scores: true},
	}
}

// ReadSpecFile reads a spec file. What is wrong in it is told by [SpecFile.Build],
// all of it at once; the error here is that of reading the file.
func ReadSpecFile(path string) (SpecFile, error) {
	f := UsualFile()
	f.path = path
	text, err := os.ReadFile(path)
	if err != nil {
		return f, err
	}
	f.faults = tomlfile.DecodeFitting(path, text, &f)
	f.lines = tomlfile.Lines(text)
	return f, nil
}

// place puts the file and the line before each fault.
func (f *SpecFile) place(err error) error {
	if err == nil || f.path == "" {
		return err
	}
	var placed []error
	for _, e := range unjoin(err) {
		where := f.path
		if fault := (*Fault)(nil); errors.As(e, &fault) && f.lines[fault.Key] > 0 {
			where = fmt.Sprintf("%s:%d", f.path, f.lines[fault.Key])
		}
		placed = append(placed, fmt.Errorf("%s: %w", where, e))
	}
	return errors.Join(placed...)
}

// unjoin takes apart what [errors.Join] has joined.
func unjoin(err error) []error {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		return many.Unwrap()
	}
	return []error{err}
}

// spec returns the spec with what stands in the file itself, names of files in the
// place of digests, and its faults.
func (f *SpecFile) spec() (Spec, error) {
	s := NewSpec(dama.Ruleset{Name: f.Ruleset}, eval.Default(), 0, f.Nodes)
	if f.Seed != nil {
		s.Seed = *f.Seed
	}
	s.ShardGames, s.Guards, s.Record = f.ShardGames, f.Guards, f.Record
	s.Cheap = Cheap(f.Cheap)
	s.Positions, s.Adjudication = f.Positions, f.Adjudicate.Adjudication
	s.Opening = f.Opening.opening()
	var all faults
	all.add(f.Time != nil, "time", f.Time, "games under a time limit would depend on the machine; use nodes")
	all.add(f.Games < 0 || f.Games == 0 && f.lines["games"] > 0, "games", f.Games, "it is at least 1")
	for _, name := range slices.Sorted(maps.Keys(f.Params)) {
		value, err := json.Marshal(f.Params[name])
		if err == nil {
			err = s.Params.Set(name, string(value))
		}
		if err != nil {
			all = append(all, &Fault{"params." + name, f.Params[name], err.Error()})
		}
	}
	return s, errors.Join(append(all, unjoinNil(s.Validate())...)...)
}

func unjoinNil(err error) []error {
	if err == nil {
		return nil
	}
	return unjoin(err)
}

// opening fills in what is usual under the policy: a file's lines are played as
// they are, and enumerated ones are screened.
func (o *OpeningFile) opening() Opening {
	usual := DefaultOpening()
	usual.Policy, usual.Plies, usual.File = o.Policy, o.Plies, o.File
	if o.Policy != RandomOpenings {
		usual.MinPlies, usual.MaxPlies = 0, 0
	}
	if o.Policy == FileOpenings {
		usual.Balance = 0
	}
	set(&usual.MinPlies, o.MinPlies)
	set(&usual.MaxPlies, o.MaxPlies)
	set(&usual.Balance, o.Balance)
	set(&usual.Nodes, o.Nodes)
	set(&usual.Distinct, o.Distinct)
	return usual
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// Build reads the files that the spec file names and returns the spec and its
// material. rules finds a ruleset by name or file; tables opens the endgame tables
// that the file names, which the caller closes, or returns nil for none after all.
// The error names every unknown key, wrong type and impossible value, and every
// file that can't be used, with their lines.
func (f *SpecFile) Build(rules func(name string) (dama.Ruleset, error), tables func(name string, rules dama.Ruleset) (Endgames, error)) (Spec, Material, error) {
	s, err := f.spec()
	all := []error{f.faults, f.place(err)}
	note := func(key string, err error) {
		if err != nil {
			all = append(all, f.place(&Fault{key, fmt.Sprintf("%q", f.fileOf(key)), err.Error()}))
		}
	}
	var m Material
	m.Rules, err = rules(f.fileOf("ruleset"))
	note("ruleset", err)
	m.White, err = f.weights("weights.white")
	note("weights.white", err)
	m.Black, err = f.weights("weights.black")
	note("weights.black", err)
	m.Openings, err = f.text("opening.file")
	note("opening.file", err)
	m.Positions, err = f.text("positions.file")
	note("positions.file", err)
	if f.Adjudicate.Endgame != "" && errors.Join(all...) == nil {
		m.Endgames, err = tables(f.fileOf("adjudication.endgame"), m.Rules)
		note("adjudication.endgame", err)
	}
	if err := errors.Join(all...); err != nil {
		return s, m, err
	}
	s.Ruleset, s.RulesetDigest = m.Rules.Name, m.Rules.Digest()
	s.Weights = Sides{White: m.White.Digest(), Black: m.Black.Digest()}
	s.Opening.File, s.Positions.File = TextDigest(m.Openings), TextDigest(m.Positions)
	if m.Endgames != nil {
		s.Adjudication.Endgames = m.Endgames.Digest()
	}
	return s, m, f.place(m.prepare(&s))
}

// fileOf returns the file, or the ruleset's name, that a key names: a file's name
// is relative to the spec file's folder.
func (f *SpecFile) fileOf(key string) string {
	name := map[string]string{
		"ruleset": f.Ruleset, "weights.white": f.Weights.White, "weights.black": f.Weights.Black,
		"opening.file": f.Opening.File, "positions.file": f.Positions.File, "adjudication.endgame": f.Adjudicate.Endgame,
	}[key]
	isFile := key != "ruleset" || strings.HasSuffix(name, ".toml")
	if key == "adjudication.endgame" && name == endgame.BuiltinName {
		return name
	}
	if name == "" || !isFile || f.path == "" || filepath.IsAbs(name) {
		return name
	}
	name = filepath.Join(filepath.Dir(f.path), name)
	if name == endgame.BuiltinName {
		name = "." + string(filepath.Separator) + name // a folder of that name
	}
	return name
}

func (f *SpecFile) weights(key string) (*eval.Weights, error) {
	name := f.fileOf(key)
	if name == "" {
		return eval.Default(), nil
	}
	return eval.ReadFile(name)
}

func (f *SpecFile) text(key string) ([]byte, error) {
	name := f.fileOf(key)
	if name == "" {
		return nil, nil
	}
	return os.ReadFile(name)
}
