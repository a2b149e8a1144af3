package tomlfile

import (
	"cmp"
	"encoding"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/BurntSushi/toml"
)

// checker walks the parsed values and the Go type side by side and collects
// what does not fit.
type checker struct {
	file  string
	lines map[string]int
	free  bool // a value went to a type that takes anything
	found Errors
}

func (c *checker) add(key, format string, args ...any) {
	c.found = append(c.found, &Error{File: c.file, Line: c.lines[key], Key: key, Msg: fmt.Sprintf(format, args...)})
}

// result gives what was found: nil, one *Error or several Errors.
func (c *checker) result() error {
	slices.SortStableFunc(c.found, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Key, b.Key))
	})
	switch len(c.found) {
	case 0:
		return nil
	case 1:
		return c.found[0]
	}
	return c.found
}

// check reports what in value, found at key, has no place in a t.
func (c *checker) check(key string, value any, t reflect.Type) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case implements[toml.Unmarshaler](t):
		c.free = true // it knows best, and the decoder will ask it
		return
	case implements[encoding.TextUnmarshaler](t):
		c.checkText(key, value, t)
		return
	}
	switch t.Kind() {
	case reflect.Interface:
		c.free = true
	case reflect.Struct:
		c.checkStruct(key, value, t)
	case reflect.Map:
		c.checkMap(key, value, t)
	case reflect.Slice, reflect.Array:
		c.checkList(key, value, t)
	default:
		if complaint := scalarComplaint(value, t); complaint != "" {
			c.add(key, "%s", complaint)
		}
	}
}

func implements[I any](t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[I]())
}

func (c *checker) checkStruct(key string, value any, t reflect.Type) {
	if t == reflect.TypeFor[toml.Primitive]() {
		c.free = true
		return
	}
	table, ok := value.(map[string]any)
	if !ok {
		c.add(key, "want a table, found %s", describe(value))
		return
	}
	known := fieldsOf(t)
	for _, name := range slices.Sorted(maps.Keys(table)) {
		field, ok := known[name]
		if !ok {
			c.add(join(key, name), "unknown key%s", suggestion(name, slices.Sorted(maps.Keys(known))))
			continue // what is inside an unknown table is not worth a line each
		}
		c.check(join(key, name), table[name], field)
	}
}

func (c *checker) checkMap(key string, value any, t reflect.Type) {
	table, ok := value.(map[string]any)
	if !ok {
		c.add(key, "want a table, found %s", describe(value))
		return
	}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		c.check(join(key, name), table[name], t.Elem())
	}
}

func (c *checker) checkList(key string, value any, t reflect.Type) {
	// By reflection, for an array of tables is a []map[string]any, and every
	// other array a []any.
	list := reflect.ValueOf(value)
	if list.Kind() != reflect.Slice {
		c.add(key, "want a list, found %s", describe(value))
		return
	}
	if t.Kind() == reflect.Array && list.Len() != t.Len() {
		c.add(key, "want %d values, found %d", t.Len(), list.Len())
		return
	}
	for i := range list.Len() {
		c.check(element(key, i), list.Index(i).Interface(), t.Elem())
	}
}

// checkText asks the type's own UnmarshalText, on a value that is thrown away.
// Values that are not text are left to the decoder, which writes them as text.
func (c *checker) checkText(key string, value any, t reflect.Type) {
	switch v := value.(type) {
	case string:
		into := reflect.New(t).Interface().(encoding.TextUnmarshaler)
		if err := into.UnmarshalText([]byte(v)); err != nil {
			c.add(key, "%v", err)
		}
	case map[string]any, []map[string]any, []any:
		c.add(key, "want a single value, found %s", describe(value))
	}
}
