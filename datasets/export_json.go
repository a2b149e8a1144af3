package datasets

import (
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// How values stand in JSON lines
//
// A row is one object on one line, its keys being the columns in their order.
// Boards and seeds, the unsigned columns, are texts of decimal digits: most JSON
// readers hold numbers as float64, which is exact up to 2^53 only and would move
// pieces without a word. All other numbers are numbers.

func appendJSONRow(b []byte, columns []exportColumn, row reflect.Value) []byte {
	for i, c := range columns {
		b = append(b, "{,"[min(i, 1)], '"')
		b = append(b, c.name...)
		b = append(b, '"', ':')
		b = appendJSON(b, row.Field(c.field))
	}
	return append(b, "}\n"...)
}

func appendJSON(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, "null"...)
		}
		return appendJSON(b, v.Elem())
	case reflect.Slice:
		return appendJSONList(b, v)
	case reflect.String:
		return appendJSONText(b, v.String())
	case reflect.Uint64:
		b = append(b, '"')
		b = strconv.AppendUint(b, v.Uint(), 10)
		return append(b, '"')
	}
	return appendPlain(b, v)
}

func appendJSONList(b []byte, v reflect.Value) []byte {
	if v.IsNil() {
		return append(b, "null"...)
	}
	b = append(b, '[')
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendJSON(b, v.Index(i))
	}
	return append(b, ']')
}

// appendJSONText escapes what JSON must have escaped and nothing else.
func appendJSONText(b []byte, text string) []byte {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD") // a file of another tool's making
	}
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c < ' ':
			b = append(b, `\u00`...)
			b = append(b, hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
