package selfplay

import (
	"bytes"
	"os"
	"path/filepath"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
	"damalab/internal/atomicfile"
)

// files lists the material with the names under which it is kept in a dataset's
// [datasets.InputsFolder]: so a run can be taken up again, and a lost shard be made
// again, from the dataset alone.
func (m *Material) files(s *Spec) (map[string][]byte, error) {
	white, err := m.White.Encode()
	if err != nil {
		return nil, err
	}
	black, err := m.Black.Encode()
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{
		"weights-" + s.Weights.White + ".json": white,
		"weights-" + s.Weights.Black + ".json": black,
	}
	if m.Openings != nil {
		files["openings-"+s.Opening.File+".txt"] = m.Openings
	}
	if m.Positions != nil {
		files["positions-"+s.Positions.File+".txt"] = m.Positions
	}
	return files, nil
}

// save keeps the material in a dataset's folder.
func (m *Material) save(dir string, s *Spec) error {
	files, err := m.files(s)
	if err != nil {
		return err
	}
	folder := filepath.Join(dir, datasets.InputsFolder)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for name, text := range files {
		path := filepath.Join(folder, name)
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text) {
			continue
		}
		if err := atomicfile.WriteBytes(path, 0o666, text); err != nil {
			return err
		}
	}
	return nil
}

// LoadMaterial reads the material of the run in a dataset's folder. Endgame tables
// are not kept there, so the caller has them: nil if the run has none.
func LoadMaterial(dir string, s *Spec, rules dama.Ruleset, tables Endgames) (*Material, error) {
	m := &Material{Rules: rules, Endgames: tables}
	folder := filepath.Join(dir, datasets.InputsFolder)
	var err error
	if m.White, err = eval.ReadFile(filepath.Join(folder, "weights-"+s.Weights.White+".json")); err != nil {
		return nil, err
	}
	if m.Black, err = eval.ReadFile(filepath.Join(folder, "weights-"+s.Weights.Black+".json")); err != nil {
		return nil, err
	}
	if s.Opening.File != "" {
		if m.Openings, err = os.ReadFile(filepath.Join(folder, "openings-"+s.Opening.File+".txt")); err != nil {
			return nil, err
		}
	}
	if s.Positions.File != "" {
		if m.Positions, err = os.ReadFile(filepath.Join(folder, "positions-"+s.Positions.File+".txt")); err != nil {
			return nil, err
		}
	}
	return m, m.prepare(s)
}
