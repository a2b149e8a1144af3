package atomicfile

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const (
	tempMark    = ".tmp-"
	randomBytes = 8
)

// Clean removes the temporary files that crashed writers left in dir and
// returns their names, sorted. It touches only regular files of the exact shape
// that [Write] gives them, and does not go into subfolders. On an error the
// names removed so far are returned with it.
//
// A writer at work in dir would lose its file and report an error: hold the
// folder's [Lock] while cleaning.
func Clean(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("clean %s: %w", dir, err)
	}
	var removed []string
	for _, entry := range entries {
		if !entry.Type().IsRegular() || !IsTemp(entry.Name()) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, entry.Name())); err != nil {
			return removed, fmt.Errorf("clean %s: %w", dir, err)
		}
		removed = append(removed, entry.Name())
	}
	return removed, nil
}

// IsTemp tells whether a file's name is one that [Write] gives its temporary files.
func IsTemp(name string) bool {
	mark := strings.LastIndex(name, tempMark)
	if mark < 2 || name[0] != '.' { // a dot and at least one letter before the mark
		return false
	}
	random := name[mark+len(tempMark):]
	decoded, err := hex.DecodeString(random)
	return err == nil && len(decoded) == randomBytes && random == strings.ToLower(random)
}
