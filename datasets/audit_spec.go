package datasets

import (
	"encoding/json"
	"fmt"

	"damalab/dama"
)

// auditSpec is what an audit understands of a manifest's spec. A spec belongs to
// whoever made the dataset, so everything in it may be missing.
type auditSpec struct {
	// selfPlay tells that the games are those of one run of self-play: each then
	// has an identity that follows from the spec's digest and its number.
	selfPlay     bool
	digest       string         // of the spec of the run
	reach        map[string]int // see tablesIn
	guards       *auditGuards
	adjudication *auditAdjudication
	opening      *auditOpening
	positions    *auditOpening
	record       auditRecord
	weights      auditSides
	ruleset      string // the digest
	shardGames   int64  // 0 if it is not known
}

// auditGuards are the spec's guards; a number of 0 is none.
type auditGuards struct {
	PlyLimit     int `json:"ply_limit"`
	StalledPlies int `json:"stalled_plies"`
}

// auditAdjudication is how the spec ends games early; a number of plies of 0 is
// never.
type auditAdjudication struct {
	WinScore  int    `json:"win_score"`
	WinPlies  int    `json:"win_plies"`
	DrawScore int    `json:"draw_score"`
	DrawPlies int    `json:"draw_plies"`
	DrawFrom  int    `json:"draw_from"`
	Endgames  string `json:"endgames"`
}

// auditOpening is how the first moves are drawn: from the usual start, or from
// given positions, which a share of the games begins at.
type auditOpening struct {
	Policy   string  `json:"policy"`
	Plies    int     `json:"plies"`
	MaxPlies int     `json:"max_plies"`
	Share    float64 `json:"share"`
}

// auditRecord is what is kept of the searches; nil where the spec does not say.
type auditRecord struct {
	Scores *bool `json:"scores"`
	Depths *bool `json:"depths"`
	Nodes  *bool `json:"nodes"`
}

// auditSides is the digests of the sides' weights.
type auditSides struct {
	White string `json:"white"`
	Black string `json:"black"`
}

// digest is what manifests say of the weights: one digest, or White's and Black's.
func (s auditSides) digest() string {
	if s.White == s.Black {
		return s.White
	}
	return s.White + " " + s.Black
}

// readAuditSpec reads the spec of a manifest. What the spec of a run says of its
// games holds for them when they are rescored, too.
func readAuditSpec(m *Manifest) auditSpec {
	run := sourceOf(m)
	for r := rescoredOf(run.Spec); r != nil; r = rescoredOf(run.Spec) {
		run = r.Of
	}
	s := readRunSpec(run.Spec)
	s.digest, s.reach = run.SpecDigest, tablesIn(m.Spec)
	return s
}

func readRunSpec(spec json.RawMessage) (s auditSpec) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(spec, &fields) != nil {
		return s // any JSON is a spec
	}
	var seed, nodes uint64
	s.selfPlay = field(fields, "seed", &seed) && field(fields, "nodes", &nodes)
	field(fields, "weights", &s.weights)
	field(fields, "ruleset_digest", &s.ruleset)
	field(fields, "record", &s.record)
	field(fields, "shard_games", &s.shardGames)
	if o := (auditOpening{}); field(fields, "opening", &o) {
		s.opening = &o
	}
	if p := (auditOpening{}); field(fields, "positions", &p) {
		s.positions = &p
	}
	if g := (auditGuards{}); field(fields, "guards", &g) {
		s.guards = &g
	}
	if a := (auditAdjudication{}); field(fields, "adjudication", &a) {
		s.adjudication = &a
	}
	return s
}

// field reads one field of a spec; it tells whether it is there and of the
// wanted form.
func field[T any](fields map[string]json.RawMessage, name string, to *T) bool {
	data, ok := fields[name]
	return ok && string(data) != "null" && json.Unmarshal(data, to) == nil
}

// manifest checks the manifest against itself and looks for files that it does
// not list. The error is about the folder.
func (a *auditor) manifest() error {
	m := a.data.Manifest
	part := &auditPart{file: ManifestName}
	if digest, _, err := SpecDigest(m.Spec); err != nil {
		part.fileProblem(FileMetadata, "spec", "%v", err)
	} else if digest != m.SpecDigest {
		part.fileProblem(FileMetadata, "spec_digest", "%s, but the spec's digest is %s", m.SpecDigest, digest)
	} else if _, err := sourcesOf(m); err != nil && rescoredOf(m.Spec) != nil {
		part.fileProblem(FileMetadata, "spec", "%v", err)
	}
	if err := m.Ruleset.Facts.Validate(); err != nil {
		part.fileProblem(FileMetadata, "ruleset", "%v", err)
	}
	if named, err := dama.FindRuleset(m.Ruleset.Name); err == nil && named.Digest() != m.RulesetDigest {
		part.note("ruleset-facts", "the ruleset %s of this dataset is not that of this program; the dataset's own is used", m.Ruleset.Name)
	}
	if a.spec.selfPlay {
		part.sameAsSpec("weights_digest", m.WeightsDigest, a.spec.weights.digest())
		part.sameAsSpec("ruleset_digest", m.RulesetDigest, a.spec.ruleset)
	}
	listed := map[string]bool{}
	for _, info := range m.Files {
		listed[info.Path] = true
	}
	unlisted, err := unlistedFiles(a.data.Dir, listed)
	if err != nil {
		return fmt.Errorf("%s: %w", a.data.Dir, err)
	}
	for _, p := range unlisted {
		part.add(Finding{File: p.File, Problem: p.Kind, Detail: p.Detail})
	}
	a.report.add(part)
	return a.tell(part)
}

// sameAsSpec compares a digest of the manifest with the spec's, if that has one.
func (p *auditPart) sameAsSpec(field, manifest, spec string) {
	if spec != "" && spec != manifest {
		p.fileProblem(FileMetadata, field, "%q, but the spec says %q", manifest, spec)
	}
}
