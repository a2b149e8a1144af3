package proof

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
)

// twoSides: the man on c4 may capture to a4 or e4, and e2 may not step.
const twoSides = "W:Wc4,e2:Bb4,d4,h7"

func drill(t testing.TB, f dama.Facts, fen, question string) (Drill, error) {
	t.Helper()
	p, err := dama.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	q, err := ParseQuestion(question)
	if err != nil {
		t.Fatal(err)
	}
	return DrillOf(f, p, q)
}

func crowning(t testing.TB) dama.Facts {
	f := facts(t)
	f.Promotion = dama.DuringCapture
	return f
}

func turning(t testing.TB) dama.Facts {
	f := facts(t)
	f.Reversal = dama.ReversalAllowed
	return f
}

func TestAnswers(t *testing.T) {
	federation := facts(t)
	for _, c := range []struct {
		facts         dama.Facts
		fen, question string
		answers       string
		captures      int
	}{
		{federation, twoSides, "steps:c4", "a4 e4", 1},
		{federation, twoSides, "steps:e2", "", 1},
		{federation, "W:Wc4,e2:Bh7", "steps:e2", "d2 f2 e3", 0},
		{federation, "B:Wh2:Bc4", "steps:c4", "c3 b4 d4", 0},
		{federation, "W:WKa1:Ba4,h8", "landings:a1", "a5 a6 a7 a8", 1},
		{federation, twoSides, "captures", "c4xa4 c4xe4", 1},
		{federation, twoSides, "maximum", "1", 1},
		{federation, "W:Wc4:Bh7", "maximum", "0", 0},
		{federation, "W:Wc4:Bh7", "captures", "", 0},
		{federation, twoSides, "legal:c4xe4", "legal", 1},
		{federation, twoSides, "legal:c5-c6", "no-piece c4xa4", 1},
		{federation, twoSides, "legal:d4-d3", "not-yours c4xa4", 1},
		{federation, twoSides, "legal:c4-d5", "diagonal c4xa4", 1},
		{federation, twoSides, "legal:c4xe6", "diagonal c4xa4", 1},
		{federation, twoSides, "legal:c4-c3", "backward c4xa4", 1},
		{federation, "B:Wh2:Bc4,h7", "legal:c4-c5", "backward c4-c3", 0},
		{federation, "B:Wh2:Bc4,h7", "legal:c4-c2", "too-far c4-c3", 0},
		{federation, twoSides, "legal:e2-e4", "too-far c4xe4", 1},
		{federation, twoSides, "legal:c4-b4", "blocked c4xa4", 1},
		{federation, twoSides, "legal:e2xe4", "nothing-to-capture c4xe4", 1},
		{federation, twoSides, "legal:e2-e3", "must-capture c4xa4", 1},
		{federation, twoWays, "legal:d2xd4", "stops-early d2xd4xb4xb6", 3},
		{federation, twoWays, "legal:d2xf2", "not-maximum d2xd4xb4xb6", 3},
		{federation, twoWays, "legal:h3xh5", "not-maximum d2xd4xb4xb6", 3},
		{federation, "W:WKa1:BKd1,d3,h8", "legal:a1xe1xc1", "nothing-to-capture a1xe1", 1},
		{federation, "W:WKd4:Bc4,e4", "legal:d4xb4xf4", "turned-back d4xf4", 1},
		{turning(t), "W:WKd4:Bc4,e4", "legal:d4xb4xf4", "legal", 2},
		{federation, "W:Wd6,a2:Bd7,Kb8,h7", "legal:d6xd8xa8", "still-a-man d6xd8", 1},
		{crowning(t), "W:Wd6,a2:Bd7,Kb8,h7", "legal:d6xd8xa8", "legal", 2},
		{crowning(t), "W:Wd6,a2:Bd7,Kb8,h7", "legal:d6xd8", "stops-early d6xd8xa8", 2},
	} {
		d, err := drill(t, c.facts, c.fen, c.question)
		if err != nil {
			t.Errorf("%s, %s: %v", c.fen, c.question, err)
			continue
		}
		if got := strings.Join(d.Answers, " "); got != c.answers || d.Captures != c.captures {
			t.Errorf("%s, %s: %q and %d captures, want %q and %d", c.fen, c.question, got, d.Captures, c.answers, c.captures)
		}
		if err := CheckDrill(c.facts, c.fen, c.question, d.Answers, d.Encode()); err != nil {
			t.Errorf("%s, %s: %v", c.fen, c.question, err)
		}
	}
}

func TestNoAnswer(t *testing.T) {
	for _, c := range []struct {
		fen, question string
		want          error
	}{
		{twoSides, "steps:c5", ErrNoSuchPiece},
		{twoSides, "steps:d4", ErrNoSuchPiece},
		{twoSides, "landings:c4", ErrNoSuchPiece},
		{"W:WKa1:Bh8", "steps:a1", ErrNoSuchPiece},
		{twoWays, "legal:d2xb6", ErrTwoReadings},       // a short form
		{twoWays, "legal:d2xb4", ErrTwoReadings},       // of the beginning
		{twoWays, "legal:d2xd3xc4xb5", ErrTwoReadings}, // the captured pieces
		{twoWays, "legal:d2xd3", ErrTwoReadings},
	} {
		if _, err := drill(t, facts(t), c.fen, c.question); !errors.Is(err, c.want) {
			t.Errorf("%s, %s: %v", c.fen, c.question, err)
		}
	}
}

func TestQuestions(t *testing.T) {
	for _, text := range []string{
		"", "steps", "steps:", "steps:c9", "steps:c3-c4", "steps:C3", "steps:3", "landings:d4x", "captures:", "captures:c3", "maximum:3",
		"legal", "legal:", "legal:c3", "legal:c3-c4-c5", "legal:c3xc5-c6", "legal:c3xc3", "legal: c3-c4", "legal:c3xc5 ", "Legal:c3-c4", "why",
	} {
		if q, err := ParseQuestion(text); !errors.Is(err, ErrQuestion) {
			t.Errorf("%q: %v, %v", text, q, err)
		}
	}
	for _, text := range []string{"steps:c3", "landings:h8", "captures", "maximum", "legal:c3-c4", "legal:a1xa3xc3xa3"} {
		q, err := ParseQuestion(text)
		if err != nil || q.String() != text {
			t.Errorf("%q: %v, %v", text, q, err)
		}
		y := dama.SwapColors | dama.MirrorFiles
		if back := q.Seen(y).Seen(y); back.String() != text {
			t.Errorf("%q comes back as %q", text, back)
		}
	}
}

func TestEditedDrill(t *testing.T) {
	const question = "legal:d2xd4"
	whole, err := drill(t, facts(t), twoWays, question)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		says    string
		edit    func(d *Drill)
		answers func(list []string) []string
	}{
		{"promotion is", func(d *Drill) { d.Promotion = dama.DuringCapture }, nil},
		{"reversal is", func(d *Drill) { d.Reversal = dama.ReversalAllowed }, nil},
		{"fen is", func(d *Drill) { d.FEN = twoWays }, nil},
		{"question is", func(d *Drill) { d.Question = "captures" }, nil},
		{"captures is 2 instead of 3", func(d *Drill) { d.Captures = 2 }, nil},
		{"answer 1 of 2 is legal instead of stops-early", func(d *Drill) { d.Answers[0] = Legal }, nil},
		{"it lists 1 answers instead of 2", func(d *Drill) { d.Answers = d.Answers[:1] }, nil},
		{"the answers differ", nil, func(list []string) []string { return list[:1] }},
		{"the answers differ", nil, func(list []string) []string { return []string{"not-maximum", list[1]} }},
		{"the answers differ", nil, func(list []string) []string { return []string{list[0], "d2xf2"} }},
		{"kind is", func(d *Drill) { d.Kind = KindMaximum }, nil},
		{"use a newer program", func(d *Drill) { d.Version = 2 }, nil},
	} {
		d, answers := whole, whole.Answers
		d.Answers = slices.Clone(whole.Answers)
		if c.edit != nil {
			c.edit(&d)
		} else {
			answers = c.answers(slices.Clone(answers))
		}
		err := CheckDrill(facts(t), twoWays, question, answers, d.Encode())
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.says, err)
		}
	}
	if err := CheckDrill(crowning(t), twoWays, question, whole.Answers, whole.Encode()); !errors.Is(err, ErrDiffers) {
		t.Errorf("under other rules: %v", err)
	}
	if err := Check(facts(t), twoWays, nil, whole.Encode()); !errors.Is(err, ErrDiffers) {
		t.Errorf("a drill without its question: %v", err)
	}
}

func TestCutDrill(t *testing.T) {
	d, err := drill(t, facts(t), twoWays, "captures")
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(d.Encode()) {
		if err := CheckDrill(facts(t), twoWays, "captures", d.Answers, d.Encode()[:n]); !errors.Is(err, ErrUnreadable) {
			t.Errorf("cut after %d bytes: %v", n, err)
		}
	}
}

// FuzzDrill: only the certificate itself passes, whatever question it is held
// against, and nothing panics.
func FuzzDrill(f *testing.F) {
	const question = "legal:d2xd4"
	d, err := drill(f, facts(f), twoWays, question)
	if err != nil {
		f.Fatal(err)
	}
	whole := d.Encode()
	f.Add(whole, question)
	f.Add(whole[:50], "captures")
	f.Add([]byte(`{"format":"dama-proof","version":1,"kind":"drill"}`), "steps:a1")
	f.Add([]byte(`[]`), "legal:a1xa1")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		err := CheckDrill(facts(t), twoWays, text, d.Answers, data)
		if same := string(data) == string(whole) && text == question; same != (err == nil) {
			t.Errorf("%q, %q: %v", data, text, err)
		}
		if !json.Valid(data) && !errors.Is(err, ErrUnreadable) {
			t.Errorf("%q is no JSON: %v", data, err)
		}
	})
}
