package puzzles

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Rejected are puzzles that somebody looked at and did not want, with the reason:
// the identifier of each is the key. Mining leaves them out for ever, and so all
// four views of their positions; others of the same family may take their place.
type Rejected map[string]string

// puzzleID is what [ID] makes.
var puzzleID = regexp.MustCompile(`^[a-z]+-[0-9a-f]{16}$`)

// ReadRejected reads a list with one puzzle a line: its identifier, a tab, and the
// reason, which no line lacks. Empty lines and those that begin with # say nothing.
// The error names the line: it has no tab, no reason, no identifier, or one that
// was there before.
func ReadRejected(r io.Reader) (Rejected, error) {
	list, lines := Rejected{}, map[string]int{}
	in, n := bufio.NewScanner(r), 0
	for in.Scan() {
		n++
		line := strings.TrimSuffix(in.Text(), "\r")
		if n == 1 {
			line = strings.TrimPrefix(line, "\uFEFF") // some editors begin a file so
		}
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		id, reason, tab := strings.Cut(line, "\t")
		reason = strings.TrimSpace(reason)
		switch {
		case !puzzleID.MatchString(id):
			return nil, fmt.Errorf("line %d: %.60q does not begin with a puzzle's identifier, such as maximum-0123456789abcdef, and a tab", n, line)
		case !tab || reason == "":
			return nil, fmt.Errorf("line %d: no reason after %s; put one behind a tab", n, id)
		case lines[id] > 0:
			return nil, fmt.Errorf("line %d: %s is in line %d already", n, id, lines[id])
		}
		list[id], lines[id] = reason, n
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", n+1, err)
	}
	return list, nil
}

// digest is the SHA-256 of the sorted identifiers, in hex; "" for an empty list.
// Reasons change no set.
func (r Rejected) digest() string {
	if len(r) == 0 {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.Join(slices.Sorted(maps.Keys(r)), "\n")))
	return hex.EncodeToString(sum[:])
}
