package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"damalab/dama"
)

// playWith runs a game over the given input.
func playWith(ctx context.Context, in io.Reader, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = Main(ctx, append([]string{"dama", "play", "--nodes", "20"}, args...), in, &out, &errs)
	return code, out.String(), errs.String()
}

// TestPlayTextsAgree holds the two languages against each other: no text is
// missing, and each takes the same arguments.
func TestPlayTextsAgree(t *testing.T) {
	verb := regexp.MustCompile(`%.`)
	en, tr := reflect.ValueOf(*playEnglish()), reflect.ValueOf(*playTurkish())
	for i := range en.NumField() {
		name, a, b := en.Type().Field(i).Name, en.Field(i), tr.Field(i)
		if a.IsZero() || b.IsZero() {
			t.Errorf("%s is missing in a language", name)
		}
		if a.Kind() == reflect.String && !slices.Equal(verb.FindAllString(a.String(), -1), verb.FindAllString(b.String(), -1)) {
			t.Errorf("%s takes other arguments: %q, %q", name, a, b)
		}
	}
	for _, reason := range []dama.Termination{
		dama.Elimination, dama.BlockedSide, dama.OnePieceEachDrawn, dama.KingVersusManDrawn,
		dama.RepetitionDrawn, dama.KingMovesDrawn, dama.NoProgressDrawn, playResignation,
	} {
		for _, text := range []*playText{playEnglish(), playTurkish()} {
			if got := text.reason(reason, "X", dama.Facts{}); got == string(reason) {
				t.Errorf("%s has no words", reason)
			}
		}
	}
}

func TestPlayOrders(t *testing.T) {
	for line, want := range map[string][2]string{
		"YARDIM": {playHelp}, "yardim": {playHelp}, "?": {playHelp}, "  Geri   AL ": {playUndo}, "GERI AL": {playUndo}, "İPUCU": {playHint},
		"IPUCU": {playHint}, "HİNT": {playHint}, "c\u0327ık": {playQuit}, "ÇIK": {playQuit}, "TARAF DEĞİŞTİR": {playSwitch}, "taraf degistir": {playSwitch},
		"Kaydet  Çift İsim.pdn ": {playSave, "Çift İsim.pdn"}, "save": {playSave}, "savety": {"", "savety"}, "c3-c4": {"", "c3-c4"}, "": {}, "\t": {},
	} {
		if order, rest := playOrder(line); order != want[0] || rest != want[1] {
			t.Errorf("%q: %q, %q, want %q", line, order, rest, want)
		}
	}
	for line, want := range map[string]string{
		"C3 C4": "c3-c4", "c3c4": "c3-c4", "c3 – c4": "c3-c4", "a1×a3": "a1xa3", "19-27": "19-27", "ı3i": "i3i",
	} {
		if got := playMoveText(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// TestPlayForms plays one capture in every way in which it may be typed.
func TestPlayForms(t *testing.T) {
	const fen = "W:Wf3,a2:Bf4,e5,d6,c7,h7"
	for _, typed := range []string{"f3xf5xd5xd7xb7", "f3xb7", "f3xf4xe5xd6xc7", "f3-b7", "f3 b7", "F3XB7", "f3-f5-d5-d7-b7", "22x50", "f3b7"} {
		_, out, _ := playWith(t.Context(), strings.NewReader(typed+"\nfen\n"), "--fen", fen)
		if !strings.Contains(out, "W:Wa2,b7:B") {
			t.Errorf("%q was not played:\n%s", typed, out)
		}
	}
}

// TestPlayTakesAnyInput feeds games with what nobody would type.
func TestPlayTakesAnyInput(t *testing.T) {
	t.Chdir(t.TempDir()) // whatever is saved, it is saved here
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	parts := []string{
		"a1", "c3", "c4", "h8", "x", "-", " ", "0", "65", "é", "ı", "İ", "\x00", "\xff\xfe", "\x1b[2J", "%d%s%!", "x-x", "save no/such/folder/", "undo\n",
		"hint\n", "switch\n", "resign\n", "moves\n", "board\n", "\r\n", "\n", "c3-c4\n", "b3-b4\n", strings.Repeat("c3x", 3000), strings.Repeat("\x00", 9000),
	}
	for range 10 {
		var in strings.Builder
		for range 60 {
			in.WriteString(parts[r.IntN(len(parts))])
		}
		code, out, errs := playWith(t.Context(), strings.NewReader(in.String()), "--lang", []string{"en", "tr"}[r.IntN(2)])
		if code != exitDone || errs != "" {
			t.Errorf("exit code %d, stderr %q, input %q", code, errs, in.String())
		}
		if strings.ContainsAny(out, "\x00\x1b") {
			t.Errorf("control characters got through, input %q", in.String())
		}
	}
}

func TestPlayLongLines(t *testing.T) {
	code, out, _ := playWith(t.Context(), strings.NewReader(strings.Repeat("c3-c4 ", 1<<20)+"\nc3-c4\n"))
	if code != exitDone || !strings.Contains(out, "That line is too long") || !strings.Contains(out, "Move 2.") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
}

// onceWritten calls a function when a text has been written to it.
type onceWritten struct {
	bytes.Buffer
	text string
	call func()
}

func (w *onceWritten) Write(p []byte) (int, error) {
	n, err := w.Buffer.Write(p)
	if strings.Contains(w.String(), w.text) {
		w.call()
	}
	return n, err
}

// TestPlayCancelled stops a game that waits for its player.
func TestPlayCancelled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.pdn")
	ctx, cancel := context.WithCancel(t.Context())
	out := &onceWritten{text: "Move 2.", call: cancel}
	read, write := io.Pipe()
	defer write.Close()
	go func() { _, _ = io.WriteString(write, "c3-c4\n") }()
	var errs bytes.Buffer
	code := Main(ctx, []string{"dama", "play", "--nodes", "20", "--save", path}, read, out, &errs)
	if code != exitCancelled {
		t.Errorf("exit code %d, stderr %q", code, errs.String())
	}
	if game, err := os.ReadFile(path); err != nil || !strings.Contains(string(game), "1. c3-c4") {
		t.Errorf("the game was not saved: %q, %v\n%s", game, err, out)
	}
}

// brokenInput is a terminal that has gone away.
type brokenInput struct{}

func (brokenInput) Read([]byte) (int, error) { return 0, errors.New("the line is dead") }

func TestPlayBrokenInput(t *testing.T) {
	code, _, errs := playWith(t.Context(), brokenInput{})
	if code != exitFailed || !strings.Contains(errs, "reading the moves: the line is dead") {
		t.Errorf("exit code %d, stderr %q", code, errs)
	}
}

// TestPlaySavesWhatCanBeRead reads a game back that was begun by the engine, in
// which the sides were changed and moves taken back.
func TestPlaySavesWhatCanBeRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.pdn")
	if err := os.WriteFile(path, []byte("[Event \"old\"]\n\n1. a3-a4 *"), 0o644); err != nil {
		t.Fatal(err)
	}
	in := "undo\nh6-h5\nswitch\nundo\nswitch\nquit\n"
	code, out, errs := playWith(t.Context(), strings.NewReader(in), "--color", "black", "--save", path, "--append")
	if code != exitDone {
		t.Fatalf("exit code %d: %s\n%s", code, errs, out)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var events []string
	for game, err := range dama.NewPDNReader(f, path, dama.Rulesets()[0].Generator()).Games() {
		if err != nil || len(game.Warnings) > 0 || len(game.Moves) == 0 {
			t.Fatalf("%v, %q, %d moves", err, game.Warnings, len(game.Moves))
		}
		event, _ := game.Tag("Event")
		events = append(events, event)
	}
	if !slices.Equal(events, []string{"old", "Game against the engine"}) {
		t.Errorf("the file holds %q", events)
	}
}

// TestPlayNeverLosesAGame makes the file unwritable while the game goes on.
func TestPlayNeverLosesAGame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.pdn")
	read, write := io.Pipe()
	go func() {
		_, _ = io.WriteString(write, "c3-c4\n")
		_ = os.WriteFile(path, []byte("somebody else's"), 0o644)
		write.Close()
	}()
	code, out, errs := playWith(t.Context(), read, "--save", path)
	if code != exitFailed || !strings.Contains(errs, "the file exists") || !strings.Contains(out, "1. c3-c4") {
		t.Errorf("exit code %d, stderr %q\n%s", code, errs, out)
	}
	if text, _ := os.ReadFile(path); string(text) != "somebody else's" {
		t.Errorf("the file was written over: %q", text)
	}
}

// TestPlayFlagsRefuseNonsense is as for every command: one line and exit code 1
// or 2.
func TestPlayFlagsRefuseNonsense(t *testing.T) {
	for _, args := range []string{
		"--color red", "--lang x", "--nodes 0", "--nodes -1", "--depth 0", "--time 0s", "--time 5", "--fen x", "--fen W:Wa1:B", "--ruleset nosuch",
		"--weights no/such/file", "--append", "--save no/such/folder/x", "--save .", "--save /dev/null", "word",
	} {
		var out, errs bytes.Buffer
		code := Main(t.Context(), append([]string{"dama", "play"}, strings.Fields(args)...), strings.NewReader(""), &out, &errs)
		if code != exitUsage && code != exitFailed || out.Len() > 0 || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q", args, code, out.String(), errs.String())
		}
	}
}
