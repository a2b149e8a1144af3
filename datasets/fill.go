package datasets

// FillFolder makes a dataset in the folder out, whole or not at all: work writes
// its files and returns the manifest, which is written last. The folder must be
// new, empty, or left by a command that was killed while it filled it; it is
// neither one of the input folders nor inside or around one. After an error
// nothing stays of what was written.
func FillFolder(out string, inputs []string, work func() (*Manifest, error)) error {
	return fillFolder(out, ManifestName, inputs, func(*workFolder) ([]byte, error) {
		m, err := work()
		if err != nil {
			return nil, err
		}
		return m.encode()
	})
}

// CheckOutputFile says why a file can't be written: because it lies within the
// folder in, or because something is there already ([ErrExists]) that is not to be
// replaced or can't be.
func CheckOutputFile(path, in string, force bool) error { return checkExportFile(path, in, force) }
