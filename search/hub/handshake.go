package hub

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"
)

// offer is a parameter as an engine declares it.
type offer struct {
	name, value string
	values      []string // of an enumeration; otherwise empty
}

// handshake gets the engine ready: it introduces itself and offers parameters,
// some are set, and it prepares itself.
func (c *Client) handshake(ctx context.Context) error {
	if err := c.say(line("hub")); err != nil {
		return err
	}
	var offers []offer
	err := c.hearUntil(ctx, "wait", func(l Line) error {
		return c.introduced(l, &offers)
	})
	if err != nil {
		return err
	}
	wishes, err := c.wishes(offers)
	if err != nil {
		return err
	}
	for _, l := range append(wishes, line("init")) {
		if err := c.say(l); err != nil {
			return err
		}
	}
	return c.hearUntil(ctx, "ready", nil)
}

// hearUntil listens until the engine says a certain command, and has each line
// before it looked at. Where nothing looks, the engine may say what it likes, even
// what is no proper line, so long as it is no error.
func (c *Client) hearUntil(ctx context.Context, command string, look func(Line) error) error {
	timer := time.NewTimer(c.opts.HandshakeTimeout)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
			return c.fail(ErrHung, "it did not say %q within %v", command, c.opts.HandshakeTimeout)
		case text, ok := <-c.lines:
			if _, err := ParseLine(text); ok && err != nil && look == nil {
				continue
			}
			l, err := c.heard(text, ok)
			switch {
			case err != nil:
				return err
			case l.Command == command:
				return nil
			case l.Command == "error":
				return c.reported(l)
			case look != nil:
				err = look(l)
			}
			if err != nil {
				return err
			}
		}
	}
}

// introduced looks at a line of the engine's introduction.
func (c *Client) introduced(l Line, offers *[]offer) error {
	switch l.Command {
	case "id":
		if name, _ := l.Get("name"); name != "" && c.opts.Name == "" {
			c.name = name
		}
	case "param":
		name, _ := l.Get("name")
		if name == "" {
			return c.fail(ErrProtocol, "a parameter has no name")
		}
		if len(*offers) == maxOffers {
			return c.fail(ErrProtocol, "it offers more than %d parameters", maxOffers)
		}
		value, _ := l.Get("value")
		values, _ := l.Get("values")
		*offers = append(*offers, offer{name: name, value: value, values: strings.Fields(values)})
	}
	return nil
}

// maxOffers is more parameters than any engine has.
const maxOffers = 1000

// wishes returns the lines that set what is to be set: parameters whose value is
// to be another one.
func (c *Client) wishes(offers []offer) ([]Line, error) {
	want := map[string]string{variantParam: turkishVariant}
	if c.opts.Ruleset != "" {
		want[rulesetParam] = c.opts.Ruleset
	}
	known := []string{}
	for _, o := range offers {
		known = append(known, o.name)
	}
	for _, name := range slices.Sorted(maps.Keys(c.opts.Params)) {
		if !slices.Contains(known, name) {
			return nil, c.fail(ErrProtocol, "it has no parameter %s, only %s", shown(name), shown(strings.Join(known, ", ")))
		}
		want[name] = c.opts.Params[name]
	}
	var lines []Line
	for _, o := range offers {
		value, wanted := want[o.name]
		if !wanted || value == o.value {
			continue
		}
		if len(o.values) > 0 && !slices.Contains(o.values, value) {
			return nil, c.fail(ErrProtocol, "its parameter %s can't be %s, only %s", o.name, shown(value), shown(strings.Join(o.values, ", ")))
		}
		lines = append(lines, line("set-param", "name", o.name, "value", value))
	}
	return lines, nil
}
