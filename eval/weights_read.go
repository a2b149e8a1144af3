package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// maxFile is the size in bytes beyond which a file holds no weights: that of the
// largest set of patterns has about three million.
const maxFile = 32_000_000

// ReadFile reads a weights file. The error is that of opening or reading it, or says
// after the file's name what [Parse] finds wrong with it.
func ReadFile(path string) (*Weights, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // it was only read
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("%s: not a weights file: it has more than %d MB", path, maxFile/1_000_000)
	}
	w, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return w, nil
}

// checkHead looks at format and version before anything else, which may be different
// in other files.
func checkHead(data []byte) error {
	var head struct {
		Format  string
		Version int
	}
	switch err := json.Unmarshal(data, &head); {
	case err != nil:
		return fmt.Errorf("not a weights file: %w", err)
	case head.Format != fileFormat:
		return fmt.Errorf("not a weights file: \"format\" is %q, not %q", head.Format, fileFormat)
	case head.Version != fileVersion:
		return fmt.Errorf("weights file version %d: this build reads version %d", head.Version, fileVersion)
	}
	return nil
}

// checkTwice refuses a name that an object has twice: of its two values only one would
// count, and nothing says which one was meant.
func checkTwice(data []byte) error {
	return twice(json.NewDecoder(bytes.NewReader(data)), nil)
}

// twice walks over one value, which path leads to.
func twice(dec *json.Decoder, path []string) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	open, _ := token.(json.Delim)
	seen := map[string]bool{}
	for (open == '{' || open == '[') && dec.More() {
		inner := path
		if open == '{' {
			key, err := dec.Token()
			if err != nil {
				return err
			}
			name, _ := key.(string) // the name of an object's value always is one
			inner = append(path, name)
			if seen[name] {
				return fmt.Errorf("%s stands there twice: remove one of the two", quoted(inner))
			}
			seen[name] = true
		}
		if err := twice(dec, inner); err != nil {
			return err
		}
	}
	if open == '{' || open == '[' {
		_, err = dec.Token() // its end
	}
	return err
}

func quoted(names []string) string {
	var list []string
	for _, name := range names {
		list = append(list, strconv.Quote(name))
	}
	return strings.Join(list, ", ")
}

// decodeNumbers reads a list of whole numbers. The library would take null for 0.
func decodeNumbers(raw json.RawMessage, into any) error {
	if bytes.Contains(raw, []byte("null")) {
		return errors.New("there is a null in place of a number")
	}
	return json.Unmarshal(raw, into)
}
