package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/eval"
)

func writef(w io.Writer, format string, args ...any) { fmt.Fprintf(w, format, args...) }

// signedMen writes hundredths of a man as men: +1.25.
func signedMen(hundredths int) string { return fmt.Sprintf("%+.2f", float64(hundredths)/100) }

// number is what counts are kept in.
type number interface{ int | int64 | uint64 }

// thousands writes a number with a comma before every three digits.
func thousands[N number](n N) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// counted writes a number with its noun, whose plural ends in s.
func counted[N number](n N, noun string) string { return countedAs(n, noun, noun+"s") }

func plies[N number](n N) string { return countedAs(n, "ply", "plies") }

// countedAs writes a number with its noun in singular or plural.
func countedAs[N number](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(n) + " " + many
}

// weightsOf reads the weights file that a flag names, or takes the built-in
// weights; weights for another ruleset are refused.
func weightsOf(c *cli.Context, flag string, rules dama.Ruleset) (*eval.Weights, error) {
	if !c.IsSet(flag) {
		return eval.Default(), nil
	}
	path := c.String(flag)
	w, err := eval.ReadFile(path)
	if err != nil {
		return nil, err
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
