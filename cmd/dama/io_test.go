package main

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// fullDisk is a writer on which nothing fits any more.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestLostOutputIsAFailure writes each command's results to a full disk.
func TestLostOutputIsAFailure(t *testing.T) {
	for _, args := range []string{
		"version", "rules list", "rules show", "moves --fen W:Wa2:Bb7", "moves --fen W:Wa2:Bb7 --format json", "perft --depth 2",
		"search --depth 2", "match --a default --b plain --games 2 --nodes 20", "completion",
	} {
		var errs strings.Builder
		code := Main(context.Background(), append([]string{"dama"}, strings.Fields(args)...), strings.NewReader(""), fullDisk{}, &errs)
		if code != exitFailed || !strings.Contains(errs.String(), "no space left") {
			t.Errorf("%s: exit code %d, stderr %q", args, code, errs.String())
		}
	}
}

// TestProvenLinesAreWhole plays the lines that are said to win to their end.
func TestProvenLinesAreWhole(t *testing.T) {
	for _, args := range []string{
		"--depth 3 --fen W:WKa1,Kh1,Ke2:BKd8", "--depth 8 --fen B:Wg2,h3,h4,Kb3:Bc4,g5,h6,d7,Ka8", "--depth 8 --lines 3 --fen B:Wg3,h4:Bc5,h6,a7,g7,h7,Ka8",
		"--nodes 50000 --fen W:Wb2,h2,h3,a7,Kb8:BKa1",
	} {
		code, out, errs := runMain(t, strings.Fields("search --format json "+args)...)
		if code != exitDone {
			t.Fatalf("%s: %d, %s", args, code, errs)
		}
		lines := strings.Split(strings.TrimSpace(out), "\n")
		var v searchView
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &v); err != nil {
			t.Fatal(err)
		}
		if v.WinIn != nil && len(v.PV) != *v.WinIn {
			t.Errorf("%s: a win in %d with %d moves: %v", args, *v.WinIn, len(v.PV), v.PV)
		}
		if !strings.Contains(out, `"win_in"`) {
			t.Errorf("%s: no win found", args)
		}
	}
}
