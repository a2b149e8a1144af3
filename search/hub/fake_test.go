package hub

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"damalab/dama"
)

// The test program is also the engines that it tests the client with: started with
// fakeEnv in its environment, it is the fake of that name.
const fakeEnv = "DAMALAB_HUB_FAKE"

func TestMain(m *testing.M) {
	if name := os.Getenv(fakeEnv); name != "" {
		os.Exit(fake(name))
	}
	goleak.VerifyTestMain(m)
}

// fake is an engine with something wrong, or "good".
func fake(name string) (code int) {
	if name == "good" {
		rules, err := dama.FindRuleset(dama.DefaultRuleset)
		if err != nil {
			return 1
		}
		if Serve(context.Background(), os.Stdin, os.Stdout, Config{Name: "good", Ruleset: rules, New: newEngine}) != nil {
			return 1
		}
		return 0
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		command, rest, _ := strings.Cut(in.Text(), " ")
		switch command {
		case "hub":
			switch name {
			case "stillborn":
				return 7
			case "mute":
				time.Sleep(time.Hour)
			case "frisian":
				fmt.Println(`param name=variant value=normal type=enum values="normal frisian"`)
			case "unwilling":
				fmt.Println(`error message="no licence"`)
			}
			fmt.Println("id name=fake version=0")
			fmt.Println("welcome, whoever you are")
			fmt.Println("wait")
		case "init":
			fmt.Println(`loading "every = thing`)
			fmt.Println("ready")
		case "quit":
			if name != "hang" {
				return 0
			}
		case "stop":
			if name == "slow" {
				fmt.Println("done move=17-25")
			}
		case "go":
			if !searchBadly(name, rest) {
				return 3
			}
		}
	}
	if name == "hang" {
		time.Sleep(time.Hour)
	}
	return 0
}

// searchBadly answers go; it returns false to die.
func searchBadly(name, mode string) bool {
	fmt.Println("info depth=1 mode=" + mode)
	switch name {
	case "die":
		fmt.Fprintln(os.Stderr, strings.Repeat("noise\n", 2000)+"out of memory")
		return false
	case "close":
		os.Stdout.Close()
		time.Sleep(time.Hour)
	case "rubbish":
		fmt.Println("\x01\x02\x03")
	case "illegal":
		fmt.Println("done move=1-2")
	case "unreadable":
		fmt.Println(`done move="a3 to a4"`)
	case "wordless":
		fmt.Println("done")
	case "complaint":
		fmt.Println(`error message="what game is this?"`)
	case "flood":
		for {
			fmt.Println("info depth=1 pv=17-25")
		}
	case "endless":
		io.Copy(os.Stdout, zeros{})
	}
	return true
}

func fakeClient(t *testing.T, name string, o Options) (*Client, error) {
	t.Helper()
	t.Setenv(fakeEnv, name)
	if o.Nodes == 0 && o.Depth == 0 && o.MoveTime == 0 {
		o.Nodes = 1000
	}
	c, err := Start(t.Context(), []string{os.Args[0]}, o)
	if err == nil {
		t.Cleanup(func() { c.Close() })
	}
	return c, err
}

func startGame() *dama.History {
	return dama.NewHistory(dama.Rulesets()[0].Facts, dama.StartPosition())
}

// contains checks an error's kind and that its text, on one line, has the parts.
func contains(t *testing.T, err, kind error, parts ...string) {
	t.Helper()
	var e *EngineError
	if !errors.Is(err, kind) || !errors.As(err, &e) {
		t.Fatalf("error %v is not of kind %v", err, kind)
	}
	for _, p := range parts {
		if !strings.Contains(err.Error(), p) {
			t.Errorf("error %q does not speak of %q", err, p)
		}
	}
	if strings.Contains(err.Error(), "\n") || len(err.Error()) > 500 || len(e.Stderr) > tailSize {
		t.Errorf("error %q is too long", err)
	}
}

func TestBadEngines(t *testing.T) {
	short := Options{HangTimeout: 500 * time.Millisecond, Grace: 200 * time.Millisecond}
	for name, want := range map[string]struct {
		kind  error
		parts []string
	}{
		"hang":      {ErrHung, []string{`engine "fake" hung: it gave no move within 500ms, and none within 200ms after stop`, `"info depth=1 mode=think"`}},
		"flood":     {ErrHung, []string{"no move within", `"info depth=1 pv=17-25"`}},
		"die":       {ErrDied, []string{`engine "fake" died: it ended with exit status 3`, "ends with \"out of memory\""}},
		"close":     {ErrDied, []string{"it closed its output"}},
		"rubbish":   {ErrProtocol, []string{`engine "fake" broke off`, "control character"}},
		"endless":   {ErrProtocol, []string{"longer than 64 KB"}},
		"wordless":  {ErrProtocol, []string{"its done names no move", `"done"`}},
		"complaint": {ErrProtocol, []string{`it reports an error: "what game is this?"`}},
	} {
		t.Run(name, func(t *testing.T) {
			defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
			o := short
			if name == "die" { // it has time to, whatever the machine is busy with
				o.Grace = 10 * time.Second
			}
			if want.kind != ErrHung {
				o.HangTimeout = 20 * time.Second
			}
			c, err := fakeClient(t, name, o)
			if err != nil {
				t.Fatal(err)
			}
			_, err = c.Move(t.Context(), startGame())
			contains(t, err, want.kind, want.parts...)
			if _, again := c.Move(t.Context(), startGame()); again != err {
				t.Errorf("the next move's error is %v", again)
			}
			if again := c.NewGame(); again != err {
				t.Errorf("the next game's error is %v", again)
			}
			if err := c.Close(); err != nil {
				t.Errorf("closing: %v", err)
			}
		})
	}
}

func TestBadHandshakes(t *testing.T) {
	for name, want := range map[string]struct {
		kind  error
		parts []string
	}{
		"mute":      {ErrHung, []string{`it did not say "wait" within 200ms`}},
		"stillborn": {ErrDied, []string{"died: it ended with exit status 7"}},
		"frisian":   {ErrProtocol, []string{`engine "fake" broke off`, `variant can't be "turkish", only "normal, frisian"`}},
		"unwilling": {ErrProtocol, []string{`"no licence"`}},
	} {
		t.Run(name, func(t *testing.T) {
			defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
			o := Options{HandshakeTimeout: 20 * time.Second}
			if want.kind == ErrHung {
				o.HandshakeTimeout = 200 * time.Millisecond
			}
			_, err := fakeClient(t, name, o)
			contains(t, err, want.kind, want.parts...)
		})
	}
	_, err := fakeClient(t, "good", Options{Params: map[string]string{"book": "no", "hash": "1"}})
	contains(t, err, ErrProtocol, `no parameter "book", only "variant, ruleset, hash"`)
	_, err = fakeClient(t, "good", Options{Ruleset: "corner-cafe"})
	contains(t, err, ErrProtocol, `parameter ruleset can't be "corner-cafe"`)
	_, err = fakeClient(t, "good", Options{Params: map[string]string{"hash": "all"}})
	contains(t, err, ErrProtocol, "whole number of MB")
}

func TestIllegalMoves(t *testing.T) {
	for name, part := range map[string]string{"illegal": "1-2", "unreadable": "a3 to a4"} {
		c, err := fakeClient(t, name, Options{Name: "my engine"})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // it can be asked again
			_, err = c.Move(t.Context(), startGame())
			contains(t, err, ErrIllegalMove, `engine "my engine" played an illegal move`, part)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestSlowEngineIsStopped(t *testing.T) {
	c, err := fakeClient(t, "slow", Options{HangTimeout: 100 * time.Millisecond, Grace: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.Move(t.Context(), startGame())
	if err != nil || FormatMove(m) != "17-25" {
		t.Errorf("move %s, %v", FormatMove(m), err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := c.Move(ctx, startGame()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a cancelled move: %v", err)
	}
	if _, err := c.Move(t.Context(), startGame()); err != nil {
		t.Errorf("after a cancelled move: %v", err)
	}
}

func TestCancelledHang(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	c, err := fakeClient(t, "hang", Options{HangTimeout: time.Hour, Grace: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := c.Move(ctx, startGame()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	_, err = c.Move(t.Context(), startGame())
	contains(t, err, ErrHung)
}

func TestCloseKills(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	c, err := fakeClient(t, "hang", Options{Grace: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	contains(t, c.Close(), ErrHung, "it did not quit within 100ms")
	if err := c.Close(); err != nil {
		t.Errorf("closing again: %v", err)
	}
	if _, err := c.Move(t.Context(), startGame()); !errors.Is(err, errClosed) {
		t.Errorf("a move after closing: %v", err)
	}
}

func TestStartErrors(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	_, err := Start(t.Context(), []string{"no-such-program-anywhere"}, Options{Nodes: 1})
	contains(t, err, ErrDied, "no-such-program-anywhere", "can't be started")
	for _, o := range []Options{{}, {Nodes: 1, Depth: 1}} {
		if _, err := Start(t.Context(), []string{os.Args[0]}, o); err == nil || !strings.Contains(err.Error(), "exactly one of") {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if _, err := Start(t.Context(), nil, Options{Nodes: 1}); err == nil {
		t.Error("started nothing")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Start(ctx, []string{os.Args[0]}, Options{Nodes: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// pipes is a server in the same process.
type pipes struct {
	io.Reader
	io.Writer
	in, out interface{ CloseWithError(error) error }
	ended   chan error
}

func servePipes(cfg Config) *pipes {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	p := &pipes{Reader: outR, Writer: inW, in: inW, out: outR, ended: make(chan error, 1)}
	go func() {
		err := Serve(context.Background(), inR, outW, cfg)
		outW.Close()
		inR.Close()
		p.ended <- err
	}()
	return p
}

func (p *pipes) hangUp()           { p.in.CloseWithError(io.EOF) }
func (p *pipes) kill()             { p.hangUp(); p.out.CloseWithError(io.ErrClosedPipe) }
func (p *pipes) wait() error       { return <-p.ended }
func (p *pipes) lastWords() string { return "" }

// play lets two clients, or one against itself, play a game and returns its moves.
func play(t *testing.T, rules dama.Ruleset, plies int, players ...*Client) string {
	t.Helper()
	game := dama.NewHistory(rules.Facts, dama.StartPosition())
	var moves []dama.Move
	for i := 0; i < plies && !game.Outcome().Over; i++ {
		m, err := players[i%len(players)].Move(t.Context(), game)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
		game.Play(m)
	}
	return formatMoves(moves)
}

// TestBothSides: our client and our server get on, in one process and in two, and
// the way between them changes nothing.
func TestBothSides(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	rules := ruleset(t, "ludoteka")
	o, err := Options{Nodes: 500, Ruleset: rules.Name, Params: map[string]string{"hash": "2"}}.complete()
	if err != nil {
		t.Fatal(err)
	}
	near, err := connect(t.Context(), servePipes(testConfig(t)), "near", o)
	if err != nil {
		t.Fatal(err)
	}
	if near.Name() != "test" {
		t.Errorf("it is called %q", near.Name())
	}
	far, err := fakeClient(t, "good", o)
	if err != nil {
		t.Fatal(err)
	}
	plies := 200
	if testing.Short() {
		plies = 60
	}
	first := play(t, rules, plies, near)
	if second := play(t, rules, plies, far); first != second {
		t.Errorf("one process\n%s\ntwo processes\n%s", first, second)
	}
	for _, c := range []*Client{near, far} {
		if err := c.NewGame(); err != nil {
			t.Error(err)
		}
	}
	if again := play(t, rules, 40, near); !strings.HasPrefix(first, again) {
		t.Errorf("after new-game\n%s\nbefore\n%s", again, first)
	}
	play(t, rules, 40, near, far)
	for _, c := range []*Client{near, far} {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestLevelLine(t *testing.T) {
	for want, o := range map[string]Options{
		"level nodes=18446744073709551615": {Nodes: 1<<64 - 1},
		"level depth=7":                    {Depth: 7},
		"level move-time=0.25":             {MoveTime: 250 * time.Millisecond},
	} {
		if got := o.level().String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestTail(t *testing.T) {
	var k tail
	text := ""
	for i := range 3000 {
		part := fmt.Sprint(i)
		text += part
		if n, err := k.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	if got := k.String(); got != text[len(text)-tailSize:] {
		t.Errorf("%d bytes kept", len(got))
	}
	k.Write([]byte(text))
	if got := k.String(); got != text[len(text)-tailSize:] {
		t.Errorf("%d bytes kept of one long text", len(got))
	}
}
