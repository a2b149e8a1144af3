package datasets

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"

	"damalab/dama"
)

// SpecDigest returns the SHA-256, in hex, of a spec as canonical JSON, and that
// JSON: keys sorted, no spaces, no HTML escapes, numbers as they were written.
// The spec is anything that marshals to JSON. What does not change a game (the
// number of games, workers, output) must not be in it.
func SpecDigest(spec any) (digest string, canonical []byte, err error) {
	data, err := json.Marshal(spec)
	if err != nil {
		return "", nil, fmt.Errorf("spec: %w", err)
	}
	if canonical, err = canonicalJSON(data); err != nil {
		return "", nil, fmt.Errorf("spec: %w", err)
	}
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:]), canonical, nil
}

// canonicalJSON rewrites JSON so that equal values have equal bytes.
func canonicalJSON(data []byte) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber() // a float64 would change large seeds
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	return encodeJSON(value, "")
}

// encodeJSON is JSON with sorted map keys and without HTML escapes, on one
// line without an end of line, or indented with one.
func encodeJSON(value any, indent string) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	if indent == "" {
		out.Truncate(out.Len() - 1)
	}
	return out.Bytes(), nil
}

// SpecDifferences lists the fields in which two canonical specs differ, in words, for
// a person who asks for another run than the one that is there. A field within
// another is named with a dot between, such as openings.plies.
func SpecDifferences(there, asked json.RawMessage) []string {
	var a, b map[string]json.RawMessage
	if json.Unmarshal(there, &a) != nil || json.Unmarshal(asked, &b) != nil {
		return []string{"the specs can't be compared"}
	}
	out := differingFields("", a, b)
	slices.Sort(out)
	return out
}

func differingFields(within string, there, asked map[string]json.RawMessage) (out []string) {
	either := map[string]bool{}
	for _, m := range []map[string]json.RawMessage{there, asked} {
		for k := range m {
			either[k] = true
		}
	}
	for k := range either {
		var a, b map[string]json.RawMessage
		switch {
		case bytes.Equal(there[k], asked[k]):
		case json.Unmarshal(there[k], &a) == nil && json.Unmarshal(asked[k], &b) == nil && a != nil && b != nil:
			out = append(out, differingFields(within+k+".", a, b)...)
		default:
			out = append(out, fmt.Sprintf("%s is %s there, %s is asked for", within+k, orNone(there[k]), orNone(asked[k])))
		}
	}
	return out
}

func orNone(v json.RawMessage) string {
	if v == nil {
		return "nothing"
	}
	return string(v)
}

// GameID names game number index of the run with the given spec digest: the
// digest's first 16 digits, a hyphen and the index in 8 digits (more if needed).
// A digest shorter than that is used whole.
func GameID(specDigest string, index int64) string {
	return fmt.Sprintf("%.16s-%08d", specDigest, index)
}

// GameSeed mixes the seed of game number index of the run with the given spec
// digest: games share nothing, and none depends on a worker, a thread or the
// clock. The error says that the digest does not begin with 16 hex digits.
func GameSeed(specDigest string, index int64) (uint64, error) {
	if len(specDigest) < 16 {
		return 0, fmt.Errorf("spec digest %q: it has 16 hex digits or more", specDigest)
	}
	run, err := strconv.ParseUint(specDigest[:16], 16, 64)
	if err != nil {
		return 0, fmt.Errorf("spec digest %q: it does not begin with 16 hex digits", specDigest)
	}
	return dama.Mix(run ^ dama.Mix(uint64(index))), nil
}

// fileDigest returns the size and SHA-256, in hex, of a file.
func fileDigest(path string) (size int64, digest string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, "", err
	}
	defer f.Close()
	sum := sha256.New()
	if size, err = io.Copy(sum, f); err != nil {
		return 0, "", err
	}
	return size, hex.EncodeToString(sum.Sum(nil)), nil
}
