package verify

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"damalab/datasets"
)

// record is a row as both readers give it: column to value. A value is nil, a
// text, a bool, an int64, a uint64 or a list ([]any) of these.
type record map[string]any

// plain makes a value of any Go type one of those.
func plain(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Invalid:
		return nil
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return nil
		}
		return plain(v.Elem())
	case reflect.Slice:
		if v.IsNil() {
			return nil
		}
		list := []any{}
		for i := range v.Len() {
			list = append(list, plain(v.Index(i)))
		}
		return list
	case reflect.String:
		return v.String()
	case reflect.Bool:
		return v.Bool()
	case reflect.Uint64:
		return v.Uint()
	}
	if v.CanInt() {
		return v.Int()
	}
	return fmt.Sprintf("a %v, which no column is", v.Type())
}

// wanted are the rows of a file as package datasets knows them.
func wanted[T datasets.Row](rows []T) []record {
	var all []record
	for _, row := range rows {
		v := reflect.ValueOf(row)
		r := record{}
		for i := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("parquet"), ",")
			r[name] = plain(v.Field(i))
		}
		all = append(all, r)
	}
	return all
}

// same compares rows value by value and names the first difference.
func same(t *testing.T, reader string, got, want []record) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s reads %d rows, not %d", reader, len(got), len(want))
		return
	}
	for i := range want {
		for column, value := range want[i] {
			if !reflect.DeepEqual(got[i][column], value) {
				t.Errorf("%s, row %d, %s: %#v, not %#v", reader, i, column, got[i][column], value)
				return
			}
		}
		if len(got[i]) != len(want[i]) {
			t.Errorf("%s, row %d: %d columns, not %d", reader, i, len(got[i]), len(want[i]))
			return
		}
	}
}
