package report

import (
	"fmt"
	"testing"
)

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		s     span
		count int
		want  string
	}{
		{span{0, 10}, 5, "[0 2 4 6 8 10]"},
		{span{0, 1}, 5, "[0 0.2 0.4 0.6 0.8 1]"},
		{span{-3, 3}, 3, "[-2 0 2]"},
		{span{0.51, 0.69}, 4, "[0.55 0.6 0.65]"},
		{span{0, 40_000}, 4, "[0 10000 20000 30000 40000]"},
	} {
		step := test.s.step(test.count)
		var got []string
		for _, v := range test.s.ticks(step) {
			got = append(got, fmt.Sprintf("%.6g", v))
		}
		if fmt.Sprint(got) != test.want {
			t.Errorf("%v: ticks %v, want %s", test.s, got, test.want)
		}
	}
}

func TestNumber(t *testing.T) {
	for _, test := range []struct {
		v, step float64
		want    string
	}{
		{0, 1, "0"},
		{-0.0000001, 0.1, "0.0"},
		{-12.5, 0.5, "−12.5"},
		{9999, 1, "9999"},
		{10000, 500, "10\u202f000"},
		{-1234567.25, 0.01, "−1\u202f234\u202f567.25"},
		{2e12, 1e12, "2e+12"},
		{0.15, 0.05, "0.15"},
		{1e-9, 1e-9, "1e−09"},
	} {
		if got := number(test.v, test.step); got != test.want {
			t.Errorf("number(%v, %v) = %q, want %q", test.v, test.step, got, test.want)
		}
	}
}
