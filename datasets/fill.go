package datasets

// FillFolder makes a dataset in the folder out, whole or not at all: work writes
// its files and returns the manifest, which is written last. The folder must be
// new, empty, or left by a command that was killed while it filled it; it is
// neither one of the input folders nor inside or around one. After an error
// nothing stays of what was written.
//
// If journal is not empty it names a file in the folder that is left alone while
// the work goes on, after a kill and after an error, for the next run to go on
// with: it is the work that writes it, reads it, and removes it if nobody can go
// on with it. It is gone when the manifest is there. A folder with one is refused
// to all who know of no such file.
func FillFolder(out string, inputs []string, journal string, work func() (*Manifest, error)) error {
	w := &workFolder{dir: out, last: ManifestName, journal: journal}
	return w.fill(inputs, func(*workFolder) ([]byte, error) {
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
