package hub

import (
	"testing"
	"time"
)

func TestBudget(t *testing.T) {
	const none = time.Duration(-1)
	for text, want := range map[string]time.Duration{
		"level infinite":                     none,
		"level depth=5":                      none,
		"level move-time=1":                  980 * time.Millisecond,
		"level move-time=0.1":                90 * time.Millisecond,
		"level move-time=0":                  time.Millisecond,
		"level time=60.05":                   2 * time.Second,
		"level time=20.05 moves=10":          2 * time.Second,
		"level time=20.05 moves=1":           20 * time.Second,
		"level time=20.05 moves=2":           10 * time.Second,
		"level time=30.05 inc=1":             1800 * time.Millisecond,
		"level time=2.05 inc=10":             time.Second,
		"level time=0.02 moves=1":            10 * time.Millisecond,
		"level time=-3 inc=10":               time.Millisecond,
		"level time=60.05 move-time=1.02":    time.Second,
		"level time=1e300 inc=1e300 moves=1": longest - clockReserve,
	} {
		l, err := ParseLine(text)
		if err != nil {
			t.Fatal(err)
		}
		v, err := readLevel(l)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got, timed := v.budget()
		if !timed {
			got = none
		}
		if got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
