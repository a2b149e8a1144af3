package datasets

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// Split returns which part of split data the dataset is, such as "train", or
// nothing if it is no part of a split. The spec says it: its key "split" is the
// part's name, or an object whose key "part" is.
func (m *Manifest) Split() string {
	var spec struct {
		Split json.RawMessage `json:"split"`
	}
	if json.Unmarshal(m.Spec, &spec) != nil || len(spec.Split) == 0 {
		return ""
	}
	var name string
	if json.Unmarshal(spec.Split, &name) == nil {
		return name
	}
	var split struct {
		Part string `json:"part"`
	}
	if json.Unmarshal(spec.Split, &split) != nil {
		return ""
	}
	return split.Part
}

// splitFolders returns the folders of the parts of the split in dir; none if there
// is no split.
func splitFolders(dir string) (parts []string) {
	if _, err := os.Stat(filepath.Join(dir, CertificateName)); err != nil {
		return nil
	}
	for _, name := range partNames() {
		parts = append(parts, filepath.Join(dir, name))
	}
	return parts
}
