package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"damalab/dama"
	"damalab/search"
)

// Engine is what the server needs of an engine; [search.Engine] is one. Its
// methods are never called at the same time.
type Engine interface {
	// NewGame forgets everything learnt from earlier searches.
	NewGame()
	// Search looks for the best move in the game's present position, which
	// is not over, and calls report with each better result. It ends soon
	// after ctx does, with at least one legal move all the same, and leaves
	// the game as it was.
	Search(ctx context.Context, game *dama.History, limits search.Limits, report func(search.Result)) search.Result
}

// Config says who the server is and how it gets its engine.
type Config struct {
	// Name, Version and Author are how the engine introduces itself; an empty
	// one is left out.
	Name, Version, Author string
	// Ruleset is played unless the other side asks for another one. It must
	// have a name without spaces, as those of package dama do.
	Ruleset dama.Ruleset
	// HashMB is the size of the transposition table in MB unless the other
	// side asks for another one; 0 means [DefaultHashMB].
	HashMB int
	// New returns an engine for a ruleset with a table of at most hashMB MB.
	// It is called for each init; its error is told to the other side.
	New func(rules dama.Ruleset, hashMB int) (Engine, error)
}

// Serve answers the lines of in on out until quit, the end of in, or the end of
// ctx; a search that is running then is given up without an answer.
//
// It returns nil after quit and the end of in, the context's error, or what went
// wrong with reading or writing; a line of more than 64 KB counts as that. What
// the other side gets wrong is answered by an error line and nothing else. Only
// where ctx ends does a goroutine stay behind: one that reads, until in has its
// next line or its end.
func Serve(ctx context.Context, in io.Reader, out io.Writer, cfg Config) error {
	ctx, cancel := context.WithCancel(ctx)
	s := &server{cfg: cfg, out: out, settings: settings{rules: cfg.Ruleset, hashMB: cfg.HashMB}}
	if s.settings.hashMB == 0 {
		s.settings.hashMB = DefaultHashMB
	}
	defer func() {
		cancel()
		if s.search != nil {
			<-s.search.ended
		}
	}()
	lines, failed := listen(ctx, in)
	for s.broken == nil && !s.quit {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case text, ok := <-s.patient(lines):
			if !ok {
				return <-failed
			}
			s.hear(ctx, text)
		case answer := <-s.search.answersOrNone():
			s.answer(answer)
		}
	}
	return s.broken
}

// listen reads lines until the end, quit included, or ctx ends. When lines is
// closed, failed holds the reason, nil for an ordinary end.
func listen(ctx context.Context, in io.Reader) (lines chan string, failed chan error) {
	lines, failed = make(chan string), make(chan error, 1)
	go func() {
		defer close(lines)
		scanner := newScanner(in)
		for scanner.Scan() {
			text := scanner.Text()
			select {
			case lines <- text:
			case <-ctx.Done():
				failed <- ctx.Err()
				return
			}
			// Nothing may follow quit, and waiting for it would keep this
			// goroutine alive.
			if l, err := ParseLine(text); err == nil && l.Command == "quit" {
				break
			}
		}
		failed <- scanner.Err()
	}()
	return lines, failed
}

// server is one conversation. All fields belong to the goroutine of Serve.
type server struct {
	cfg      Config
	out      io.Writer
	settings settings

	engine Engine // nil before init
	rules  dama.Ruleset
	game   *dama.History // nil before a good pos
	level  *level        // nil before a good level
	search *thinking     // nil while nothing is searched

	quit   bool
	broken error // what ended writing
}

// patient returns the lines to be heard now: none while a search has been told to
// stop, since the other side may set up the next one without waiting for done.
func (s *server) patient(lines chan string) chan string {
	if s.search != nil && s.search.stopped {
		return nil
	}
	return lines
}

// say writes a line.
func (s *server) say(l Line) {
	if s.broken == nil {
		_, s.broken = io.WriteString(s.out, l.String()+"\n")
	}
}

// hear obeys a line.
func (s *server) hear(ctx context.Context, text string) {
	l, err := ParseLine(text)
	switch {
	case err != nil:
	case s.search != nil:
		err = s.interrupt(l)
	default:
		err = s.obey(ctx, l)
	}
	if err != nil {
		s.say(line("error", "message", err.Error()))
	}
}

// obey obeys a line while no search is running. stop and ponder-hit may come late,
// when the answer is already on its way; they are then as good as done, and
// commands that nobody here knows are ignored.
func (s *server) obey(ctx context.Context, l Line) error {
	switch l.Command {
	case "hub":
		s.introduce()
	case "set-param":
		return s.setParam(l)
	case "init":
		return s.prepare()
	case "pos":
		return s.setGame(l)
	case "level":
		return s.setLevel(l)
	case "go":
		return s.launch(ctx, l)
	case "new-game":
		if s.engine != nil {
			s.engine.NewGame()
		}
	case "ping":
		s.say(line("pong"))
	case "quit":
		s.quit = true
	}
	return nil
}

// interrupt obeys a line while a search is running.
func (s *server) interrupt(l Line) error {
	switch l.Command {
	case "ping":
		s.say(line("pong"))
	case "stop":
		s.search.stop()
	case "ponder-hit":
		s.search.startClock()
	case "quit":
		s.quit = true
	default:
		if slices.Contains([]string{"hub", "set-param", "init", "pos", "level", "go", "new-game"}, l.Command) {
			return fmt.Errorf("%s: a search is running; send stop first", l.Command)
		}
	}
	return nil
}

// introduce answers hub.
func (s *server) introduce() {
	id := line("id")
	for _, a := range []Arg{
		{Name: "name", Value: s.cfg.Name}, {Name: "version", Value: s.cfg.Version}, {Name: "author", Value: s.cfg.Author},
	} {
		if a.Value != "" {
			id.Args = append(id.Args, a)
		}
	}
	s.say(id)
	for _, p := range s.params() {
		s.say(p)
	}
	s.say(line("wait"))
}

// prepare answers init: parameters set since the last one count from here.
func (s *server) prepare() error {
	s.engine, s.game, s.level = nil, nil, nil
	engine, err := s.cfg.New(s.settings.rules, s.settings.hashMB)
	if err != nil {
		return fmt.Errorf("init: %w", err)
	}
	s.engine, s.rules = engine, s.settings.rules
	s.say(line("ready"))
	return nil
}

// setGame obeys pos. A bad one leaves no position at all, lest the one before be
// searched in its place; setLevel does the same.
func (s *server) setGame(l Line) (err error) {
	s.game = nil
	if s.engine == nil {
		return errors.New("pos: the engine is not ready; send init first")
	}
	s.game, err = readGame(s.rules.Facts, l)
	return err
}

func (s *server) setLevel(l Line) error {
	s.level = nil
	v, err := readLevel(l)
	if err == nil {
		s.level = &v
	}
	return err
}

// launch obeys go.
func (s *server) launch(ctx context.Context, l Line) error {
	switch {
	case !l.Has("think") && !l.Has("ponder") && !l.Has("analyze"):
		return errors.New("go: one of think, ponder and analyze is needed")
	case s.engine == nil:
		return errors.New("go: the engine is not ready; send init first")
	case s.game == nil:
		return errors.New("go: there is no position; send pos first")
	case s.level == nil:
		return errors.New("go: there is no limit; send level first")
	}
	if o := s.game.Outcome(); o.Over {
		return fmt.Errorf("go: the game is over in this position (%s)", o.Reason)
	}
	s.search = think(ctx, s.engine, s.game, *s.level)
	if !l.Has("ponder") {
		s.search.startClock()
	}
	return nil
}

// answer passes on what the search has to say.
func (s *server) answer(l Line) {
	if l.Command == "done" {
		s.search.finish()
		s.search = nil
	}
	s.say(l)
}
