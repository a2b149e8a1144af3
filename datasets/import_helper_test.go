package datasets

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"damalab/dama"
)

func pdnSource(name, text string) ImportSource {
	return ImportSource{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

// imported is what an import has made.
type imported struct {
	dir     string
	summary ImportSummary
	entries []ImportEntry
	games   []Game
	err     error
}

func pdnSources(texts []string) (sources []ImportSource) {
	for i, text := range texts {
		sources = append(sources, pdnSource(string(rune('a'+i))+".pdn", text))
	}
	return sources
}

func (im *imported) options(t testing.TB, o ImportOptions) ImportOptions {
	if o.Ruleset.Name == "" {
		o.Ruleset = federation(t)
	}
	o.Entry = func(e ImportEntry) error {
		im.entries = append(im.entries, e)
		return nil
	}
	return o
}

// importTexts imports the texts as files a.pdn, b.pdn and so on, without writing
// them to a folder.
func importTexts(t testing.TB, o ImportOptions, texts ...string) (im imported) {
	t.Helper()
	work := newImporter(im.options(t, o))
	var kept []importedGame
	work.keep = func(g importedGame) error {
		kept = append(kept, g)
		return nil
	}
	im.err = work.readAll(context.Background(), pdnSources(texts))
	im.summary = work.summary
	digest, _, err := SpecDigest(work.spec())
	if err != nil {
		t.Fatal(err)
	}
	for i := range kept {
		row := work.row(&kept[i], digest, int64(i))
		if err := row.check(); err != nil {
			t.Fatal(err)
		}
		im.games = append(im.games, row)
	}
	if im.err != nil {
		im.games = nil
	}
	return im
}

// importFully imports the texts into a folder and reads it back.
func importFully(t testing.TB, o ImportOptions, texts ...string) (im imported) {
	t.Helper()
	im.dir = filepath.Join(t.TempDir(), "out", "set")
	im.summary, im.err = Import(context.Background(), im.dir, pdnSources(texts), im.options(t, o))
	if im.err != nil {
		if _, err := os.Stat(filepath.Dir(im.dir)); err == nil {
			t.Errorf("the failed import left %s behind", filepath.Dir(im.dir))
		}
		return im
	}
	if problems, err := CheckFiles(im.dir); err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	d, err := Open(im.dir)
	if err != nil {
		t.Fatal(err)
	}
	for g, err := range d.Games() {
		if err != nil {
			t.Fatal(err)
		}
		im.games = append(im.games, g)
	}
	return im
}

// said gives the entries in short: file, game, line, ply, whether skipped, reason.
func (im imported) said() string {
	var all []string
	for _, e := range im.entries {
		what := "noted"
		if e.Skipped {
			what = "skipped"
		}
		all = append(all, fmt.Sprintf("%s game %d line %d ply %d %s %s", e.File, e.Game, e.Line, e.Ply, what, e.Reason))
	}
	return strings.Join(all, "|")
}

// moves gives the games' moves and results in short.
func (im imported) moves() string {
	var all []string
	for _, g := range im.games {
		result := "*"
		if g.Result != nil {
			result = fmt.Sprintf("%+d", *g.Result)
		}
		all = append(all, strings.Join(g.Moves, " ")+" "+result)
	}
	return strings.Join(all, "|")
}

// playedGame is a legal game of one of four kinds, until a rule ends it or for a
// number of plies: random moves; the same from a few pieces; kings that avoid being
// captured, so that counters run full; and the same going back and forth.
func playedGame(rules dama.Ruleset, r *rand.Rand, plies int) (dama.PDNGame, dama.Outcome) {
	gen, kind := rules.Generator(), r.IntN(4)
	g := dama.PDNGame{Start: dama.StartPosition(), Result: dama.PDNUnknown}
	if kind > 0 {
		g.Start = randomStart(r, kind > 1)
	}
	h := dama.NewHistory(rules.Facts, g.Start)
	for h.Plies() < plies && !h.Outcome().Over {
		p := h.Position()
		m := drawn(gen, p, r, kind > 1)
		if n := h.Plies(); kind == 3 && n > 1 {
			back := h.MoveAt(n - 2)
			for _, legal := range gen.Moves(p) {
				if !legal.IsCapture() && legal.From() == back.To() && legal.To() == back.From() {
					m = legal
				}
			}
		}
		g.Moves = append(g.Moves, dama.PDNMove{Move: m})
		h.Play(m)
	}
	end := h.Outcome()
	if end.Over {
		result := int8(end.Result)
		g.Result = pdnResult(&result)
	}
	return g, end
}

// drawn draws a move, where possible one after which there is nothing to capture.
func drawn(gen dama.Generator, p dama.Position, r *rand.Rand, careful bool) dama.Move {
	moves := gen.Moves(p)
	m := moves[r.IntN(len(moves))]
	for range 20 {
		if !careful || !gen.CanCapture(p.Make(m)) {
			break
		}
		m = moves[r.IntN(len(moves))]
	}
	return m
}

func randomStart(r *rand.Rand, kings bool) dama.Position {
	for {
		var boards [4]dama.Bitboard
		for range 2 + r.IntN(5) {
			board := r.IntN(4)
			if kings {
				board |= 1
			}
			boards[board] |= dama.Square(r.IntN(64)).Bit()
		}
		p, err := dama.NewPosition(boards[0], boards[1], boards[2], boards[3], dama.Color(r.IntN(2)))
		if err == nil && p.Pieces(dama.White) != 0 && p.Pieces(dama.Black) != 0 {
			return p
		}
	}
}

// manyPDN writes random games, with the usual tags.
func manyPDN(t testing.TB, rules dama.Ruleset, seed uint64, games int) string {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	var text bytes.Buffer
	for i := 0; i < games; i++ {
		g, _ := playedGame(rules, r, 120)
		if len(g.Moves) == 0 { // it was over before it began
			i--
			continue
		}
		g.Tags = []dama.PDNTag{{Name: "Event", Value: "Random"}, {Name: "White", Value: fmt.Sprint("w", i)}, {Name: "Black", Value: "Çağrı"}}
		if err := dama.WritePDN(&text, g, rules.Generator()); err != nil {
			t.Fatal(err)
		}
	}
	return text.String()
}
