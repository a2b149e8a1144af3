package datasets

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"damalab/internal/atomicfile"
)

// InputsFolder is the folder within a dataset of self-play that keeps what its games
// were played with, each file under the digest that the spec has.
const InputsFolder = "inputs"

// inputNames matches the names of the files in it: what it is, and its digest.
const inputNames = `[a-z]+-[0-9a-f]{64}\.(json|txt)`

var inputName = regexp.MustCompile(`^` + inputNames + `$`)

// copyInputs copies what the games of parts of one run, or of the run that is split, were played with into the
// dataset in out. A name stands for one content, so two files of one name that
// differ are an error.
func copyInputs(out string, parts []*Dataset) error {
	from := map[string]string{} // by name
	for _, d := range parts {
		folder := filepath.Join(d.Dir, InputsFolder)
		entries, err := os.ReadDir(folder)
		if errors.Is(err, fs.ErrNotExist) {
			continue // games are games without it too
		}
		if err != nil {
			return err
		}
		for _, e := range entries {
			if !inputName.MatchString(e.Name()) {
				continue
			}
			if err := copyInput(out, filepath.Join(folder, e.Name()), from); err != nil {
				return err
			}
		}
	}
	return nil
}

// copyInput copies one file, unless one of its name was copied before.
func copyInput(out, file string, from map[string]string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	name := filepath.Base(file)
	copied := filepath.Join(out, InputsFolder, name)
	if first, there := from[name]; there {
		before, err := os.ReadFile(copied)
		if err == nil && !bytes.Equal(before, content) {
			err = fmt.Errorf("%s and %s have one name, which is that of their content, and differ; one of them is damaged", first, file)
		}
		return err
	}
	from[name] = file
	if err := os.MkdirAll(filepath.Dir(copied), 0o777); err != nil {
		return err
	}
	return atomicfile.WriteBytes(copied, 0o666, content)
}
