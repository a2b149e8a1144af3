package main

import (
	"context"
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
