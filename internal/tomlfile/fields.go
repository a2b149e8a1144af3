package tomlfile

import (
	"fmt"
	"reflect"
	"strings"
)

// fieldsOf lists what a struct takes: key to type. Embedded structs without a
// tag lend their fields, as the decoder has it; the outer of two of one name
// counts.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	fields := make(map[string]reflect.Type)
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
		if name == "-" || !f.IsExported() && !f.Anonymous {
			continue
		}
		if inner := structOf(f.Type); f.Anonymous && name == "" && inner != nil {
			for key, typ := range fieldsOf(inner) {
				if _, taken := fields[key]; !taken {
					fields[key] = typ
				}
			}
			continue
		}
		if f.IsExported() {
			fields[keyOf(name, f.Name)] = f.Type
		}
	}
	return fields
}

func keyOf(tag, field string) string {
	if tag != "" {
		return tag
	}
	return strings.ToLower(field)
}

// structOf gives t or what it points to if that is a struct, else nil.
func structOf(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	return t
}

// maxDistance is how many letters a key may be off to be taken for a slip.
const maxDistance = 2

// suggestion names the known key nearest to name, if it is near enough.
func suggestion(name string, known []string) string {
	best, distance := "", maxDistance+1
	for _, k := range known {
		d := editDistance(strings.ToLower(name), strings.ToLower(k))
		// "x" is two letters off "id" too: all of a key changed is no slip.
		if d < distance && d < max(len([]rune(name)), len([]rune(k))) {
			best, distance = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// editDistance is the number of letters to add, drop, change or swap with
// their neighbour to make a into b (optimal string alignment).
func editDistance(a, b string) int {
	s, t := []rune(a), []rune(b)
	d := make([][]int, len(s)+1)
	for i := range d {
		d[i] = make([]int, len(t)+1)
		d[i][0] = i
	}
	for j := range t {
		d[0][j+1] = j + 1
	}
	for i := range s {
		for j := range t {
			change := 1
			if s[i] == t[j] {
				change = 0
			}
			d[i+1][j+1] = min(d[i][j]+change, d[i][j+1]+1, d[i+1][j]+1)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				d[i+1][j+1] = min(d[i+1][j+1], d[i-1][j-1]+1)
			}
		}
	}
	return d[len(s)][len(t)]
}
