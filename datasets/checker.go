package datasets

import (
	"fmt"
	"unicode/utf8"
)

// ColumnError says which column of a row holds what it must not.
type ColumnError struct {
	Column string
	Reason string
}

// Error is "column NAME: " and the reason.
func (e *ColumnError) Error() string { return "column " + e.Column + ": " + e.Reason }

// checker keeps the first fault of a row.
type checker struct{ first *ColumnError }

// err is the first fault, or nil.
func (c *checker) err() error {
	if c.first == nil {
		return nil
	}
	return c.first
}

func (c *checker) fail(column, format string, args ...any) {
	if c.first == nil {
		c.first = &ColumnError{Column: column, Reason: fmt.Sprintf(format, args...)}
	}
}

func (c *checker) require(ok bool, column, format string, args ...any) {
	if !ok {
		c.fail(column, format, args...)
	}
}

// text refuses what is not UTF-8: other readers fail on it, or change it.
func (c *checker) text(column, s string) {
	if !utf8.ValidString(s) {
		c.fail(column, "%q is not UTF-8 text; convert it first", s)
	}
}

func (c *checker) needText(column, s string) {
	if s == "" {
		c.fail(column, "is empty")
	}
	c.text(column, s)
}

func (c *checker) optionalText(column string, s *string) {
	if s != nil {
		c.text(column, *s)
	}
}

func (c *checker) texts(column string, list []string) {
	for _, s := range list {
		c.needText(column, s)
	}
}

func (c *checker) result(column string, r *int8) {
	if r != nil && (*r < -1 || *r > 1) {
		c.fail(column, "%d is none of +1, 0 and -1", *r)
	}
}
