package tuner

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"damalab/internal/atomicfile"
)

// The ledger of built-in weights is a file of JSON lines, one for each time that they
// were replaced. Each line has its own digest and that of the line before it, so that
// no line can be changed, left out or put in without it or a later one showing it.
// There is no clock in it: the order is that of the lines. Lines are only ever added.

// Promotion is a line of the ledger: which weights took the place of which, and the
// match that they won before. All digests are SHA-256 in hex; those of weights are
// of what they do to play, see [damalab/eval.Weights.Digest].
type Promotion struct {
	// Entry counts the lines from 1.
	Entry int `json:"entry"`
	// Previous is the digest of the line before; empty in the first line.
	Previous string `json:"previous"`
	// Digest is that of this line with an empty digest, without its end.
	Digest string `json:"digest"`
	// Tool is the version of the program that wrote the line.
	Tool string `json:"tool"`
	// Ruleset is the name of the ruleset of the games, and Data their digest.
	Ruleset string `json:"ruleset"`
	Data    string `json:"data_digest"`
	// Prior are the weights that the fit began from, Weights the fitted ones,
	// which won the match, and Replaced those that they beat. Installed are the
	// fitted ones as they were built in: with the name of the ruleset changed, so
	// that they serve all rulesets.
	Prior     string `json:"prior_digest"`
	Weights   string `json:"weights_digest"`
	Replaced  string `json:"replaced_digest"`
	Installed string `json:"installed_digest"`
	// Match is the match of Weights against Replaced.
	Match MatchResult `json:"match"`
}

// MatchResult is a match that was decided by a sequential test.
type MatchResult struct {
	// Spec is the digest of the match's spec and Openings that of the openings
	// that were left out because training games had gone through them.
	Spec     string `json:"spec_digest"`
	Openings string `json:"avoided_openings"`
	// Nodes is the limit of a move's search.
	Nodes uint64 `json:"nodes"`
	// Pairs is the number of pairs, and Pentanomial how many of them gave 0, ½, 1,
	// 1½ and 2 points.
	Pairs       int    `json:"pairs"`
	Pentanomial [5]int `json:"pentanomial"`
	// Elo is the estimated difference, Low and High its 95 % interval.
	Elo  float64 `json:"elo"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// LLR is the log-likelihood ratio at the end, of Elo1 against Elo0, and Error
	// the chance of either mistake that the test was made for.
	LLR   float64 `json:"llr"`
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Error float64 `json:"error"`
}

// same tells whether two lines stand for the same promotion, wherever they stand.
func (p Promotion) same(q Promotion) bool {
	p.Entry, p.Previous, p.Digest, p.Tool = q.Entry, q.Previous, q.Digest, q.Tool
	return p == q
}

// sealed returns the line with its digest.
func (p Promotion) sealed() Promotion {
	p.Digest = ""
	line, err := json.Marshal(p)
	if err != nil {
		panic("tuner: a promotion does not marshal: " + err.Error()) // its numbers come from JSON or from checked counts
	}
	sum := sha256.Sum256(line)
	p.Digest = hex.EncodeToString(sum[:])
	return p
}

// ReadLedger reads a ledger and checks that it is a chain. The error names the file
// and the line at which it is broken; a file that is not there has no lines.
func ReadLedger(path string) ([]Promotion, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	entries, _, err := parseLedger(data)
	if err != nil {
		return nil, fmt.Errorf("%s, %w", path, err)
	}
	return entries, nil
}

// parseLedger also returns the digest of the last line.
func parseLedger(data []byte) (entries []Promotion, last string, err error) {
	for number := 1; len(data) > 0; number++ {
		line, rest, whole := bytes.Cut(data, []byte("\n"))
		if !whole {
			return nil, "", fmt.Errorf("line %d: it has no end: the file was cut", number)
		}
		p, err := parsePromotion(line)
		switch {
		case err != nil:
			return nil, "", fmt.Errorf("line %d: %w", number, err)
		case p.Entry != number:
			return nil, "", fmt.Errorf("line %d: it is entry %d: lines were added, left out or moved", number, p.Entry)
		case p.Previous != last && number == 1:
			return nil, "", fmt.Errorf("line 1: it names a line before it (%.12s): lines were left out", p.Previous)
		case p.Previous != last:
			return nil, "", fmt.Errorf("line %d: line %d is not what it was when this line was written (digest %.12s now, %.12s then)",
				number, number-1, last, p.Previous)
		}
		entries, last, data = append(entries, p), p.Digest, rest
	}
	return entries, last, nil
}

// hexDigest matches what digests look like.
var hexDigest = regexp.MustCompile(`^[0-9a-f]{64}$`)

// parsePromotion reads a line, which must be as [AppendLedger] writes it.
func parsePromotion(line []byte) (p Promotion, err error) {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&p); err != nil {
		return p, fmt.Errorf("not an entry of a ledger: %w", err)
	}
	text, err := json.Marshal(p)
	if err != nil || !bytes.Equal(text, line) || p != p.sealed() {
		return p, errors.New("not as it was written: it was changed by something else")
	}
	return p, p.check()
}

// check refuses an entry that can't be true.
func (p Promotion) check() error {
	for _, d := range []struct{ name, digest string }{
		{"weights_digest", p.Weights},
		{"replaced_digest", p.Replaced},
		{"installed_digest", p.Installed},
		{"spec_digest", p.Match.Spec},
	} {
		if !hexDigest.MatchString(d.digest) {
			return fmt.Errorf("%s is %q, which is no digest", d.name, d.digest)
		}
	}
	for _, v := range []float64{p.Match.Elo, p.Match.Low, p.Match.High, p.Match.LLR, p.Match.Elo0, p.Match.Elo1, p.Match.Error} {
		if !finite(v) {
			return errors.New("the match has a number that is none")
		}
	}
	pairs := 0
	for _, n := range p.Match.Pentanomial {
		pairs += n
	}
	if pairs != p.Match.Pairs || pairs < 1 {
		return fmt.Errorf("the match has %d pairs, and its counts add up to %d", p.Match.Pairs, pairs)
	}
	return nil
}

// AppendLedger adds a promotion to a ledger, whole or not at all, and returns its
// entry; Entry, Previous and Digest are filled in here. The folder must exist. A last entry
// that stands for the same promotion is left as it is: a run that was killed between
// the ledger and the weights can be repeated. A ledger that is no chain is refused,
// and so is one that another process is writing to.
func AppendLedger(path string, p Promotion) (entry int, err error) {
	if err := p.check(); err != nil {
		return 0, fmt.Errorf("promotion: %w", err)
	}
	release, err := atomicfile.Lock(filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".lock"))
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, release()) }()
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	entries, last, err := parseLedger(data)
	if err != nil {
		return 0, fmt.Errorf("%s, %w", path, err)
	}
	if n := len(entries); n > 0 && entries[n-1].same(p) {
		return n, nil
	}
	p.Entry, p.Previous = len(entries)+1, last
	line, err := json.Marshal(p.sealed())
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	return p.Entry, atomicfile.WriteBytes(path, 0o666, append(append(data, line...), '\n'))
}
