package hub

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"damalab/dama"
)

// Names and values of parameters, the same for both sides.
const (
	variantParam   = "variant"
	turkishVariant = "turkish"
	rulesetParam   = "ruleset"
	hashParam      = "hash"
)

// The sizes of the transposition table that the server offers, in MB of 2^20
// bytes.
const (
	DefaultHashMB = 4
	MaxHashMB     = 4096
)

// settings are the values of the server's parameters.
type settings struct {
	rules  dama.Ruleset
	hashMB int
}

// rulesets lists what the parameter ruleset can be: the built-in rulesets, and
// before them the configured one if it is somebody's own.
func (c *Config) rulesets() []dama.Ruleset {
	all := dama.Rulesets()
	if !slices.ContainsFunc(all, func(r dama.Ruleset) bool { return r.Name == c.Ruleset.Name }) {
		all = append([]dama.Ruleset{c.Ruleset}, all...)
	}
	return all
}

// params declares the parameters with their present values.
func (s *server) params() []Line {
	var names []string
	for _, r := range s.cfg.rulesets() {
		names = append(names, r.Name)
	}
	return []Line{
		line("param", "name", variantParam, "value", turkishVariant, "type", "enum", "values", turkishVariant),
		line("param", "name", rulesetParam, "value", s.settings.rules.Name, "type", "enum", "values", strings.Join(names, " ")),
		line("param", "name", hashParam, "value", strconv.Itoa(s.settings.hashMB), "type", "int",
			"min", "1", "max", strconv.Itoa(MaxHashMB)),
	}
}

// setParam changes a parameter, for the next init. A parameter that is not known
// is ignored, as the protocol wants; a bad value of a known one is an error.
func (s *server) setParam(l Line) error {
	name, _ := l.Get("name")
	value, _ := l.Get("value")
	switch name {
	case variantParam:
		if value != turkishVariant {
			return fmt.Errorf("set-param: the variant %s is not played here, only %s", shown(value), turkishVariant)
		}
	case rulesetParam:
		for _, r := range s.cfg.rulesets() {
			if r.Name == value {
				s.settings.rules = r
				return nil
			}
		}
		_, err := dama.FindRuleset(value)
		return fmt.Errorf("set-param: %w", err)
	case hashParam:
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > MaxHashMB {
			return fmt.Errorf("set-param: hash = %s: it is a whole number of MB from 1 to %d", shown(value), MaxHashMB)
		}
		s.settings.hashMB = n
	}
	return nil
}
