package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"damalab/dama"
	"damalab/datasets"
	"damalab/internal/atomicfile"
)

// playKeeper writes games to files and never over what it has not written itself.
type playKeeper struct {
	target  string // of --save; empty without it
	appends bool   // the target may hold games already
	ours    map[string]playSpan
	last    []byte // what was saved to the target last
}

// playSpan is where the game stands in a file that this game was saved to, in
// bytes. Such a file may be written again with more moves.
type playSpan struct{ from, to int }

var errPlayExists = errors.New("the file exists")

// save writes a game to a file, behind the games that are there already if that
// was asked for.
func (k *playKeeper) save(path string, game []byte) error {
	path = filepath.Clean(path)
	before, err := k.before(path)
	if err != nil {
		return err
	}
	whole := append(bytes.Clone(before), game...)
	if err := atomicfile.WriteBytes(path, 0o644, whole); err != nil {
		return err
	}
	k.ours[path] = playSpan{len(before), len(whole)}
	return nil
}

// before returns what must stay in front of the game in a file.
func (k *playKeeper) before(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	span, ours := k.ours[path]
	// Devices and pipes are not looked into: reading one may never end.
	if !info.Mode().IsRegular() || !ours && !(k.appends && path == k.target) {
		return nil, fmt.Errorf("%s: %w", path, errPlayExists)
	}
	old, err := os.ReadFile(path)
	switch {
	case err != nil:
		return nil, err
	case !ours:
		return playClosed(old), nil
	case len(old) != span.to:
		return nil, fmt.Errorf("%s: somebody else has changed the file", path)
	}
	return old[:span.from], nil
}

// playClosed ends a file of games with an empty line.
func playClosed(games []byte) []byte {
	for _, end := range []string{"\n", "\n\n"} {
		if len(games) > 0 && !bytes.HasSuffix(games, []byte(end)) {
			games = append(games, '\n')
		}
	}
	return games
}

// saveTo is the command: it saves the game as it stands.
func (g *playGame) saveTo(path string) {
	if path == "" {
		path = g.keep.target
	}
	if path == "" {
		g.say(g.text.saveWhere)
		return
	}
	text, err := g.pdn()
	if err == nil {
		err = g.keep.save(path, text)
	}
	switch {
	case errors.Is(err, errPlayExists):
		g.sayf(g.text.saveExists, playPrintable(path))
	case err != nil:
		g.sayf(g.text.saveFailed, playPrintable(err.Error()))
	default:
		g.sayf(g.text.saved, playPrintable(path))
	}
}

// saveTarget saves to the file of --save unless it holds this very game already.
func (g *playGame) saveTarget() error {
	if g.keep.target == "" {
		return nil
	}
	if _, saved := g.keep.ours[g.keep.target]; !saved && g.history.Plies() == 0 && !g.resigned {
		g.say(g.text.saveNothing)
		return nil
	}
	text, err := g.pdn()
	if err != nil || bytes.Equal(text, g.keep.last) {
		return err
	}
	if err := g.keep.save(g.keep.target, text); err != nil {
		return err
	}
	g.keep.last = text
	g.sayf(g.text.saved, playPrintable(g.keep.target))
	return nil
}

// saveLeaving is saveTarget where nobody can try again: a game that can't be
// saved is printed, so that it is not lost.
func (g *playGame) saveLeaving() error {
	err := g.saveTarget()
	if err != nil {
		if text, broken := g.pdn(); broken == nil {
			g.e.printf("\n%s", text)
		}
	}
	return err
}

// pdn returns the game as text. No date is written: a game is the same whenever
// it is played.
func (g *playGame) pdn() ([]byte, error) {
	names := [2]string{}
	names[g.player] = "Player"
	names[g.player.Other()] = "dama " + datasets.ToolVersion[strings.LastIndex(datasets.ToolVersion, " ")+1:]
	game := dama.PDNGame{
		Tags: []dama.PDNTag{
			{Name: "Event", Value: "Game against the engine"},
			{Name: "Date", Value: "????.??.??"},
			{Name: "White", Value: names[dama.White]},
			{Name: "Black", Value: names[dama.Black]},
			{Name: "Ruleset", Value: g.rules.Name},
		},
		Start: g.history.PositionAt(0), Result: dama.PDNUnknown,
	}
	for ply := range g.history.Plies() {
		game.Moves = append(game.Moves, dama.PDNMove{Move: g.history.MoveAt(ply)})
	}
	for _, ply := range g.switched {
		if ply > 0 { // before the first move the names say it
			notes := &game.Moves[ply-1].PDNNotes
			notes.Comments = append(notes.Comments, "the players change sides")
		}
	}
	if o := g.outcome(); o.Over {
		game.Result = map[dama.Result]dama.PDNResult{
			dama.WhiteWins: dama.PDNWhiteWins, dama.BlackWins: dama.PDNBlackWins, dama.Draw: dama.PDNDraw,
		}[o.Result]
	}
	var text bytes.Buffer
	err := dama.WritePDN(&text, game, g.gen)
	return text.Bytes(), err
}
