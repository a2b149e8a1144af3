package datasets

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"damalab/dama"
)

// importer reads sources one after another.
type importer struct {
	options ImportOptions
	keep    func(importedGame) error // takes each game that is imported
	source  string                   // the name of the source being read
	history *dama.History            // room for replaying a game
	seen    map[[16]byte]struct{}    // digests of the games so far
	files   []importFile             // what the spec says of the sources read
	summary ImportSummary
}

func newImporter(o ImportOptions) *importer {
	return &importer{
		options: o,
		history: dama.NewHistory(o.Ruleset.Facts, dama.StartPosition()),
		seen:    map[[16]byte]struct{}{},
		summary: ImportSummary{Reasons: map[ImportReason]int{}, Notes: map[ImportReason]int{}},
	}
}

// read takes the games of one source. Errors that are not about one game name the
// source.
func (im *importer) read(ctx context.Context, source ImportSource) error {
	in, err := source.Open()
	if err != nil {
		return fmt.Errorf("%s: %w", source.Name, err)
	}
	defer in.Close()
	im.source = source.Name
	sum := sha256.New()
	hashed := bufio.NewReaderSize(io.TeeReader(in, sum), 1<<16)
	games, err := im.readGames(ctx, hashed)
	if err == nil {
		_, err = io.Copy(io.Discard, hashed) // of a file that is something else
	}
	if err != nil {
		return fmt.Errorf("%s: %w", source.Name, err)
	}
	im.summary.Files++
	im.files = append(im.files, importFile{SHA256: hex.EncodeToString(sum.Sum(nil)), Games: games})
	return nil
}

// readGames takes the games of a file and returns how many there are.
func (im *importer) readGames(ctx context.Context, in *bufio.Reader) (games int, err error) {
	if what := notPDN(in); what != "" {
		return 0, im.entry(ImportEntry{Skipped: true, Reason: ImportNotPDN, Detail: what})
	}
	reader := dama.NewPDNReader(in, im.source, im.options.Ruleset.Generator())
	for {
		if err := ctx.Err(); err != nil {
			return games, err
		}
		g, err := reader.Next()
		var broken *dama.PDNError
		switch {
		case err == io.EOF: // itself: one that is wrapped tells of a file cut short
			if games == 0 {
				err = im.entry(ImportEntry{Skipped: true, Reason: ImportNoGames, Detail: "there is no game in it"})
				return games, err
			}
			return games, nil
		case errors.As(err, &broken):
			err = im.entry(im.brokenEntry(broken))
		case err == nil:
			err = im.take(&g)
		}
		if err != nil {
			return games, err
		}
		games++
		im.summary.Games++
	}
}

// notPDN recognises a file by its first bytes as something that people have beside
// their PDN files and that would only be refused move by move.
func notPDN(in *bufio.Reader) string {
	head, _ := in.Peek(4) // an error comes again when the file is read
	for _, known := range [][2]string{
		{"\xff\xfe", "the text is UTF-16; save it as UTF-8"},
		{"\xfe\xff", "the text is UTF-16; save it as UTF-8"},
		{"\x1f\x8b", "the file is compressed with gzip; unpack it first"},
		{"PK\x03\x04", "the file is a zip archive; unpack it first"},
		{"\x28\xb5\x2f\xfd", "the file is compressed with Zstandard; unpack it first"},
		{"BZh", "the file is compressed with bzip2; unpack it first"},
		{"\xfd7zX", "the file is compressed with xz; unpack it first"},
		{"PAR1", "the file is a Parquet file, not PDN"},
	} {
		if strings.HasPrefix(string(head), known[0]) {
			return known[1]
		}
	}
	return ""
}

// take judges a game that could be read, and keeps it or not.
func (im *importer) take(g *dama.PDNGame) error {
	row, notes, skip := im.judge(g)
	if skip == nil && im.again(&row) {
		im.summary.Duplicates++
		entry := gameEntry(g, ImportDuplicate, "an earlier game has the same start, moves and players")
		if entry.Skipped = im.options.DropDuplicates; entry.Skipped {
			skip = &entry
		} else {
			notes = append(notes, entry)
		}
	}
	if skip != nil {
		return im.entry(*skip)
	}
	for _, note := range notes {
		if err := im.entry(note); err != nil {
			return err
		}
	}
	im.summary.Imported++
	im.summary.Plies += len(row.Moves)
	return im.keep(row)
}

// gameEntry is a note of a game that could be read.
func gameEntry(g *dama.PDNGame, reason ImportReason, format string, args ...any) ImportEntry {
	return ImportEntry{Game: g.Number, Line: g.Line, Reason: reason, Detail: fmt.Sprintf(format, args...)}
}

// again tells whether a game with the same start, moves and players came before.
func (im *importer) again(row *importedGame) bool {
	sum := sha256.New()
	for _, text := range []string{row.StartFEN, row.White, row.Black, strings.Join(row.Moves, " ")} {
		fmt.Fprintf(sum, "%d %s", len(text), text)
	}
	var key [16]byte
	copy(key[:], sum.Sum(nil))
	_, found := im.seen[key]
	im.seen[key] = struct{}{}
	return found
}
