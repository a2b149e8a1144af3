package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"damalab/datasets"
	"damalab/eval"
	"damalab/selfplay"
)

// What a dataset's spec says, for people. Specs of later programs, and of others, may
// have another form; they are said to be unknown, or shown as they are.

// originSpec has the parts by which the specs of derived datasets are told apart.
type originSpec struct {
	Import *struct {
		Files []struct {
			Games int64 `json:"games"`
		} `json:"files"`
	} `json:"import"`
	Merged []originSource `json:"merged"`
	Split  *originSplit   `json:"split"`
	// Rescored are the games of another dataset with exact results.
	Rescored *struct {
		Of     originSource          `json:"of"`
		Tables []datasets.TablesUsed `json:"tables"`
	} `json:"rescored"`
	Dedup *struct {
		Of originSource `json:"of"`
	} `json:"dedup"`
	Positions *struct {
		Of string `json:"of"`
		// Filter is empty where all positions were taken.
		Filter datasets.PositionFilter `json:"filter"`
	} `json:"positions"`
}

// originSource is a dataset that another one was made from.
type originSource struct {
	Spec  json.RawMessage `json:"spec"`
	Games int64           `json:"games"`
}

// originSplit is the part of a split; where a spec has no more than its name, that.
type originSplit struct {
	Part string       `json:"part"`
	Of   originSource `json:"of"`
}

// UnmarshalJSON takes the object, or a name alone.
func (s *originSplit) UnmarshalJSON(text []byte) error {
	if json.Unmarshal(text, &s.Part) == nil {
		return nil
	}
	type object originSplit
	return json.Unmarshal(text, (*object)(s))
}

// originText says in a sentence how a dataset was made.
func originText(spec json.RawMessage) string {
	var run selfplay.Spec
	if json.Unmarshal(spec, &run) == nil && run.Nodes > 0 {
		return runText(&run)
	}
	var s originSpec
	if json.Unmarshal(spec, &s) != nil {
		return cut(string(spec))
	}
	switch {
	case s.Import != nil:
		games := int64(0)
		for _, f := range s.Import.Files {
			games += f.Games
		}
		return fmt.Sprintf("imported from %s with %s", counted(len(s.Import.Files), "PDN file"), counted(games, "game"))
	case len(s.Merged) > 0:
		var parts []string
		for _, of := range s.Merged {
			parts = append(parts, fmt.Sprintf("%s of %s", counted(of.Games, "game"), originText(of.Spec)))
		}
		return cut(fmt.Sprintf("merged from %s: %s", counted(len(s.Merged), "run"), strings.Join(parts, "; ")))
	case s.Rescored != nil:
		var sets []string
		for _, t := range s.Rescored.Tables {
			sets = append(sets, fmt.Sprintf("up to %d pieces (%s)", t.Pieces, short(t.Digest)))
		}
		return cut(fmt.Sprintf("with exact results by endgame tables of %s, of: %s", strings.Join(sets, ", "), originText(s.Rescored.Of.Spec)))
	case s.Dedup != nil:
		return "each position once, of: " + originText(s.Dedup.Of.Spec)
	case s.Positions != nil:
		return positionsText(s.Positions.Of, s.Positions.Filter)
	case s.Split != nil && s.Split.Of.Spec != nil:
		return fmt.Sprintf("the part %s of a split of %s of %s", s.Split.Part, counted(s.Split.Of.Games, "game"), originText(s.Split.Of.Spec))
	}
	return cut(string(spec))
}

// cut shortens text that has no end.
func cut(text string) string {
	const most = 400
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// positionsText names the games by their spec's digest, and what was left out.
func positionsText(of string, filter datasets.PositionFilter) string {
	text := "positions of the games of spec " + short(of)
	if rules, err := json.Marshal(filter); err == nil && string(rules) != "{}" {
		text += ", chosen by " + strings.NewReplacer(`"`, "", "{", "", "}", "", ":true", "", ":", " ", ",", ", ").Replace(string(rules))
	}
	return text
}

// runText says how the games of a run of self-play are played.
func runText(s *selfplay.Spec) string {
	parts := []string{fmt.Sprintf("self-play of %s nodes a move, seed %d", thousands(s.Nodes), s.Seed)}
	if s.Cheap.Share > 0 {
		parts = append(parts, fmt.Sprintf("%s of the moves %s nodes", shareText(s.Cheap.Share), thousands(s.Cheap.Nodes)))
	}
	if s.Engine != "" {
		parts = append(parts, "engine "+s.Engine)
	}
	parts = append(parts, openingText(&s.Opening)...)
	if p := s.Positions; p.Share > 0 {
		parts = append(parts, fmt.Sprintf("%s of the games from given positions (file %s)", shareText(p.Share), short(p.File)))
	}
	parts = append(parts, adjudicationText(&s.Adjudication)...)
	if g := s.Guards; g.PlyLimit > 0 {
		parts = append(parts, fmt.Sprintf("stopped after %d plies or %d without progress", g.PlyLimit, g.StalledPlies))
	}
	return strings.Join(parts, ", ")
}

func openingText(o *selfplay.Opening) (parts []string) {
	switch o.Policy {
	case selfplay.EnumeratedOpenings:
		parts = append(parts, fmt.Sprintf("openings: all positions after %s", plies(o.Plies)))
	case selfplay.FileOpenings:
		parts = append(parts, fmt.Sprintf("openings from a file (%s)", short(o.File)))
	}
	if o.MaxPlies > 0 {
		what := "openings of"
		if parts != nil {
			what = "then"
		}
		parts = append(parts, fmt.Sprintf("%s %d to %d drawn plies", what, o.MinPlies, o.MaxPlies))
	}
	if o.Balance > 0 {
		parts = append(parts, fmt.Sprintf("at most %s men apart", menText(o.Balance)))
	}
	return parts
}

func adjudicationText(a *selfplay.Adjudication) (parts []string) {
	if a.WinPlies > 0 {
		parts = append(parts, fmt.Sprintf("adjudicated at %s men for %s", menText(a.WinScore), plies(a.WinPlies)))
	}
	if a.DrawPlies > 0 {
		parts = append(parts, fmt.Sprintf("drawn within %s men for %s from ply %d on", menText(a.DrawScore), plies(a.DrawPlies), a.DrawFrom))
	}
	if a.Endgames != "" {
		parts = append(parts, "adjudicated by endgame tables "+short(a.Endgames))
	}
	return parts
}

// menText writes hundredths of a man as men, without a sign: 8, 1.2.
func menText(hundredths int) string { return fmt.Sprint(float64(hundredths) / 100) }

// shareText writes a share in words where there is a plain one.
func shareText(share float64) string {
	switch share {
	case 0.25:
		return "a quarter"
	case 0.5:
		return "half"
	case 0.75:
		return "three quarters"
	case 1:
		return "all"
	}
	return fmt.Sprintf("%.4g %%", 100*share)
}

// weightsText names weights by their digests, one or White's and Black's.
func weightsText(digests string) string {
	var names []string
	for _, d := range strings.Fields(digests) {
		names = append(names, digestName(d))
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, " and ")
}

// digestName is a digest of weights, cut to be read.
func digestName(digest string) string {
	if strings.HasPrefix(eval.Default().Digest(), digest) {
		return "built-in weights (" + short(digest) + ")"
	}
	return short(digest)
}

// playerDigest is how self-play names its sides: the beginning of the digest of
// their weights.
var playerDigest = regexp.MustCompile(`^[0-9a-f]{16}$`)

// playerText is the name of a player.
func playerText(name string) string {
	if playerDigest.MatchString(name) {
		return digestName(name)
	}
	return name
}
