package eval

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // for the default weights
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
)

// Pair is one weight: hundredths of a man with a full and with an empty board.
type Pair struct{ Opening, Ending int16 }

// AnyRuleset is the ruleset of weights that were set by hand for all of them.
const AnyRuleset = "any"

// Weights is a weights file in memory.
type Weights struct {
	// Ruleset is the name of the ruleset whose games the weights were fitted
	// to, or [AnyRuleset].
	Ruleset string
	// Scale turns a score in hundredths of a man into an expected result: the
	// chance is 1/(1+exp(-Scale*score)).
	Scale float64
	// Pairs holds the weights in the order of [Features].
	Pairs [Size]Pair
	// Patterns holds the pattern tables; nil for none.
	Patterns *Patterns
	// Provenance says where the weights come from; it does not change play.
	Provenance Provenance
}

// Provenance is where weights come from. Fields that do not apply are left out.
type Provenance struct {
	Method     string  `json:"method"`
	Tool       string  `json:"tool,omitempty"`
	DataDigest string  `json:"data_digest,omitempty"`
	Prior      string  `json:"prior_digest,omitempty"` // digest of the weights that the fit began from
	Games      int     `json:"games,omitempty"`
	Positions  int     `json:"positions,omitempty"`
	TrainLoss  float64 `json:"train_loss,omitempty"` // mean log loss, natural logarithm
	HeldLoss   float64 `json:"held_out_loss,omitempty"`
}

//go:embed default.json
var defaultFile []byte

// builtIn reads the embedded file once, and takes for granted what a test has checked:
// it is long, and every command would wait for it.
var builtIn = sync.OnceValue(func() *Weights {
	w, err := parse(defaultFile)
	if err != nil {
		panic("eval: the embedded weights are damaged: " + err.Error())
	}
	return w
})

// Default returns the weights that are built in. They are the caller's to change.
func Default() *Weights {
	w := *builtIn()
	if w.Patterns != nil {
		w.Patterns = &Patterns{Set: w.Patterns.Set, Pairs: slices.Clone(w.Patterns.Pairs)}
	}
	return &w
}

// Drop sets a feature's weights to 0, so that it has no say; "patterns" takes the
// pattern tables away.
func (w *Weights) Drop(feature string) error {
	if feature == patternsName {
		w.Patterns = nil
		return nil
	}
	names := []string{patternsName}
	for _, f := range Features() {
		if f.Name == feature {
			clear(w.Pairs[f.First:][:f.Size()])
			return nil
		}
		names = append(names, f.Name)
	}
	return fmt.Errorf("unknown feature %q; they are %s", feature, strings.Join(names, ", "))
}

// Digest identifies what the weights do to play: the SHA-256, in hex, of the
// weights alone. The scale and the provenance change no move.
func (w *Weights) Digest() string {
	file := w.file()
	file.Scale, file.Provenance = 0, Provenance{}
	data, err := json.Marshal(file)
	if err != nil {
		panic("eval: weights do not marshal: " + err.Error()) // numbers and strings always do
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// weightsFile is the file's form; see docs/FORMATS.md.
type weightsFile struct {
	Format     string                     `json:"format"`
	Version    int                        `json:"version"`
	Ruleset    string                     `json:"ruleset"`
	Scale      float64                    `json:"scale"`
	Features   map[string]json.RawMessage `json:"features"`
	Patterns   *patternsFile              `json:"patterns,omitempty"`
	Provenance Provenance                 `json:"provenance"`
}

const (
	fileFormat  = "dama-weights"
	fileVersion = 1
)

func (w *Weights) file() weightsFile {
	f := weightsFile{
		Format: fileFormat, Version: fileVersion, Ruleset: w.Ruleset, Scale: w.Scale,
		Features: map[string]json.RawMessage{}, Patterns: w.Patterns.file(), Provenance: w.Provenance,
	}
	for _, feat := range Features() {
		f.Features[feat.Name] = encodeGroup(feat.Shape, w.Pairs[feat.First:][:feat.Size()])
	}
	return f
}

// encodeGroup writes a number as [opening, ending] and a table as a list for each
// of the two; a board rank by rank from the owner's first rank.
func encodeGroup(shape Shape, pairs []Pair) json.RawMessage {
	if shape == Number {
		return fmt.Appendf(nil, "[%d,%d]", pairs[0].Opening, pairs[0].Ending)
	}
	if shape == Board {
		pairs = unfold(pairs)
	}
	var tables [2][]string
	for _, p := range pairs {
		tables[0] = append(tables[0], fmt.Sprint(p.Opening))
		tables[1] = append(tables[1], fmt.Sprint(p.Ending))
	}
	return fmt.Appendf(nil, "[[%s],[%s]]", strings.Join(tables[0], ","), strings.Join(tables[1], ","))
}

// unfold spreads a mirrored table over the 64 squares.
func unfold(pairs []Pair) []Pair {
	all := make([]Pair, 64)
	for s, i := range squareIndex {
		all[s] = pairs[i]
	}
	return all
}

// Encode writes the weights as a file. Equal weights give equal bytes.
func (w *Weights) Encode() ([]byte, error) {
	data, err := json.MarshalIndent(w.file(), "", "  ")
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	return append(compactNumbers(data), '\n'), nil
}

// compactNumbers puts lists of numbers, which the indented form spreads over a
// line a number, back on one line each.
func compactNumbers(data []byte) []byte {
	var out bytes.Buffer
	depth := 0
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c == '[':
			depth++
			out.WriteByte(c)
		case c == ']':
			depth--
			out.WriteByte(c)
		case depth > 0 && (c == '\n' || c == ' '):
		default:
			out.WriteByte(c)
		}
	}
	return out.Bytes()
}

// Parse reads a weights file. The error lists every missing, unknown or
// wrong entry, one a line.
func Parse(data []byte) (*Weights, error) {
	if err := checkHead(data); err != nil {
		return nil, err
	}
	if err := checkTwice(data); err != nil {
		return nil, err
	}
	return parse(data)
}

// parse is [Parse] of a file in which no name stands twice.
func parse(data []byte) (*Weights, error) {
	var f weightsFile
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return nil, fmt.Errorf("not a weights file: %w", err)
	}
	w := &Weights{Ruleset: f.Ruleset, Scale: f.Scale, Provenance: f.Provenance}
	var faults []error
	if !(f.Scale > 0) || math.IsInf(f.Scale, 0) {
		faults = append(faults, fmt.Errorf("scale = %v: it is a number above 0", f.Scale))
	}
	if f.Ruleset == "" {
		faults = append(faults, errors.New("ruleset is missing: name the ruleset that the weights are for"))
	}
	faults = append(faults, w.readGroups(f.Features)...)
	return w, errors.Join(append(faults, w.readPatterns(f.Patterns)...)...)
}

// readGroups fills the weights from the file's entries and returns every fault.
func (w *Weights) readGroups(groups map[string]json.RawMessage) (faults []error) {
	known := map[string]bool{}
	for _, feat := range Features() {
		known[feat.Name] = true
		raw, ok := groups[feat.Name]
		if !ok {
			faults = append(faults, fmt.Errorf("feature %q is missing", feat.Name))
			continue
		}
		if err := decodeGroup(feat.Shape, raw, w.Pairs[feat.First:][:feat.Size()]); err != nil {
			faults = append(faults, fmt.Errorf("feature %q: %w", feat.Name, err))
		}
	}
	var extra []string
	for name := range groups {
		if !known[name] {
			extra = append(extra, name)
		}
	}
	slices.Sort(extra)
	for _, name := range extra {
		faults = append(faults, fmt.Errorf("feature %q is unknown to this build", name))
	}
	return faults
}

func decodeGroup(shape Shape, raw json.RawMessage, into []Pair) error {
	if shape == Number {
		var pair []int16
		if err := decodeNumbers(raw, &pair); err != nil {
			return fmt.Errorf("want [opening, ending] as whole numbers: %w", err)
		}
		if len(pair) != 2 {
			return fmt.Errorf("%d numbers, want 2: [opening, ending]", len(pair))
		}
		into[0] = Pair{pair[0], pair[1]}
		return nil
	}
	want := len(into)
	if shape == Board {
		want = 64
	}
	var tables [][]int16
	if err := decodeNumbers(raw, &tables); err != nil {
		return fmt.Errorf("want two tables of %d whole numbers: %w", want, err)
	}
	if len(tables) != 2 || len(tables[0]) != want || len(tables[1]) != want {
		return fmt.Errorf("want two tables of %d numbers, opening and ending", want)
	}
	if shape == Board {
		return fold(tables, into)
	}
	for i := range into {
		into[i] = Pair{tables[0][i], tables[1][i]}
	}
	return nil
}

// fold takes a board's tables, which must be the same left and right.
func fold(tables [][]int16, into []Pair) error {
	for i := range into {
		left, right := IndexSquares(i)
		into[i] = Pair{tables[0][left], tables[1][left]}
		if into[i] != (Pair{tables[0][right], tables[1][right]}) {
			return fmt.Errorf("the entries for %v and %v differ: tables are the same left and right", left, right)
		}
	}
	return nil
}
