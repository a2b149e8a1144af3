package main

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/internal/pipeline"
	"damalab/selfplay/match"
)

func expectFlag() cli.Flag {
	return &cli.Float64Flag{Name: "expect", Usage: "the Elo gain to forecast the length of the match for (default: a table of several)"}
}

func tunePowerCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "power", Usage: "say how many pairs a match will need, before it is played",
		Description: "A gain in loss says nothing reliable about Elo, so the gain to expect is yours to name.\n" +
			"How pairs come out is taken from a former match, or from a usual one.",
		Flags: []cli.Flag{
			expectFlag(),
			&cli.StringFlag{Name: "sprt", Value: "0,10", Usage: "the two Elo bounds of the test"},
			&cli.StringFlag{Name: "like", Usage: "the folder of a fit whose match tells how pairs come out"},
			formatFlag(),
		},
		Action: func(c *cli.Context) error {
			inJSON, err := asJSON(c)
			if err != nil {
				return err
			}
			p, err := powerOf(c)
			if err != nil {
				return err
			}
			if inJSON {
				return p.printJSON(e)
			}
			return p.print(e)
		},
	}
}

// tunePower is a forecast as it is asked for.
type tunePower struct {
	sprt   match.SPRT
	shares match.Shares
	usual  bool // the shares are not of a real match
	gains  []float64
}

// usualGains are forecast where none is named.
func usualGains() []float64 { return []float64{2, 5, 10, 20, 50} }

// powerOf reads --sprt, --expect and, where the command has it, --like.
func powerOf(c *cli.Context) (p tunePower, err error) {
	if p.sprt, err = sprtOf(c.String("sprt")); err != nil {
		return p, err
	}
	p.shares, p.usual, p.gains = match.UsualShares(), true, usualGains()
	if c.IsSet("expect") {
		p.gains = []float64{c.Float64("expect")}
	}
	if dir := c.String("like"); dir != "" {
		j, err := pipeline.ReadJudgement(dir)
		if err != nil {
			return p, err
		}
		shares, ok := j.Tally.Shares()
		if !ok {
			return p, fmt.Errorf("%s: a match of %d pairs, or one whose pairs all came out alike, does not tell how pairs come out",
				filepath.Join(dir, pipeline.MatchFile), j.Tally.Pairs())
		}
		p.shares, p.usual = shares, false
	}
	if _, err := p.sprt.Forecast(p.gains[0], p.shares); err != nil {
		return p, badFlag("expect", err)
	}
	return p, nil
}

// sprtOf reads two Elo bounds.
func sprtOf(text string) (match.SPRT, error) {
	low, high, _ := strings.Cut(text, ",")
	elo0, err0 := strconv.ParseFloat(strings.TrimSpace(low), 64)
	elo1, err1 := strconv.ParseFloat(strings.TrimSpace(high), 64)
	if err0 != nil || err1 != nil {
		return match.SPRT{}, badUsage("--sprt: %q is not two numbers such as 0,10", text)
	}
	test, err := match.NewSPRT(elo0, elo1)
	if err != nil {
		return test, badFlag("sprt", err)
	}
	return test, nil
}

func (p tunePower) forecasts() []match.Forecast {
	list := make([]match.Forecast, len(p.gains))
	for i, elo := range p.gains {
		list[i], _ = p.sprt.Forecast(elo, p.shares) // powerOf has tried
	}
	return list
}

// lines say what a match will need, one for each gain.
func (p tunePower) lines() (lines []string) {
	for _, f := range p.forecasts() {
		lines = append(lines, fmt.Sprintf("if the gain is %g Elo, about %s pairs, 9 times of 10 at most %s; passes with a chance of %.0f %%",
			f.Elo, thousands(int64(f.Mean+0.5)), thousands(int64(f.Most+0.5)), 100*f.Pass))
	}
	return lines
}

func (p tunePower) print(e *env) error {
	for _, line := range p.lines() {
		e.printf("power    %s\n", line)
	}
	source := "those of the match named"
	if p.usual {
		source = "those of a usual match"
	}
	e.printf("pairs    taken to come out like %s: a spread of %.3f\n", source, p.shares.Spread())
	return nil
}

func (p tunePower) printJSON(e *env) error {
	for _, f := range p.forecasts() {
		if err := e.printJSON(f); err != nil {
			return err
		}
	}
	return nil
}
