package dama

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// WritePDN writes one game, with an empty line behind it, in one call of Write.
//
// The tags come in their order. GameType, FEN, SetUp and Result get the values
// that the game has and are added where they are needed: GameType and Result
// always, FEN and SetUp where the game doesn't begin from the usual start. Moves
// are written by gen.Text, whatever their Text says, and numbered from 1. Lines
// are at most 80 characters long where their words allow it. PDN has no escape
// within comments, so a closing brace in one becomes a parenthesis.
//
// Nothing is written and an error returned if a move is not legal, a tag's name
// is none or its value holds a line break, a first tag or Event comes twice
// (readers would see two games), a glyph is out of range, or a variation's
// parentheses and braces don't match.
func WritePDN(w io.Writer, g PDNGame, gen Generator) error {
	var text bytes.Buffer
	if err := writePDNTags(&text, g); err != nil {
		return err
	}
	lines := pdnLines{out: &text}
	if err := writePDNMoves(&lines, g, gen); err != nil {
		return err
	}
	lines.word(string(g.Result.Standard()))
	text.WriteString("\n\n")
	if text.Len() > pdnGameLimit {
		return fmt.Errorf("the game is longer than %d bytes, which no reader here accepts", pdnGameLimit)
	}
	_, err := w.Write(text.Bytes())
	return err
}

func writePDNTags(text *bytes.Buffer, g PDNGame) error {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	tags := pdnTags(g)
	if len(tags) > pdnTagLimit {
		return fmt.Errorf("more than %d tags", pdnTagLimit)
	}
	for i, t := range tags {
		if !pdnName(t.Name) {
			return fmt.Errorf("the tag name %q is not a letter with letters, digits and underscores", pdnShort(t.Name))
		}
		if len(t.Value) > pdnTextLimit || strings.ContainsAny(t.Value, "\r\n") {
			return fmt.Errorf("the value of the tag %s holds a line break or more than %d bytes", t.Name, pdnTextLimit)
		}
		twice := slices.ContainsFunc(tags[:i], func(u PDNTag) bool { return u.Name == t.Name })
		if twice && (t.Name == "Event" || t.Name == tags[0].Name || pdnSpoken(t.Name)) {
			return fmt.Errorf("the tag %s is given twice", t.Name)
		}
		fmt.Fprintf(text, "[%s \"%s\"]\n", t.Name, escape.Replace(t.Value))
	}
	text.WriteByte('\n')
	return nil
}

// pdnTags returns a game's tags as they are written.
func pdnTags(g PDNGame) []PDNTag {
	due := []PDNTag{{"GameType", pdnGameType}}
	optional := []PDNTag{{"SetUp", "1"}, {"FEN", g.Start.FEN()}}
	if g.Start != StartPosition() {
		due = append(due, optional...)
	}
	due = append(due, PDNTag{"Result", string(g.Result.Standard())})
	tags := slices.Clone(g.Tags)
	for i := range tags {
		for _, d := range slices.Concat(optional, due) {
			if tags[i].Name == d.Name {
				tags[i].Value = d.Value
			}
		}
	}
	_, hasFEN := g.Tag("FEN")
	for i := range tags {
		if tags[i].Name == "SetUp" && !hasFEN && g.Start == StartPosition() {
			tags[i].Value = "0"
		}
	}
	for _, d := range due {
		if _, ok := g.Tag(d.Name); !ok {
			tags = append(tags, d)
		}
	}
	return tags
}

func writePDNMoves(w *pdnLines, g PDNGame, gen Generator) error {
	if err := w.notes(g.Notes); err != nil {
		return err
	}
	pos := g.Start
	var legal []Move
	broken := true // the move before is not right before this one
	for i, m := range g.Moves {
		if legal = gen.AppendMoves(legal[:0], pos); !slices.Contains(legal, m.Move) {
			return fmt.Errorf("ply %d, %v to %v, is not legal there", i+1, m.Move.From(), m.Move.To())
		}
		number := 1 + (i+int(g.Start.Side()))/2
		switch {
		case pos.Side() == White:
			w.word(fmt.Sprintf("%d.", number))
		case broken:
			w.word(fmt.Sprintf("%d...", number))
		}
		w.word(gen.Text(pos, m.Move))
		if err := w.notes(m.PDNNotes); err != nil {
			return fmt.Errorf("ply %d: %w", i+1, err)
		}
		broken = len(m.Comments)+len(m.Variations) > 0
		pos = pos.Make(m.Move)
	}
	return nil
}
