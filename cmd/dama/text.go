package main

import (
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/eval"
)

func writef(w io.Writer, format string, args ...any) { fmt.Fprintf(w, format, args...) }

// signedMen writes hundredths of a man as men: +1.25.
func signedMen(hundredths int) string { return fmt.Sprintf("%+.2f", float64(hundredths)/100) }

// counted writes a number with its noun.
func counted[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func plies[N int | int64](n N) string {
	if n == 1 {
		return "1 ply"
	}
	return fmt.Sprintf("%d plies", n)
}

// weightsOf reads the weights file that a flag names, or takes the built-in
// weights; weights for another ruleset are refused.
func weightsOf(c *cli.Context, flag string, rules dama.Ruleset) (*eval.Weights, error) {
	if !c.IsSet(flag) {
		return eval.Default(), nil
	}
	path := c.String(flag)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	w, err := eval.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if w.Ruleset != eval.AnyRuleset && w.Ruleset != rules.Name {
		return nil, fmt.Errorf("%s: these weights are for the ruleset %q, not %q", path, w.Ruleset, rules.Name)
	}
	return w, nil
}

// bytesText writes a number of bytes for people.
func bytesText(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1_000_000:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	case n < 1_000_000_000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.2f GB", float64(n)/1e9)
}
