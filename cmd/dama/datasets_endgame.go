package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/datasets"
	"damalab/endgame"
)

// gameTables are the endgame tables for the games of a dataset, by ruleset. Of a
// folder there is one set, for the rulesets with its rules; of the built-in tables
// each ruleset has its own, if there are some.
type gameTables struct {
	byRuleset map[string]*endgame.Tables
	without   []string // rulesets of the dataset that the tables are not for
	open      []*endgame.Tables
}

// gameTablesOf opens the tables that --endgame names; a name must be given.
func gameTablesOf(c *cli.Context, m *datasets.Manifest) (*gameTables, error) {
	name, err := needed(c, "endgame")
	if err != nil {
		return nil, err
	}
	if err := beside(c, name); err != nil {
		return nil, err
	}
	t := &gameTables{byRuleset: map[string]*endgame.Tables{}}
	var refused error
	for _, rules := range m.AllRulesets() {
		tables, err := t.find(name, rules)
		switch {
		case errors.Is(err, endgame.ErrNoBuiltin), errors.Is(err, endgame.ErrOtherRules):
			t.without, refused = append(t.without, rules.Name), err
		case err != nil:
			t.close()
			return nil, err
		default:
			t.byRuleset[rules.Name] = tables
		}
	}
	switch {
	case len(t.byRuleset) > 0:
		return t, nil
	case errors.Is(refused, endgame.ErrNoBuiltin):
		return nil, badUsage("--endgame: there are no built-in tables for the facts of %s; "+
			"make some with 'dama endgame build' and name their folder", quoted(t.without))
	}
	return nil, fmt.Errorf("no game is under the rules of the tables (%s): %w", strings.Join(t.without, ", "), refused)
}

// find opens tables for a ruleset, or returns those that are open already.
func (t *gameTables) find(name string, rules dama.Ruleset) (*endgame.Tables, error) {
	r := endgame.RulesOf(rules.Facts)
	if i := slices.IndexFunc(t.open, func(o *endgame.Tables) bool { return o.Rules() == r }); i >= 0 {
		return t.open[i], nil
	}
	tables, err := endgame.Find(name, rules.Facts)
	if err == nil {
		t.open = append(t.open, tables)
	}
	return tables, err
}

func (t *gameTables) close() {
	for _, o := range t.open {
		_ = o.Close() // they were only read
	}
}

// audited are the tables as an audit takes them.
func (t *gameTables) audited() map[string]datasets.Tables {
	list := map[string]datasets.Tables{}
	for name, tables := range t.byRuleset {
		list[name] = tables
	}
	return list
}

// quoted lists names in quotation marks.
func quoted(names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = fmt.Sprintf("%q", name)
	}
	return strings.Join(list, ", ")
}
