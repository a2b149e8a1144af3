package selfplay

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"damalab/dama"
	"damalab/eval"
	"damalab/search"
)

// Material is what games are played with and a [Spec] knows by digest only.
type Material struct {
	Rules        dama.Ruleset
	White, Black *eval.Weights
	// Openings and Positions are the texts of the files that the spec names;
	// nil where it names none. See [ParseOpenings] and [ParsePositions].
	Openings, Positions []byte
	// Endgames are the tables that the search and the adjudication ask; nil
	// for none. Whoever has opened them closes them.
	Endgames Endgames

	lines     [][]dama.Move   // what the games begin with, each from the usual start
	positions []dama.Position // the parsed Positions
}

// Endgames are tables of exact results on which games depend; [endgame.Tables] are
// such.
type Endgames interface {
	search.Endgames
	// Digest identifies the tables.
	Digest() string
	// Err returns the first fault met while asking; nil if there was none. A
	// game that could depend on a fault is never stored.
	Err() error
}

// checkEndgames compares the tables with the spec's digest.
func (m *Material) checkEndgames(want string) error {
	have := ""
	if m.Endgames != nil {
		have = m.Endgames.Digest()
	}
	switch {
	case want == have:
		return nil
	case have == "":
		return fmt.Errorf("the games are played with endgame tables (digest %.16s), which are not kept with them; name the same tables with --endgame", want)
	case want == "":
		return fmt.Errorf("the games are played without endgame tables, and some are given (digest %.16s); leave --endgame away", have)
	}
	return fmt.Errorf("the games are played with other endgame tables (digest %.16s) than those given (%.16s); name the same with --endgame", want, have)
}

// prepare parses the texts and compares everything with the spec's digests.
func (m *Material) prepare(s *Spec) (err error) {
	for _, d := range []struct{ what, want, have string }{
		{"rules", s.RulesetDigest, m.Rules.Digest()},
		{"weights for White", s.Weights.White, m.White.Digest()},
		{"weights for Black", s.Weights.Black, m.Black.Digest()},
		{"openings", s.Opening.File, TextDigest(m.Openings)},
		{"positions", s.Positions.File, TextDigest(m.Positions)},
	} {
		if d.want != d.have {
			return fmt.Errorf("the spec names other %s (%s) than those given (%s)", d.what, orNothing(d.want), orNothing(d.have))
		}
	}
	for _, w := range []*eval.Weights{m.White, m.Black} {
		if w.Ruleset != eval.AnyRuleset && w.Ruleset != m.Rules.Name {
			return fmt.Errorf("weights: they are for the ruleset %q, not %q", w.Ruleset, m.Rules.Name)
		}
	}
	if err := m.checkEndgames(s.Adjudication.Endgames); err != nil {
		return err
	}
	if err := m.setLines(s); err != nil {
		return fmt.Errorf("openings: %w", err)
	}
	if m.positions, err = ParsePositions(m.Rules.Facts, m.Positions); err != nil {
		return fmt.Errorf("positions: %w", err)
	}
	for _, line := range m.lines {
		if plies := len(line) + s.Opening.MaxPlies; plies >= s.Guards.PlyLimit {
			return fmt.Errorf("an opening of %d plies and guards.ply_limit = %d leave nothing to play", plies, s.Guards.PlyLimit)
		}
	}
	return nil
}

// setLines sets what the games begin with, as the spec's policy has it.
func (m *Material) setLines(s *Spec) (err error) {
	m.lines = [][]dama.Move{nil}
	switch s.Opening.Policy {
	case FileOpenings:
		m.lines, err = ParseOpenings(m.Rules.Facts, m.Openings)
	case EnumeratedOpenings:
		all := Enumerate(m.Rules.Facts, s.Opening.Plies)
		Shuffle(all, s.Seed)
		m.lines = make([][]dama.Move, len(all))
		for i, l := range all {
			m.lines[i] = l.Moves
		}
	}
	return err
}

func orNothing(digest string) string { return cmp.Or(digest, "none") }

// checkEnough refuses to play more games than there are different beginnings.
// Where plies at random follow, the beginnings can't be counted beforehand, and
// repeats are counted as they come.
func (m *Material) checkEnough(s *Spec, games int) error {
	if n := len(m.lines); s.Opening.MaxPlies == 0 && float64(games)*(1-s.Positions.Share) > float64(n) {
		return fmt.Errorf("games = %d: there are only %d openings, and games that begin alike go on alike; ask for at most %d games, or set opening.max_plies", games, n, n)
	}
	if n := len(m.positions); s.Positions.Share > 0 && s.Positions.MaxPlies == 0 && float64(games)*s.Positions.Share > float64(n) {
		return fmt.Errorf("games = %d: a share of %v of them begins at only %d positions, and games that begin alike go on alike; lower positions.share, or set positions.max_plies", games, s.Positions.Share, n)
	}
	return nil
}

// TextDigest is the SHA-256, in hex, of a text; empty for nil.
func TextDigest(text []byte) string {
	if text == nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
