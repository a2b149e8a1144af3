package tuner

import (
	"bytes"
	"strings"
	"testing"
)

// TestFitFileKeepsEverything writes a fit and reads it back: the same page and the
// same bytes must come out.
func TestFitFileKeepsEverything(t *testing.T) {
	f := madeUp()
	f.Patterns = &PatternFit{Set: "8x1", Groups: 6, Weights: 9963, Seen: 70, Kept: 60, Without: Loss{0.5, 0.6, 0.7}}
	f.Penalties[0].Patterns = 8
	data, err := f.Encode([]byte(`{"lambda": 0.3}`))
	if err != nil {
		t.Fatal(err)
	}
	back, spec, err := ParseFit(data)
	if err != nil || !strings.Contains(string(spec), "0.3") {
		t.Fatalf("spec %s, %v", spec, err)
	}
	again, err := back.Encode(spec)
	if err != nil || !bytes.Equal(again, data) {
		t.Errorf("the file changes on its way (%v)", err)
	}
	if back.Patterns == nil || *back.Patterns != *f.Patterns || back.Penalties[0].Patterns != 8 {
		t.Errorf("patterns %+v, penalties %+v", back.Patterns, back.Penalties)
	}
	var page, same bytes.Buffer
	if err := Page(f).Write(&page); err != nil {
		t.Fatal(err)
	}
	if err := Page(back).Write(&same); err != nil || !bytes.Equal(page.Bytes(), same.Bytes()) {
		t.Errorf("another page comes of it (%v)", err)
	}
}

func TestParseFitRefuses(t *testing.T) {
	data, err := madeUp().Encode(nil)
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct{ from, to, want string }{
		"another format":       {`"dama-fit"`, `"dama-weights"`, "not a fit file"},
		"a newer version":      {`"version": 1`, `"version": 2`, "version 2"},
		"an unknown field":     {`"status":`, `"state":`, `unknown field "state"`},
		"another feature":      {`"name": "tempo"`, `"name": "rhythm"`, "other features"},
		"a damaged weight":     {`"tempo": [`, `"tempo": [7,`, `"tempo"`},
		"half a file":          {`"sources"`, `"sourc`, "not a fit file: invalid character"},
		"something else there": {`{`, `[`, "not a fit file"},
	} {
		_, _, err := ParseFit([]byte(strings.Replace(string(data), c.from, c.to, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
