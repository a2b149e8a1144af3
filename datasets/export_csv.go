package datasets

import (
	"reflect"
	"strconv"
	"strings"
)

// How values stand in CSV
//
// Lines end with CR LF and fields are quoted where they must be, as in RFC 4180.
// A null is an empty field; an empty text or list is a pair of quotes. Lists are
// joined by spaces, a null within one being the word null. Unsigned numbers are
// written in full. encoding/csv is not used: it would change line breaks within
// fields, and can't tell a null from an empty text.

// csvNull is a null within a list.
const csvNull = "null"

func appendCSVHeader(b []byte, columns []exportColumn) []byte {
	for i, c := range columns {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, c.name...)
	}
	return append(b, "\r\n"...)
}

func appendCSV(b []byte, columns []exportColumn, row reflect.Value) []byte {
	for i, c := range columns {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendCSVField(b, row.Field(c.field))
	}
	return append(b, "\r\n"...)
}

func appendCSVField(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return b
		}
		return appendCSVField(b, v.Elem())
	case reflect.Slice:
		if v.IsNil() {
			return b
		}
		return appendCSVText(b, csvList(v))
	case reflect.String:
		return appendCSVText(b, v.String())
	}
	return appendPlain(b, v)
}

func csvList(v reflect.Value) string {
	var list []byte
	for i := range v.Len() {
		if i > 0 {
			list = append(list, ' ')
		}
		item := v.Index(i)
		if item.Kind() == reflect.Pointer {
			if item.IsNil() {
				list = append(list, csvNull...)
				continue
			}
			item = item.Elem()
		}
		list = appendPlain(list, item)
	}
	return string(list)
}

// appendPlain writes a text, a number or a truth value as it is.
func appendPlain(b []byte, v reflect.Value) []byte {
	switch {
	case v.Kind() == reflect.String:
		return append(b, v.String()...)
	case v.CanInt():
		return strconv.AppendInt(b, v.Int(), 10)
	case v.CanUint():
		return strconv.AppendUint(b, v.Uint(), 10)
	}
	return strconv.AppendBool(b, v.Bool())
}

func appendCSVText(b []byte, text string) []byte {
	// Blanks at the ends are quoted too: some readers would drop them.
	if text != "" && !strings.ContainsAny(text, "\",\r\n") && strings.TrimSpace(text) == text {
		return append(b, text...)
	}
	b = append(b, '"')
	b = append(b, strings.ReplaceAll(text, `"`, `""`)...)
	return append(b, '"')
}
