package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/dama"
)

func rulesCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "rules", Usage: "the rulesets and where each fact comes from",
		Subcommands: []*cli.Command{
			{
				Name: "list", Usage: "the built-in rulesets in a table", Flags: []cli.Flag{formatFlag()},
				Action: func(c *cli.Context) error { return listRules(c, e) },
			},
			{
				Name: "show", Usage: "one ruleset, each fact with its reason", Flags: []cli.Flag{rulesetFlag(), formatFlag()},
				Action: func(c *cli.Context) error { return showRules(c, e) },
			},
		},
	}
}

// rulesetView is a ruleset as programs get it.
type rulesetView struct {
	dama.Ruleset
	Digest string `json:"digest"`
}

func listRules(c *cli.Context, e *env) error {
	inJSON, err := asJSON(c)
	if err != nil {
		return err
	}
	if !inJSON {
		e.printf("%-15s %-15s %-10s %-11s %-11s %-13s %-15s %s\n",
			"ruleset", "promotion", "reversal", "repetition", "king moves", "no progress", "one piece each", "king v man")
	}
	for _, r := range dama.Rulesets() {
		if inJSON {
			if err := e.printJSON(rulesetView{r, r.Digest()}); err != nil {
				return err
			}
			continue
		}
		f := r.Facts
		e.printf("%-15s %-15s %-10s %-11s %-11s %-13s %-15s %s\n", r.Name, f.Promotion, f.Reversal,
			numberOrNo(f.Repetition), numberOrNo(f.KingMoveLimit), numberOrNo(f.NoProgressPlies), f.OnePieceEach, f.KingVersusMan)
	}
	return nil
}

func numberOrNo(n int) string {
	if n == 0 {
		return "no"
	}
	return fmt.Sprint(n)
}

func showRules(c *cli.Context, e *env) error {
	inJSON, err := asJSON(c)
	if err != nil {
		return err
	}
	r, err := rulesetOf(c)
	if err != nil {
		return err
	}
	if inJSON {
		return e.printJSON(rulesetView{r, r.Digest()})
	}
	values, err := factValues(r.Facts)
	if err != nil {
		return err
	}
	e.printf("%s\nsource: %s\ndigest: %s\n\n", r.Name, r.Source, r.Digest())
	for _, reason := range r.Reasons {
		from := "stated"
		if !reason.Stated {
			from = "chosen"
		}
		name := reason.Fact
		if v, ok := values[name]; ok {
			name += " = " + v
		}
		e.printf("%-45s %s: %s\n", name, from, reason.Text)
	}
	return nil
}

// factValues returns the value of each fact by its field name, as text.
func factValues(f dama.Facts) (map[string]string, error) {
	data, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, err
	}
	values := map[string]string{}
	for k, v := range raw {
		values[k] = strings.NewReplacer(`"`, "", ",", ", ").Replace(string(v))
	}
	return values, nil
}
