package tomlfile

import (
	"errors"
	"fmt"
	"os"
	"reflect"

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
