package datasets

import "errors"

// CheckFile compares one file of the dataset in dir with its entry in the
// manifest: size and checksum. The error names the file and the difference.
func CheckFile(dir string, info FileInfo) error {
	if p, found := checkFile(dir, info); found {
		return errors.New(p.String())
	}
	return nil
}
