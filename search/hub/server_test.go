package hub

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"damalab/dama"
	"damalab/eval"
	"damalab/search"
)

// newEngine is the engine that the tests serve.
func newEngine(rules dama.Ruleset, hashMB int) (Engine, error) {
	p := search.DefaultParams()
	p.TableEntries = hashMB << 15
	return search.New(rules.Facts, eval.New(eval.Default()), p), nil
}

func ruleset(t testing.TB, name string) dama.Ruleset {
	t.Helper()
	r, err := dama.FindRuleset(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func testConfig(t testing.TB) Config {
	return Config{
		Name: "test", Version: "1", Author: "nobody at all",
		Ruleset: ruleset(t, dama.DefaultRuleset), New: newEngine,
	}
}

// talk is a server with somebody to talk to.
type talk struct {
	t     *testing.T
	tell  io.WriteCloser
	heard chan string
	ended chan error
	stop  context.CancelFunc
}

func startTalk(t *testing.T, cfg Config) *talk {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	k := &talk{t: t, tell: inW, heard: make(chan string, 1000), ended: make(chan error, 1), stop: cancel}
	go func() {
		k.ended <- Serve(ctx, inR, outW, cfg)
		outW.Close()
		inR.Close()
	}()
	go func() {
		defer close(k.heard)
		for s := bufio.NewScanner(outR); s.Scan(); {
			k.heard <- s.Text()
		}
	}()
	t.Cleanup(func() {
		cancel()
		inW.Close()
		for range k.heard {
		}
	})
	return k
}

func (k *talk) say(lines ...string) {
	k.t.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(k.tell, l+"\n"); err != nil {
			k.t.Fatalf("telling %q: %v", l, err)
		}
	}
}

// hear returns the next line.
func (k *talk) hear() string {
	k.t.Helper()
	select {
	case text, ok := <-k.heard:
		if !ok {
			k.t.Fatal("the server has ended")
		}
		return text
	case <-time.After(20 * time.Second):
		k.t.Fatal("the server says nothing")
	}
	return ""
}

// expect passes over info lines, where none is expected, and compares the next.
func (k *talk) expect(pattern string) string {
	k.t.Helper()
	text := k.hear()
	for strings.HasPrefix(text, "info ") && !strings.HasPrefix(pattern, "info ") {
		text = k.hear()
	}
	re := strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, ".*")
	if !regexp.MustCompile("^" + re + "$").MatchString(text) {
		k.t.Fatalf("the server said\n%s\nand not\n%s", text, pattern)
	}
	return text
}

// end waits for the server's end.
func (k *talk) end() error {
	k.t.Helper()
	select {
	case err := <-k.ended:
		return err
	case <-time.After(20 * time.Second):
		k.t.Fatal("the server does not end")
	}
	return nil
}

func (k *talk) ready(lines ...string) {
	k.t.Helper()
	k.say("init")
	k.expect("ready")
	k.say(lines...)
}

func TestDialogue(t *testing.T) {
	text, err := os.ReadFile("testdata/dialogue.txt")
	if err != nil {
		t.Fatal(err)
	}
	k := startTalk(t, testConfig(t))
	for i, l := range strings.Split(string(text), "\n") {
		switch {
		case strings.HasPrefix(l, "> "):
			k.say(l[2:])
		case l == ">":
			k.say("")
		case strings.HasPrefix(l, "< "):
			t.Logf("line %d", i+1)
			k.expect(l[2:])
		case l != "" && l[0] != '#':
			t.Fatalf("testdata/dialogue.txt:%d: neither > nor <", i+1)
		}
	}
	if err := k.end(); err != nil {
		t.Error(err)
	}
	for l := range k.heard {
		t.Errorf("unexpected: %s", l)
	}
}

const startPos = "pos pos=Weeeeeeeewwwwwwwwwwwwwwwweeeeeeeeeeeeeeeebbbbbbbbbbbbbbbbeeeeeeee"

func TestServeEnds(t *testing.T) {
	t.Run("end of input, while searching", func(t *testing.T) {
		defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
		k := startTalk(t, testConfig(t))
		k.ready(startPos, "level infinite", "go think")
		k.tell.Close()
		if err := k.end(); err != nil {
			t.Error(err)
		}
		for l := range k.heard {
			if !strings.HasPrefix(l, "info ") {
				t.Errorf("said at the end: %s", l)
			}
		}
	})
	t.Run("quit, while searching", func(t *testing.T) {
		defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
		k := startTalk(t, testConfig(t))
		k.ready(startPos, "level infinite", "go ponder", "quit")
		if err := k.end(); err != nil {
			t.Error(err)
		}
	})
	t.Run("the context, while searching", func(t *testing.T) {
		k := startTalk(t, testConfig(t))
		k.ready(startPos, "level infinite", "go think")
		k.stop()
		if err := k.end(); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	})
	t.Run("a line without end", func(t *testing.T) {
		k := startTalk(t, testConfig(t))
		go io.Copy(k.tell, zeros{})
		if err := k.end(); !errors.Is(err, errLongLine) {
			t.Errorf("error %v", err)
		}
	})
	t.Run("nobody to talk to", func(t *testing.T) {
		err := Serve(t.Context(), strings.NewReader("ping\n"), failing{}, testConfig(t))
		if !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("error %v", err)
		}
	})
}

// zeros is an endless line.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = '0'
	}
	return len(b), nil
}

// failing can't be written to.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestInitFails(t *testing.T) {
	cfg := testConfig(t)
	cfg.New = func(rules dama.Ruleset, hashMB int) (Engine, error) {
		return nil, errors.New("no engine for " + rules.Name)
	}
	k := startTalk(t, cfg)
	k.say("set-param name=ruleset value=share-link", "init")
	k.expect(`error message="init: no engine for share-link"`)
	k.say(startPos)
	k.expect(`error message="pos: the engine is not ready; send init first"`)
}

func TestOwnRuleset(t *testing.T) {
	two := 2
	base := ruleset(t, "federation")
	house, err := dama.HouseRuleset("corner-cafe", base, dama.Overrides{KingMoveLimit: &two})
	if err != nil {
		t.Fatal(err)
	}
	cfg := testConfig(t)
	cfg.Ruleset = house
	k := startTalk(t, cfg)
	k.say("hub")
	k.expect("id *")
	k.expect("param name=variant *")
	k.expect(`param name=ruleset value=corner-cafe type=enum values="corner-cafe federation *"`)
	k.expect("param name=hash *")
	k.expect("wait")
	pos := `pos pos=WWeeeeeeeweeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeeeeeeeB moves="1-2 64-63"`
	k.ready(pos, "level depth=1", "go think")
	k.expect(`error message="go: the game is over in this position (king-moves)"`)
	k.say("set-param name=ruleset value=federation")
	k.ready(pos, "level depth=1", "go think")
	k.expect("done *")
}

// TestSameAnswer: through the protocol, an engine with a node limit plays what it
// plays when asked directly, over a game with all it has learnt on the way.
func TestSameAnswer(t *testing.T) {
	for _, rules := range dama.Rulesets() {
		k := startTalk(t, testConfig(t))
		k.say("set-param name=ruleset value=" + rules.Name)
		k.ready("level nodes=1000")
		engine, _ := newEngine(rules, DefaultHashMB)
		game := dama.NewHistory(rules.Facts, dama.StartPosition())
		for range 30 {
			if game.Outcome().Over {
				break
			}
			k.say(gameLine(game).String(), "go think")
			want := engine.Search(t.Context(), game, search.Limits{Nodes: 1000}, nil)
			l, err := ParseLine(k.expect("done *"))
			if err != nil {
				t.Fatal(err)
			}
			move, _ := l.Get("move")
			ponder, _ := l.Get("ponder")
			m, err := ParseMove(rules.Generator(), game.Position(), move)
			if err != nil || m != want.Best() {
				t.Fatalf("%s: %v: move %s (%v), directly %s", rules.Name, game.Position(), move, err, FormatMove(want.Best()))
			}
			game.Play(m)
			if ponder != "" && !game.Outcome().Over {
				if _, err := ParseMove(rules.Generator(), game.Position(), ponder); err != nil {
					t.Errorf("%s: the expected reply: %v", rules.Name, err)
				}
			}
		}
		k.say("quit")
		if err := k.end(); err != nil {
			t.Error(err)
		}
	}
}

func TestMoveTime(t *testing.T) {
	k := startTalk(t, testConfig(t))
	k.ready(startPos, "level move-time=0.2")
	began := time.Now()
	k.say("go think")
	k.expect("done *")
	if spent := time.Since(began); spent < 100*time.Millisecond || spent > 5*time.Second {
		t.Errorf("0.2 seconds took %v", spent)
	}
	// Without the hit a pondering engine takes its time.
	k.say("go ponder")
	time.Sleep(300 * time.Millisecond)
	k.say("ping")
	k.expect("pong")
	k.say("ponder-hit")
	k.expect("done *")
}
