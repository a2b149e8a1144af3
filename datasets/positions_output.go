package datasets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// checkOutput refuses a folder for new data that holds anything, or that is the
// input's folder or lies within it, by whatever name or link it is reached.
func checkOutput(out, in string) error {
	entries, err := os.ReadDir(out)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fmt.Errorf("%s can't be used as an output folder: %w", out, err)
	}
	if within(out, in) {
		return fmt.Errorf("%s is the input's folder %s or lies within it; choose another folder for the output", out, in)
	}
	if len(entries) > 0 {
		return fmt.Errorf("%s is not empty (%s is in it); choose another folder, or empty this one if it is what a killed command left", out, entries[0].Name())
	}
	return nil
}

// within tells whether path is dir or below it; path need not exist.
func within(path, dir string) bool {
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return false
	}
	if root, err = filepath.Abs(root); err != nil {
		return false
	}
	if path, err = filepath.Abs(path); err != nil {
		return false
	}
	rest := ""
	for {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			rel, err := filepath.Rel(root, filepath.Join(real, rest))
			return err == nil && (rel == "." || filepath.IsLocal(rel))
		}
		if filepath.Dir(path) == path {
			return false
		}
		rest = filepath.Join(filepath.Base(path), rest)
		path = filepath.Dir(path)
	}
}

// outputFolder is a folder that this process fills.
type outputFolder struct {
	dir  string
	made []string // folders that were made, outermost first
}

// claimOutput makes the folder for positions. Of two processes that do so at the
// same time one fails.
func claimOutput(dir string) (*outputFolder, error) {
	f := &outputFolder{dir: dir}
	for missing := filepath.Clean(dir); ; missing = filepath.Dir(missing) {
		if _, err := os.Lstat(missing); err == nil || missing == filepath.Dir(missing) {
			break
		}
		f.made = append([]string{missing}, f.made...)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		f.abandon()
		return nil, fmt.Errorf("%s can't be used as an output folder: %w", dir, err)
	}
	if err := os.Mkdir(filepath.Join(dir, string(Positions)), 0o777); err != nil {
		return nil, fmt.Errorf("%s can't be used as an output folder: %w", dir, err)
	}
	return f, nil
}

// abandon removes what was written and the folders that were made for it.
func (f *outputFolder) abandon() {
	// Only what [WritePositions] puts there: the folder was empty before.
	os.RemoveAll(filepath.Join(f.dir, string(Positions)))
	for i := len(f.made) - 1; i >= 0; i-- {
		os.Remove(f.made[i]) // fails, as it should, if it is not empty
	}
}
