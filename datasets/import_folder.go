package datasets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// importFolder is the output folder with what this import has made in it, so that
// just that can be taken away again.
type importFolder struct {
	dir   string
	made  []string // folders, the outer ones first
	files []string // shards and the manifest, of which the last may not be there
}

// newImportFolder makes the folder and its folder of games. What is there and no
// empty folder is refused.
func newImportFolder(dir string) (*importFolder, error) {
	f := &importFolder{dir: dir}
	if err := checkEmptyFolder(dir); err != nil {
		return nil, err
	}
	if err := f.makeAll(filepath.Clean(dir)); err != nil {
		return nil, errors.Join(err, f.remove())
	}
	// Another import into the same folder may have come first: this Mkdir is
	// what decides between the two.
	games := filepath.Join(dir, string(Games))
	if err := os.Mkdir(games, 0o777); err != nil {
		return nil, errors.Join(err, f.remove())
	}
	f.made = append(f.made, games)
	return f, nil
}

func checkEmptyFolder(dir string) error {
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is a file; the output needs a folder", dir)
	}
	entries, err := os.ReadDir(dir)
	if err == nil && len(entries) > 0 {
		err = fmt.Errorf("%s: the folder is not empty (%s); choose another, or an empty one", dir, entries[0].Name())
	}
	return err
}

// makeAll makes a folder and those around it, and remembers which were missing.
func (f *importFolder) makeAll(dir string) error {
	if _, err := os.Stat(dir); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if outer := filepath.Dir(dir); outer != dir {
		if err := f.makeAll(outer); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	f.made = append(f.made, dir)
	return nil
}

// remove takes away what was made. A folder into which somebody else has put
// something stays.
func (f *importFolder) remove() error {
	for _, file := range f.files {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for i := len(f.made) - 1; i >= 0; i-- {
		if os.Remove(f.made[i]) != nil {
			break // it is not empty, and so are those around it
		}
	}
	return nil
}
