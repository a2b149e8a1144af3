package report

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Align is how the cells of a column stand.
type Align int

// The alignments. AlignAuto, the default, sets a column to the right if it
// holds numbers only, else to the left.
const (
	AlignAuto Align = iota
	AlignLeft
	AlignRight
	AlignCenter
)

// Table shows rows of cells. On a narrow screen it scrolls in its own box.
type Table struct {
	Caption string     // stands above; may be empty
	Header  []string   // names of the columns; none if empty
	Rows    [][]string // cells; short rows are filled up with empty ones
	Align   []Align    // by column; AlignAuto where missing
}

// tableView is what the template of a table sees: every row of full width,
// each cell with its class.
type tableView struct {
	Caption, Label string
	Header         []cell
	Rows           [][]cell
}

type cell struct{ Text, Class string }

func (t Table) view(r *renderer) (string, any, error) {
	width := len(t.Header)
	for _, row := range t.Rows {
		width = max(width, len(row))
	}
	classes := make([]string, width)
	for column := range classes {
		classes[column] = t.class(column)
	}
	v := tableView{Caption: t.Caption, Label: t.Caption}
	if v.Label == "" {
		v.Label = r.words.Table
	}
	if len(t.Header) > 0 {
		v.Header = cells(t.Header, classes)
	}
	for _, row := range t.Rows {
		v.Rows = append(v.Rows, cells(row, classes))
	}
	return "table", v, nil
}

func cells(row, classes []string) []cell {
	full := make([]cell, len(classes))
	for i, class := range classes {
		full[i].Class = class
		if i < len(row) {
			full[i].Text = row[i]
		}
	}
	return full
}

// class gives the style class of a column.
func (t Table) class(column int) string {
	align := AlignAuto
	if column < len(t.Align) {
		align = t.Align[column]
	}
	switch {
	case align == AlignRight, align == AlignAuto && t.numeric(column):
		return "right"
	case align == AlignCenter:
		return "center"
	case t.short(column):
		return "left whole"
	}
	return "left"
}

// short reports whether no cell of a column is worth breaking: a move broken
// at its hyphen is hard to read.
func (t Table) short(column int) bool {
	const letters = 32
	for _, row := range t.Rows {
		if column < len(row) && utf8.RuneCountInString(row[column]) > letters {
			return false
		}
	}
	return true
}

// numeric reports whether a column holds numbers and nothing else but blanks.
func (t Table) numeric(column int) bool {
	found := false
	for _, row := range t.Rows {
		if column >= len(row) {
			continue
		}
		if strings.ContainsFunc(row[column], unicode.IsLetter) {
			return false
		}
		found = found || strings.ContainsFunc(row[column], unicode.IsDigit)
	}
	return found
}
