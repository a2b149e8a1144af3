package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"damalab/datasets"
)

// The page that dama datasets info prints is at most pageWidth wide; what a line
// says begins behind labelWidth.
const (
	pageWidth  = 80
	labelWidth = 13
)

// infoPage prints a dataset for people.
type infoPage struct{ e *env }

// line prints a labelled line; text that is too long goes on below.
func (p infoPage) line(label, format string, args ...any) {
	for i, part := range wrapped(fmt.Sprintf(format, args...), pageWidth-labelWidth) {
		if i > 0 {
			label = ""
		}
		p.e.printf("%-*s%s\n", labelWidth, label, strings.ReplaceAll(part, noBreak, " "))
	}
}

// noBreak is a space at which no line ends, until it is printed.
const noBreak = "\u00a0"

// together keeps words on one line.
func together(text string) string { return strings.ReplaceAll(text, " ", noBreak) }

// wrapped cuts text at spaces into lines of at most width characters; a word
// that is longer stands alone.
func wrapped(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.SplitSeq(text, " ") {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}

func (p infoPage) print(info *datasets.Info) {
	p.origin(info)
	p.files(info)
	if info.Games.Count > 0 {
		p.games(&info.Games)
	}
	if info.Positions.Count > 0 {
		p.positions(&info.Positions)
	}
	if info.Puzzles.Count > 0 {
		p.puzzles(&info.Puzzles)
	}
}

// origin says what the dataset is and where it comes from.
func (p infoPage) origin(info *datasets.Info) {
	p.line("dataset", "%s", info.Dir)
	if len(info.Rulesets) > 1 { // the digest is that of the first of them
		p.line("rulesets", "%s", strings.Join(info.Rulesets, ", "))
	} else {
		p.line("ruleset", "%s (facts %s)", info.Ruleset, short(info.RulesetDigest))
	}
	p.line("made by", "%s", originText(info.Spec))
	p.line("", "spec %s, weights: %s, %s", short(info.SpecDigest), weightsText(info.WeightsDigest), info.Tool)
}

// short is enough of a digest to tell it from others by eye.
func short(digest string) string {
	if digest == "" {
		return "none"
	}
	return digest[:min(len(digest), 12)]
}

func (p infoPage) files(info *datasets.Info) {
	any := false
	for _, f := range []struct {
		name  string
		total datasets.FileTotal
	}{{"games", info.Files.Games}, {"positions", info.Files.Positions}, {"puzzles", info.Files.Puzzles}} {
		if f.total.Files == 0 {
			continue
		}
		label := ""
		if !any {
			label, any = "files", true
		}
		p.line(label, "%s of %s with %s, %s", counted(f.total.Files, "shard"), f.name, counted(f.total.Rows, "row"), bytesText(f.total.Bytes))
	}
	if !any {
		p.line("files", "none")
	}
	if info.Journal > 0 {
		p.line("journal", "%s", journalText(info.Journal))
	}
}

// journalText says what finished games that are in no shard mean.
func journalText(games int64) string {
	if games == 1 {
		return "1 finished game waits in the journal; the same selfplay command stores it"
	}
	return thousands(games) + " finished games wait in the journal; the same selfplay command stores them"
}

func (p infoPage) games(g *datasets.GamesInfo) {
	p.e.printf("\n")
	p.line("games", "%s with %s, %.2f bytes a ply", thousands(g.Count), plies(g.Plies), g.BytesPerPly)
	if gaps := len(g.Indexes) > 1 || len(g.Indexes) == 1 && g.Indexes[0].From > 0; gaps {
		p.line("", "%s", indexesText(g.Indexes))
	}
	p.line("length", "plies %s", spreadText(g.Length))
	p.histogram(g.Lengths)
	p.line("opening", "plies %s", spreadText(g.OpeningPlies))
	p.line("results", "%s", resultsText(g.Results))
	p.shares("ended by", g.EndedBy)
	p.shares("reasons", g.Terminations)
	p.line("scores", "%s", scoresText(g))
	p.extras(g)
	var players []datasets.Share
	for _, s := range g.Players {
		s.Name = playerText(s.Name)
		players = append(players, s)
	}
	p.shares("players", players)
}

// scoresText says how many plies have a score, and why the others have none where
// that is known.
func scoresText(g *datasets.GamesInfo) string {
	text := percent(g.Scored, g.Plies) + " of the plies have one"
	if g.Drawn > 0 && g.Scored > 0 && g.Scored+g.Drawn == g.Plies {
		text += "; the others are drawn openings"
	}
	return text
}

// indexesText lists which games of a run there are, the first of them if the gaps
// are many.
func indexesText(list []datasets.IndexRange) string {
	const most = 8
	var parts []string
	for i, r := range list {
		if i == most {
			parts = append(parts, fmt.Sprintf("and %s more", counted(len(list)-most, "range")))
			break
		}
		if r.From == r.To {
			parts = append(parts, strconv.FormatInt(r.From, 10))
			continue
		}
		parts = append(parts, fmt.Sprintf("%d-%d", r.From, r.To))
	}
	return "index " + strings.Join(parts, ", ")
}

// extras names the columns that are not always filled.
func (p infoPage) extras(g *datasets.GamesInfo) {
	var parts []string
	for _, x := range []struct {
		n    int64
		what string
	}{{g.Starts, "a start of their own"}, {g.Depths, "depths"}, {g.Nodes, "nodes"}, {g.Rescored, "an exact result"}} {
		if x.n > 0 {
			parts = append(parts, fmt.Sprintf("%s with %s", thousands(x.n), x.what))
		}
	}
	if len(parts) > 0 {
		p.line("besides", "games: %s", strings.Join(parts, ", "))
	}
}

// shares prints names with how often they came, as many on a line as fit.
func (p infoPage) shares(label string, list []datasets.Share) {
	const most = 12
	var cells []string
	for i, s := range list {
		if i == most {
			cells = append(cells, fmt.Sprintf("and %s more", thousands(len(list)-most)))
			break
		}
		name := s.Name
		if name == "" {
			name = "(none)"
		}
		cells = append(cells, together(fmt.Sprintf("%s %s (%.1f %%)", name, thousands(s.Count), 100*s.Share)))
	}
	p.line(label, "%s", strings.Join(cells, ", "))
}

// histogram draws a bar for each range of lengths.
func (p infoPage) histogram(bins []datasets.LengthBin) {
	most, digits := int64(1), 0
	for _, b := range bins {
		most = max(most, b.Games)
		digits = max(digits, len(strconv.Itoa(b.To)))
	}
	room := pageWidth - labelWidth - 2*digits - len(thousands(most)) - 4
	for _, b := range bins {
		span := fmt.Sprintf("%*d–%*d", digits, b.From, digits, b.To)
		p.e.printf("%*s%s  %s\n", labelWidth, "", span, strings.TrimSpace(bar(b.Games, most, room)+" "+thousands(b.Games)))
	}
}

// bar draws a bar of up to room characters, in eighths of one.
func bar(n, most int64, room int) string {
	eighths := int(float64(n) / float64(most) * float64(room) * 8)
	if n > 0 {
		eighths = max(eighths, 1)
	}
	text := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		text += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return text
}

func (p infoPage) positions(s *datasets.PositionsInfo) {
	p.e.printf("\n")
	p.line("positions", "%s of %s, %s quiet, %s with a score", thousands(s.Count), counted(s.Games, "game"), percent(s.Quiet, s.Count), percent(s.Scored, s.Count))
	p.line("results", "%s", resultsText(s.Results))
	p.shares("splits", s.Splits)
}

func (p infoPage) puzzles(s *datasets.PuzzlesInfo) {
	p.e.printf("\n")
	p.line("puzzles", "%s", thousands(s.Count))
	p.shares("kinds", s.Kinds)
	p.shares("themes", s.Themes)
	p.line("rating", "%s", spreadText(s.Rating))
}

func spreadText(s datasets.Spread) string {
	if s.Min == s.Max {
		return fmt.Sprintf("always %d", s.Min)
	}
	return fmt.Sprintf("mean %.1f, median %d, 10 %% up to %d, 90 %% up to %d, all %d–%d", s.Mean, s.P50, s.P10, s.P90, s.Min, s.Max)
}

func percent(n, of int64) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(of, 1))) }
