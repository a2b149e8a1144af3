package tomlfile

import (
	"fmt"
	"strings"
)

// Error is one thing wrong in a file.
type Error struct {
	// File is the name given to [Decode], or the path given to [Read].
	File string
	// Line counts from 1; 0 if it is not known.
	Line int
	// Column counts bytes from 1; 0 unless the syntax is wrong.
	Column int
	// Key is the full key, with the number (from 1) of an element in an array
	// of tables: "rule[2].name". For wrong syntax it is the last key read.
	Key string
	// Msg says what is wrong, without place or key.
	Msg string
}

// Error gives file:line:column, the key unless the syntax is wrong, and the
// message.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	if e.Column > 0 {
		fmt.Fprintf(&b, ":%d", e.Column)
	} else if e.Key != "" {
		fmt.Fprintf(&b, ": %s", e.Key)
	}
	return b.String() + ": " + e.Msg
}

// Errors is everything wrong in a file, in the order of the lines.
type Errors []*Error

// Error gives one error a line.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap lets errors.As find the first [*Error].
func (es Errors) Unwrap() []error {
	errs := make([]error, len(es))
	for i, e := range es {
		errs[i] = e
	}
	return errs
}
