package tomlfile

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"

	"github.com/BurntSushi/toml"
)

// Read decodes the TOML file at path into the struct that into points to; see
// [Decode]. Errors of reading the file wrap the system's.
func Read(path string, into any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err // names the path already
	}
	return Decode(path, data, into)
}

// Decode decodes TOML text into the struct that into points to. name stands
// for the file in errors.
//
// Each field has one name: its `toml` tag, or without one the field's name in
// lower case. Any other key is refused, also one that differs by case only.
// Fields without a key in the text keep their value, so into can hold the
// defaults. Maps and interfaces take every key.
//
// The error is an [*Error], or [Errors] if there are several; errors.As finds
// an *Error in both. After an error of this kind into is as it was, unless the
// error came from an UnmarshalTOML method.
func Decode(name string, data []byte, into any) error {
	target := reflect.ValueOf(into)
	if target.Kind() != reflect.Pointer || target.IsNil() || target.Elem().Kind() != reflect.Struct {
		return fmt.Errorf("%s: cannot decode into %T: want a pointer to a struct", name, into)
	}
	var tree map[string]any
	if err := toml.Unmarshal(data, &tree); err != nil {
		return convert(name, err)
	}
	c := &checker{file: name, lines: scanLines(string(data))}
	c.check("", tree, target.Elem().Type())
	if err := c.result(); err != nil {
		return err
	}
	meta, err := toml.Decode(string(data), into)
	if err != nil {
		return convert(name, err)
	}
	// The check above should have named them all. Should the two ever differ,
	// refusing without a line is better than ignoring a key.
	// (Where a type takes anything, the decoder counts nothing as decoded.)
	if !c.free {
		for _, key := range meta.Undecoded() {
			c.add(key.String(), "unknown key")
		}
	}
	return c.result()
}

// DecodeFitting is [Decode], but what fits is set even where something else in the
// text does not fit, so that a caller can judge the values too and report all
// faults at once. Text that can't be parsed sets nothing.
func DecodeFitting(name string, data []byte, into any) error {
	err := Decode(name, data, into)
	var tree map[string]any
	if err == nil || toml.Unmarshal(data, &tree) != nil {
		return err
	}
	for _, e := range faultsOf(err) {
		remove(tree, strings.Split(e.Key, "."))
	}
	rest, encodeErr := toml.Marshal(tree)
	if encodeErr == nil {
		// A second error would say again what the first one does.
		_ = Decode(name, rest, into)
	}
	return err
}

// faultsOf lists the faults in an error of Decode.
func faultsOf(err error) []*Error {
	var many Errors
	if errors.As(err, &many) {
		return many
	}
	var one *Error
	if errors.As(err, &one) {
		return []*Error{one}
	}
	return nil
}

// remove takes the value of a key out of a tree of tables. Of an array of tables
// the whole array goes.
func remove(tree map[string]any, key []string) {
	name, _, _ := strings.Cut(key[0], "[")
	if inner, ok := tree[name].(map[string]any); ok && len(key) > 1 {
		remove(inner, key[1:])
		return
	}
	delete(tree, name)
}

// Lines returns the line, from 1, of every key in TOML text that has been parsed:
// "a.b", and "a.list[2].b" for the second of an array of tables.
func Lines(data []byte) map[string]int { return scanLines(string(data)) }

// convert brings an error of the parser into the shape of ours.
func convert(name string, err error) error {
	var parse toml.ParseError
	if !errors.As(err, &parse) {
		return fmt.Errorf("%s: %w", name, err)
	}
	return &Error{
		File: name, Line: parse.Position.Line, Column: parse.Position.Col,
		Key: parse.LastKey, Msg: parse.Message,
	}
}
