package datasets

import (
	"encoding/json"
	"slices"
	"testing"
)

func TestSpecDifferences(t *testing.T) {
	for _, c := range []struct {
		there, asked string
		want         []string
	}{
		{`{"a":1,"b":{"c":2}}`, `{"a":1,"b":{"c":2}}`, nil},
		{
			`{"a":1,"b":{"c":2,"d":{"e":[1]}},"f":"x"}`, `{"a":2,"b":{"c":2,"d":{"e":[2]},"g":"y"}}`,
			[]string{`a is 1 there, 2 is asked for`, `b.d.e is [1] there, [2] is asked for`, `b.g is nothing there, "y" is asked for`, `f is "x" there, nothing is asked for`},
		},
		{`{"a":{"b":1}}`, `{"a":null}`, []string{`a is {"b":1} there, null is asked for`}},
		{`null`, `{"a":3}`, []string{`a is nothing there, 3 is asked for`}},
		{`[]`, `{}`, []string{"the specs can't be compared"}},
	} {
		if got := SpecDifferences(json.RawMessage(c.there), json.RawMessage(c.asked)); !slices.Equal(got, c.want) {
			t.Errorf("%s and %s: %q", c.there, c.asked, got)
		}
	}
}
