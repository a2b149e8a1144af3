package datasets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"

	"damalab/internal/atomicfile"
)

// How an output comes into being
//
// A folder that is being filled holds a marker, .dama-unfinished, from before the
// first file until the end. The end is one step: the marker gets the content of
// the last file (the manifest, or a split's certificate) and is renamed to it. So
// a kill leaves either the marker and no last file, or the whole output.
//
//	empty                     may be filled
//	marker, no last file      a killed command's: its files are removed, the work is done again
//	anything else             somebody's: refused, nothing is touched
//
// A lock keeps two processes from filling one folder. Beside the marker only file
// names that these commands use are removed; any other name is refused.

const (
	unfinishedName = ".dama-unfinished"
	unfinishedText = "A dama command is filling this folder, or was killed while it did. The same command does it again.\n"
)

// ownFile matches the paths of what these commands write before the last file;
// the first group is the folder of a part of a split.
var ownFile = regexp.MustCompile(`^((train|validation|test)/)?(games|positions|puzzles)/(ruleset=[^/]+/)?shard-[0-9]{5,}\.parquet$` +
	`|^(train|validation|test)/manifest\.json$` +
	`|^[KM]+v[KM]+\.parquet$` +
	`|^((train|validation|test)/)?` + InputsFolder + `/` + inputNames + `$`)

// workFolder is an output folder that this process fills.
type workFolder struct {
	dir     string
	last    string   // the name of the file that is written last
	made    []string // folders that were made for it, outermost first
	release func() error
}

// fillFolder makes an output folder: work writes everything into it but the last
// file, whose content it returns. After an error nothing stays of what was written.
func fillFolder(out, last string, inputs []string, work func(w *workFolder) (content []byte, err error)) error {
	w, err := claimFolder(out, last, inputs)
	if err != nil {
		return err
	}
	content, err := work(w)
	if err == nil {
		err = w.finish(content)
	}
	if err != nil {
		w.abandon()
		return err
	}
	return w.release()
}

// claimFolder makes the output folder ready to be filled. It must be new, empty
// or a killed command's, and neither an input nor inside one nor around one.
func claimFolder(dir, last string, inputs []string) (*workFolder, error) {
	w := &workFolder{dir: dir, last: last}
	for _, in := range inputs {
		if IsWithin(dir, in) || IsWithin(in, dir) {
			return nil, fmt.Errorf("the output %s and the input %s are the same folder, or one is inside the other; choose another output", dir, in)
		}
	}
	if err := w.check(); err != nil {
		return nil, err
	}
	w.made = missingFolders(dir)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		w.removeMade()
		return nil, fmt.Errorf("%s can't be used as an output folder: %w", dir, err)
	}
	release, err := Lock(dir)
	if err != nil {
		return nil, err
	}
	w.release = release
	err = w.check() // again: another process may have just finished
	if err == nil {
		err = atomicfile.WriteBytes(filepath.Join(dir, unfinishedName), 0o666, []byte(unfinishedText))
	}
	if err == nil {
		err = w.clear()
	}
	if err != nil {
		return nil, errors.Join(err, release())
	}
	return w, nil
}

// finish writes the last file and so makes the output whole.
func (w *workFolder) finish(content []byte) error {
	marker := filepath.Join(w.dir, unfinishedName)
	err := atomicfile.WriteBytes(marker, 0o666, content)
	if err == nil {
		err = atomicfile.Move(marker, filepath.Join(w.dir, w.last))
	}
	return err
}

// abandon removes what was written and the folders that were made for it.
func (w *workFolder) abandon() {
	// What can't be removed stays under the marker, for the next run to remove.
	if w.clear() == nil {
		os.Remove(filepath.Join(w.dir, unfinishedName))
	}
	// Removed while it is held, so that whoever waits for it finds no folder.
	os.Remove(filepath.Join(w.dir, LockName))
	w.removeMade()
	_ = w.release()
}

func (w *workFolder) removeMade() {
	for _, dir := range slices.Backward(w.made) {
		os.Remove(dir) // fails, as it should, if it is not empty
	}
}

// check refuses a folder that is somebody's.
func (w *workFolder) check() error {
	info, err := os.Stat(w.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%s can't be used as an output folder: %w", w.dir, err)
	case !info.IsDir():
		return fmt.Errorf("%s is a file; the output needs a folder", w.dir)
	}
	_, err = os.Lstat(filepath.Join(w.dir, unfinishedName))
	unfinished := err == nil
	return w.walk(func(name string, dir bool) error {
		switch {
		case name == LockName || name == unfinishedName || !dir && atomicfile.IsTemp(name):
		case unfinished && (dir || isOwnFile(name)):
		default:
			return fmt.Errorf("%s is not empty: %s is in it; choose another folder, or empty this one", w.dir, name)
		}
		return nil
	})
}

// isOwnFile tells whether a path inside the folder is one that a command which was
// killed leaves beside the marker.
func isOwnFile(name string) bool {
	return ownFile.MatchString(name) || atomicfile.IsTemp(path.Base(name))
}

// clear removes what was written; the lock and the marker stay, and so does what
// somebody has put here meanwhile.
func (w *workFolder) clear() error {
	var folders []string
	err := w.walk(func(name string, dir bool) error {
		full := filepath.Join(w.dir, filepath.FromSlash(name))
		switch {
		case dir:
			folders = append(folders, full)
		case name == w.last || isOwnFile(name):
			return os.Remove(full)
		}
		return nil
	})
	for _, folder := range slices.Backward(folders) {
		os.Remove(folder) // fails, as it should, if it is not empty
	}
	return err
}

// walk visits everything below the folder, with its path inside it in slashes.
func (w *workFolder) walk(visit func(name string, dir bool) error) error {
	return fs.WalkDir(os.DirFS(w.dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		return visit(name, entry.IsDir())
	})
}

// missingFolders lists the folders that making dir would make, outermost first.
func missingFolders(dir string) []string {
	var missing []string
	for dir = filepath.Clean(dir); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); err == nil || dir == filepath.Dir(dir) {
			slices.Reverse(missing)
			return missing
		}
		missing = append(missing, dir)
	}
}
