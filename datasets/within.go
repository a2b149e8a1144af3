package datasets

import "path/filepath"

// IsWithin tells whether path is dir or below it, by whatever links it is
// reached. The path need not exist.
func IsWithin(path, dir string) bool {
	root, err := realPath(dir)
	if err != nil {
		return false
	}
	path, err = realPath(path)
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(root, path)
	return err == nil && filepath.IsLocal(rel)
}

// realPath is the absolute path without links; of a path that does not exist, the
// part that does is looked up.
func realPath(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	for rest := ""; ; {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return filepath.Join(real, rest), nil
		}
		parent := filepath.Dir(path)
		if parent == path {
			return filepath.Join(path, rest), nil
		}
		path, rest = parent, filepath.Join(filepath.Base(path), rest)
	}
}
