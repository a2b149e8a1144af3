package datasets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ProblemKind is what is wrong with a file of a dataset.
type ProblemKind string

// A listed file is not there; it has another size, or other bytes of the same
// size; it cannot be read; or a Parquet file is there that the manifest does
// not list.
const (
	FileMissing    ProblemKind = "missing"
	FileSize       ProblemKind = "size"
	FileChecksum   ProblemKind = "checksum"
	FileUnreadable ProblemKind = "unreadable"
	FileUnlisted   ProblemKind = "unlisted"
)

// Problem is one way in which a dataset differs from its manifest.
type Problem struct {
	File   string // relative to the folder, with slashes
	Kind   ProblemKind
	Detail string // one line: what was found and what was expected
}

// String returns the problem as one line.
func (p Problem) String() string { return fmt.Sprintf("%s: %s: %s", p.File, p.Kind, p.Detail) }

// CheckFiles compares the files of the dataset in dir with its manifest and
// returns every difference: those of listed files in the manifest's order, then
// unlisted Parquet files by name. It reads every byte of every file. The error
// is about the manifest or the folder itself.
func CheckFiles(dir string) ([]Problem, error) {
	m, err := LoadManifest(dir)
	if err != nil {
		return nil, err
	}
	var problems []Problem
	listed := map[string]bool{}
	for _, info := range m.Files {
		listed[info.Path] = true
		if p, found := checkFile(dir, info); found {
			problems = append(problems, p)
		}
	}
	unlisted, err := unlistedFiles(dir, listed)
	return append(problems, unlisted...), err
}

// CheckFile compares one file of the dataset in dir with its entry in the
// manifest: size and checksum. The error names the file and the difference.
func CheckFile(dir string, info FileInfo) error {
	if p, found := checkFile(dir, info); found {
		return errors.New(p.String())
	}
	return nil
}

// checkFile compares one file with its entry.
func checkFile(dir string, info FileInfo) (p Problem, found bool) {
	problem := func(kind ProblemKind, format string, args ...any) (Problem, bool) {
		return Problem{File: info.Path, Kind: kind, Detail: fmt.Sprintf(format, args...)}, true
	}
	name := filepath.Join(dir, filepath.FromSlash(info.Path))
	stat, err := statRegular(name)
	if errors.Is(err, fs.ErrNotExist) {
		return problem(FileMissing, "the manifest lists it, with %d rows", info.Rows)
	}
	if errors.Is(err, errNotRegular) {
		return problem(FileUnreadable, "%v", errNotRegular)
	}
	if err != nil {
		return problem(FileUnreadable, "%v", err)
	}
	if stat.Size() != info.Bytes {
		return problem(FileSize, "%d bytes instead of %d", stat.Size(), info.Bytes)
	}
	_, digest, err := fileDigest(name)
	if err != nil {
		return problem(FileUnreadable, "%v", err)
	}
	if digest != info.SHA256 {
		return problem(FileChecksum, "SHA-256 %s instead of %s", digest, info.SHA256)
	}
	return Problem{}, false
}

// unlistedFiles finds the Parquet files in the folders of the three kinds that
// are not listed, in the order of their names. Hidden files are none of ours:
// they are what a writer is at work on.
func unlistedFiles(dir string, listed map[string]bool) ([]Problem, error) {
	var problems []Problem
	for _, kind := range []Kind{Games, Positions, Puzzles} {
		err := fs.WalkDir(os.DirFS(dir), string(kind), func(name string, entry fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // a dataset need not have all kinds
			}
			if err != nil {
				return err
			}
			if entry.IsDir() || listed[name] || !strings.HasSuffix(name, ".parquet") || strings.HasPrefix(entry.Name(), ".") {
				return nil
			}
			problems = append(problems, Problem{File: name, Kind: FileUnlisted, Detail: "the manifest does not list it"})
			return nil
		})
		if err != nil {
			return problems, err
		}
	}
	return problems, nil
}
