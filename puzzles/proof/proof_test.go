package proof

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
)

const (
	// twoWays: d2 takes one piece or three, and a man at h3 takes one.
	twoWays = "W:Wh3,d2:Bd3,c4,b5,e2,h4"
	// corner is a king's capture with many routes.
	corner = "W:WKc8,a4,d4,e4,a3,a2,d2,h2:Ba6,c6,e6,a5,b5,h4,g3,Kc1,Kg1"
)

func facts(t testing.TB) dama.Facts {
	t.Helper()
	r, err := dama.FindRuleset("federation")
	if err != nil {
		t.Fatal(err)
	}
	return r.Facts
}

func certificate(t testing.TB, fen string) Maximum {
	t.Helper()
	p, err := dama.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	m, err := MaximumOf(facts(t), p)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestCertificate(t *testing.T) {
	got := string(certificate(t, twoWays).Encode())
	want := `{"format":"dama-proof","version":1,"kind":"maximum","promotion":"move-end","reversal":"forbidden",` +
		`"fen":"W:Wd2,h3:Be2,d3,c4,h4,b5","captures":3,"solution":"d2xd4xb4xb6","routes":["d2xd4xb4xb6"],` +
		`"decoys":[{"move":"d2xf2","captures":1},{"move":"h3xh5","captures":1}]}`
	if got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	if err := Check(facts(t), twoWays, []string{"d2xd4xb4xb6"}, []byte(got)); err != nil {
		t.Error(err)
	}
}

func TestEveryRoute(t *testing.T) {
	m := certificate(t, corner)
	r, _ := dama.FindRuleset("federation")
	p, _ := dama.ParseFEN(corner)
	moves := r.Generator().Moves(p)
	if n := r.Generator().CountRoutes(p, moves[0]); len(moves) != 1 || uint64(len(m.Routes)) != n || n < 2 {
		t.Errorf("%d routes, and the generator has %d of %d moves", len(m.Routes), n, len(moves))
	}
	if m.Routes[0] != m.Solution {
		t.Errorf("the first route is %s, the solution %s", m.Routes[0], m.Solution)
	}
	if err := Check(facts(t), corner, []string{m.Solution}, m.Encode()); err != nil {
		t.Error(err)
	}
	if err := Check(facts(t), corner, []string{m.Routes[1]}, m.Encode()); err == nil {
		t.Error("a solution that is not the least route passed")
	}
}

func TestNoCertificate(t *testing.T) {
	for fen, want := range map[string]error{
		"W:Wa2:Ba7":             ErrNotACapture,
		"W:W:Ba7":               ErrNotACapture,
		"B:Wa3,a4,b5,c5:Ba5":    ErrNotACapture, // blocked
		"W:Wd2:Bd3,c4,b5,c2,b3": ErrSeveralMoves,
	} {
		p, err := dama.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := MaximumOf(facts(t), p); !errors.Is(err, want) {
			t.Errorf("%s: %v instead of %v", fen, err, want)
		}
		m := certificate(t, twoWays)
		if err := Check(facts(t), fen, []string{m.Solution}, m.Encode()); err == nil {
			t.Errorf("%s: passed with the certificate of another position", fen)
		}
	}
}

// TestEdited changes each thing that a certificate says.
func TestEdited(t *testing.T) {
	for _, c := range []struct {
		name string
		edit func(*Maximum)
		says string
		kind error
	}{
		{"format", func(m *Maximum) { m.Format = "pdn" }, `format is "pdn"`, ErrUnreadable},
		{"version 0", func(m *Maximum) { m.Version = 0 }, "version 0", ErrUnreadable},
		{"newer", func(m *Maximum) { m.Version = 2 }, "use a newer program", ErrNewer},
		{"kind", func(m *Maximum) { m.Kind = "riddle" }, `kind is "riddle"`, ErrNewer},
		{"promotion", func(m *Maximum) { m.Promotion = dama.DuringCapture }, "promotion is during-capture instead of move-end", ErrDiffers},
		{"reversal", func(m *Maximum) { m.Reversal = dama.ReversalAllowed }, "reversal is allowed instead of forbidden", ErrDiffers},
		{"fen", func(m *Maximum) { m.FEN = twoWays }, "fen is", ErrDiffers},
		{"captures", func(m *Maximum) { m.Captures = 4 }, "captures is 4 instead of 3", ErrDiffers},
		{"solution", func(m *Maximum) { m.Solution = "d2xf2" }, "solution is d2xf2 instead of d2xd4xb4xb6", ErrDiffers},
		{"route", func(m *Maximum) { m.Routes[0] = "d2xd4" }, "route 1 of 1 is d2xd4 instead of", ErrDiffers},
		{"more routes", func(m *Maximum) { m.Routes = append(m.Routes, "a1xa3") }, "it lists 2 routes instead of 1", ErrDiffers},
		{"no routes", func(m *Maximum) { m.Routes = nil }, "it lists 0 routes instead of 1", ErrDiffers},
		{"decoy", func(m *Maximum) { m.Decoys[1].Move = "h3xh6" }, "decoy 2 of 2 is h3xh6 (1) instead of h3xh5 (1)", ErrDiffers},
		{"decoy's number", func(m *Maximum) { m.Decoys[0].Captures = 2 }, "decoy 1 of 2 is d2xf2 (2) instead of d2xf2 (1)", ErrDiffers},
		{"decoy left out", func(m *Maximum) { m.Decoys = m.Decoys[:1] }, "it lists 1 decoys instead of 2", ErrDiffers},
		{"decoys in another order", func(m *Maximum) { slices.Reverse(m.Decoys) }, "decoy 1 of 2", ErrDiffers},
	} {
		m := certificate(t, twoWays)
		c.edit(&m)
		err := Check(facts(t), twoWays, []string{"d2xd4xb4xb6"}, m.Encode())
		if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestOtherBytes(t *testing.T) {
	whole := string(certificate(t, twoWays).Encode())
	check := func(text string) error {
		return Check(facts(t), twoWays, []string{"d2xd4xb4xb6"}, []byte(text))
	}
	for n := range len(whole) {
		if err := check(whole[:n]); !errors.Is(err, ErrUnreadable) {
			t.Errorf("cut after %d bytes: %v", n, err)
		}
	}
	for _, c := range []struct{ old, new string }{
		{`"captures":3`, `"captures":3.5`},
		{`"captures":3`, `"captures":null`},
		{`"captures":3`, `"captures":3,"captures":3`},
		{`"captures":3`, `"CAPTURES":3`},
		{`"captures":3`, `"captures": 3`},
		{`"captures":3`, `"captures":3,"rating":1`},
		{`}]}`, `}]}{}`},
		{`}]}`, `}]} `},
	} {
		text := strings.Replace(whole, c.old, c.new, 1)
		if err := check(text); err == nil || text == whole {
			t.Errorf("passed with %s instead of %s", c.new, c.old)
		}
	}
}

func TestSolutionAndPosition(t *testing.T) {
	m := certificate(t, twoWays)
	for _, c := range []struct {
		fen      string
		solution []string
	}{
		{twoWays, nil},
		{twoWays, []string{"d2xb6"}},
		{twoWays, []string{"d2xf2"}},
		{twoWays, []string{m.Solution, "a7-a6"}},
		{"W:Wh3,d2:Bd3,c4,b5,e2", []string{m.Solution}},
		{"", []string{m.Solution}},
	} {
		if err := Check(facts(t), c.fen, c.solution, m.Encode()); err == nil {
			t.Errorf("%s with %q passed", c.fen, c.solution)
		}
	}
	crowning := facts(t)
	crowning.Promotion = dama.DuringCapture
	if err := Check(crowning, twoWays, []string{m.Solution}, m.Encode()); !errors.Is(err, ErrDiffers) {
		t.Errorf("under other rules: %v", err)
	}
	if err := Check(dama.Facts{}, twoWays, []string{m.Solution}, m.Encode()); err == nil {
		t.Error("passed under facts without a meaning")
	}
}

// FuzzCheck: only the certificate itself passes, and nothing panics.
func FuzzCheck(f *testing.F) {
	whole := certificate(f, twoWays).Encode()
	f.Add(whole)
	f.Add(whole[:40])
	f.Add([]byte(`{"format":"dama-proof","version":1,"kind":"maximum"}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, data []byte) {
		err := Check(facts(t), twoWays, []string{"d2xd4xb4xb6"}, data)
		if same := string(data) == string(whole); same != (err == nil) {
			t.Errorf("%q: %v", data, err)
		}
		if !json.Valid(data) && !errors.Is(err, ErrUnreadable) {
			t.Errorf("%q is no JSON: %v", data, err)
		}
	})
}
