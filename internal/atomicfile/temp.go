package atomicfile

import (
	"os"
	"path/filepath"
)

// CreateTemp makes a new, empty file in dir, open for reading and writing, under
// a name that [Clean] takes for a leftover: scratch space that a kill may leave
// behind. The caller closes and removes it.
func CreateTemp(dir, base string) (*os.File, error) {
	f, err := createTemp(filepath.Join(dir, base), os.O_RDWR, 0o600)
	if err != nil {
		return nil, stepError(filepath.Join(dir, base), "create temporary file", err)
	}
	return f, nil
}

// Move renames a file that is safely on disk within its folder, replacing what
// stands under the new name, and syncs the folder: a power cut leaves it under
// one of the two names.
func Move(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return stepError(to, "rename", err)
	}
	if err := syncFolder(filepath.Dir(to)); err != nil {
		return stepError(to, "sync folder", err)
	}
	return nil
}
