package main

import (
	"context"
	"fmt"
	"slices"

	"damalab/dama"
	"damalab/search"
)

// playGame is one game between a person at the terminal and the engine.
type playGame struct {
	e        *env
	text     *playText
	screen   playScreen
	rules    dama.Ruleset
	gen      dama.Generator
	engine   *search.Engine
	tables   *helpers      // that the engine asks
	limits   search.Limits // of each of the engine's moves
	history  *dama.History
	player   dama.Color
	resigned bool  // the player has given the game up
	switched []int // the plies before which the players changed sides
	stale    bool  // the board shown last is not the present one
	keep     playKeeper
}

// run plays until the player leaves, the input ends or the context does, and
// then saves the game if that was asked for.
func (g *playGame) run(ctx context.Context) error {
	reading, stop := context.WithCancel(ctx)
	defer stop()
	g.sayf(g.text.welcome, g.text.colors[g.player], playPrintable(g.rules.Name))
	err := g.rounds(ctx, readPlayLines(reading, g.e.stdin))
	saving := g.saveLeaving()
	if err == nil {
		return saving
	}
	if saving != nil {
		g.e.note("dama: %v", saving)
	}
	return err
}

// rounds alternates between the engine and a line of the player's.
func (g *playGame) rounds(ctx context.Context, lines <-chan playLine) error {
	for {
		g.engineMoves(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if g.stale {
			g.show()
		}
		g.prompt()
		select {
		case <-ctx.Done():
			g.e.printf("\n")
			return ctx.Err()
		case line, more := <-lines:
			if !more {
				g.e.printf("\n")
				g.say(g.text.inputEnded)
				return nil
			}
			if line.err != nil {
				g.e.printf("\n")
				return fmt.Errorf("reading the moves: %w", line.err)
			}
			if g.obey(ctx, line) {
				return nil
			}
		}
	}
}

// outcome is how the game stands, resignation included.
func (g *playGame) outcome() dama.Outcome {
	if g.resigned {
		return dama.Outcome{Over: true, Result: dama.WinFor(g.player.Other()), Reason: playResignation}
	}
	return g.history.Outcome()
}

// playResignation is the one ending that is no rule's.
const playResignation dama.Termination = "resignation"

// think asks the engine for the best line. The engine begins anew each time, so
// that its move depends on the game alone, not on hints and moves taken back.
func (g *playGame) think(ctx context.Context) search.Line {
	g.engine.NewGame()
	result := g.engine.Search(ctx, g.history, g.limits, nil)
	g.tables.warn(g.e)
	return result.Lines[0]
}

// engineMoves plays for the engine while it is its turn.
func (g *playGame) engineMoves(ctx context.Context) {
	if g.history.Position().Side() == g.player || g.outcome().Over {
		return
	}
	g.screen.wait(g.text.thinking)
	move := g.think(ctx).PV[0]
	g.screen.waited()
	if ctx.Err() != nil {
		return // what a stopped search has found is no answer
	}
	g.e.printf("\n")
	g.sayf(g.text.engineMove, g.gen.Text(g.history.Position(), move))
	g.play(move)
}

func (g *playGame) play(m dama.Move) {
	g.history.Play(m)
	g.stale = true
}

// obey does what a line says and tells whether the player leaves.
func (g *playGame) obey(ctx context.Context, line playLine) (leaves bool) {
	g.screen.echo(line.text)
	if line.long {
		g.say(g.text.tooLong)
		return false
	}
	switch order, rest := playOrder(line.text); order {
	case playQuit:
		return true
	case playHelp:
		g.e.printf("%s", g.text.help)
	case playBoard:
		g.show()
	case playFEN:
		g.e.printf("%s\n", g.history.Position().FEN())
	case playSave:
		g.saveTo(rest)
	case playUndo:
		g.undo()
	default:
		g.obeyInGame(ctx, order, rest)
	}
	return false
}

// obeyInGame does what makes sense only while the game goes on.
func (g *playGame) obeyInGame(ctx context.Context, order, rest string) {
	switch {
	case order == "" && rest == "": // an empty line asks for nothing
	case g.outcome().Over:
		g.say(g.text.isOver)
	case order == playMoves:
		g.list()
	case order == playHint:
		g.hint(ctx)
	case order == playResign:
		g.resigned, g.stale = true, true
	case order == playSwitch:
		g.player, g.stale = g.player.Other(), true
		g.switched = append(g.switched, g.history.Plies())
	default:
		g.move(rest)
	}
}

// move plays the move that the player has typed, or says why not.
func (g *playGame) move(line string) {
	x := g.readMove(line)
	if !x.Legal {
		g.say(g.refusal(line, x))
		return
	}
	g.play(x.Move)
}

// undo takes back a resignation, or the player's last move with what followed it.
func (g *playGame) undo() {
	if g.resigned {
		g.resigned, g.stale = false, true
		return
	}
	to := g.history.Plies() - 1
	for to >= 0 && g.history.PositionAt(to).Side() != g.player {
		to--
	}
	if to < 0 {
		g.say(g.text.nothingToUndo)
		return
	}
	for g.history.Plies() > to {
		g.history.Undo()
	}
	g.switched = slices.DeleteFunc(g.switched, func(ply int) bool { return ply > to })
	g.stale = true
}

// hint says what the engine would play, without playing it.
func (g *playGame) hint(ctx context.Context) {
	g.screen.wait(g.text.thinking)
	line := g.think(ctx)
	g.screen.waited()
	if ctx.Err() == nil {
		g.sayf(g.text.hint, g.gen.Text(g.history.Position(), line.PV[0]), g.text.score(line.Score))
	}
}
