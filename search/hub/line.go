package hub

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxLine is the longest line that is read, in bytes: room for the moves of a
// game ten times longer than any played. A longer line ends the conversation,
// so that a peer gone mad costs no more memory than this.
const maxLine = 64 << 10

// Line is one line of the protocol.
type Line struct {
	// Command is the first word; empty for a blank line.
	Command string
	Args    []Arg
}

// Arg is an argument of a line.
type Arg struct {
	Name  string
	Value string
	// Flag tells that the argument was, or is to be, written without a value.
	// A reader may treat it as one with the empty value.
	Flag bool
}

// ParseLine reads a line, without its line break. Words are separated by spaces
// or tabs; a value that begins with a double quote goes on to the next one. There
// is no way to write a double quote inside a value. The error says what is wrong
// and where; it never comes from a command or an argument that is merely unknown.
func ParseLine(text string) (Line, error) {
	if err := printable(text); err != nil {
		return Line{}, err
	}
	rest := strings.Trim(text, blanks)
	end := strings.IndexAny(rest, blanks)
	if end < 0 {
		end = len(rest)
	}
	l := Line{Command: rest[:end]}
	if strings.ContainsAny(l.Command, `="`) {
		return Line{}, fmt.Errorf("line %s: the first word is a command, without = and quotes", shown(text))
	}
	for rest = strings.TrimLeft(rest[end:], blanks); rest != ""; rest = strings.TrimLeft(rest, blanks) {
		a, after, err := parseArg(rest)
		if err != nil {
			return Line{}, fmt.Errorf("line %s: %w", shown(text), err)
		}
		l.Args = append(l.Args, a)
		rest = after
	}
	return l, nil
}

const blanks = " \t\r"

// printable refuses control characters, which no engine means to say. In which
// encoding names are written is left to the engine.
func printable(text string) error {
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\t' && c != '\r' || c == 0x7F {
			return fmt.Errorf("line %s: a control character (code %d) at byte %d", shown(text), c, i+1)
		}
	}
	return nil
}

// parseArg reads the argument at the start of a text that does not begin with a
// blank, and returns what follows it.
func parseArg(text string) (a Arg, after string, err error) {
	end := strings.IndexAny(text, "="+blanks)
	if end < 0 {
		end = len(text)
	}
	a.Name, after = text[:end], text[end:]
	if a.Name == "" || strings.Contains(a.Name, `"`) {
		return Arg{}, "", fmt.Errorf("an argument at %s has no proper name", shown(text))
	}
	after, valued := strings.CutPrefix(after, "=")
	if !valued {
		a.Flag = true
		return a, after, nil
	}
	if quoted, ok := strings.CutPrefix(after, `"`); ok {
		a.Value, after, ok = strings.Cut(quoted, `"`)
		if !ok {
			return Arg{}, "", fmt.Errorf("the quotes of %s are not closed", shown(a.Name))
		}
		if after != "" && !strings.ContainsAny(after[:1], blanks) {
			return Arg{}, "", fmt.Errorf("a space is missing after the quotes of %s", shown(a.Name))
		}
		return a, after, nil
	}
	end = strings.IndexAny(after, blanks)
	if end < 0 {
		end = len(after)
	}
	a.Value = after[:end]
	return a, after[end:], nil
}

// Get returns the value of the first argument with this name, and whether there
// is one.
func (l Line) Get(name string) (value string, ok bool) {
	for _, a := range l.Args {
		if a.Name == name {
			return a.Value, true
		}
	}
	return "", false
}

// Has tells whether the line has an argument with this name.
func (l Line) Has(name string) bool {
	_, ok := l.Get(name)
	return ok
}

// String writes the line, without a line break. Values are quoted where they must
// be; what cannot be written inside quotes is replaced: a double quote by a single
// one, a control character by a space.
func (l Line) String() string {
	var b strings.Builder
	b.WriteString(l.Command)
	for _, a := range l.Args {
		b.WriteString(" " + a.Name)
		if !a.Flag {
			b.WriteString("=" + quote(a.Value))
		}
	}
	return b.String()
}

func quote(value string) string {
	value = strings.Map(func(r rune) rune {
		switch {
		case r == '"':
			return '\''
		case r < ' ' || r == 0x7F:
			return ' '
		}
		return r
	}, strings.ToValidUTF8(value, "?"))
	if value == "" || strings.ContainsAny(value, " =") {
		return `"` + value + `"`
	}
	return value
}

// line builds a line from name and value pairs.
func line(command string, pairs ...string) Line {
	l := Line{Command: command}
	for i := 0; i+1 < len(pairs); i += 2 {
		l.Args = append(l.Args, Arg{Name: pairs[i], Value: pairs[i+1]})
	}
	return l
}

// shown quotes a text for a message, cut where it gets long.
func shown(text string) string {
	const most = 80
	if len(text) > most {
		return fmt.Sprintf("%.*q...", most, text)
	}
	return fmt.Sprintf("%q", text)
}

// errLongLine ends a conversation.
var errLongLine = errors.New("a line is longer than 64 KB")

// scanner reads lines of at most maxLine bytes.
type scanner struct{ *bufio.Scanner }

func newScanner(r io.Reader) scanner {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, 4<<10), maxLine)
	return scanner{s}
}

// Err returns why the lines ended, nil if the input did.
func (s scanner) Err() error {
	err := s.Scanner.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		return errLongLine
	}
	return err
}
