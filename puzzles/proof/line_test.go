package proof

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"damalab/dama"
)

// sampleLines are the certificates in testdata, under the facts of federation.
func sampleLines(t testing.TB) []Line {
	t.Helper()
	data, err := os.ReadFile("testdata/lines.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var list []Line
	for _, text := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
		l, err := DecodeLine(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, l)
	}
	return list
}

func TestSampleLines(t *testing.T) {
	for _, l := range sampleLines(t) {
		if err := Check(facts(t), l.FEN, l.Solution, l.Encode()); err != nil {
			t.Errorf("%s: %v", l.FEN, err)
		}
	}
}

// copyOf copies what an edit may change.
func copyOf(l Line) Line {
	l.Solution = append([]string(nil), l.Solution...)
	nodes := make([][]Edge, len(l.Nodes))
	for i, edges := range l.Nodes {
		nodes[i] = append([]Edge(nil), edges...)
	}
	l.Nodes = nodes
	return l
}

// TestEveryEdge edits each edge of each sample in each way there is.
func TestEveryEdge(t *testing.T) {
	edits := map[string]func(l *Line, n, e int) bool{
		"left out": func(l *Line, n, e int) bool {
			l.Nodes[n] = append(l.Nodes[n][:e], l.Nodes[n][e+1:]...)
			return true
		},
		"twice": func(l *Line, n, e int) bool {
			l.Nodes[n] = append(l.Nodes[n], l.Nodes[n][e])
			return true
		},
		"swapped": func(l *Line, n, e int) bool {
			edges := l.Nodes[n]
			if e == 0 {
				return false
			}
			edges[e], edges[e-1] = edges[e-1], edges[e]
			return true
		},
		"another move": func(l *Line, n, e int) bool { l.Nodes[n][e].Move = "a1-a2"; return true },
		"another number": func(l *Line, n, e int) bool {
			l.Nodes[n][e].Number++
			return true
		},
		"another value": func(l *Line, n, e int) bool {
			l.Nodes[n][e].Number -= 100
			return true
		},
		"another target": func(l *Line, n, e int) bool {
			to := map[Target]Target{ToNode: ToSettled, ToSettled: ToEnd, ToEnd: ToSettled}
			l.Nodes[n][e].To = to[l.Nodes[n][e].To]
			return true
		},
		"to itself": func(l *Line, n, e int) bool { l.Nodes[n][e].To, l.Nodes[n][e].Number = ToNode, n; return true },
	}
	samples := sampleLines(t)
	if testing.Short() {
		samples = samples[:3]
	}
	for _, whole := range samples {
		step := 1 + whole.Edges()/20
		for n, edges := range whole.Nodes {
			for e := range edges {
				if (n+e)%step != 0 {
					continue // a large certificate is sampled
				}
				for name, edit := range edits {
					l := copyOf(whole)
					if !edit(&l, n, e) {
						continue
					}
					err := Check(facts(t), l.FEN, l.Solution, l.Encode())
					if !errors.Is(err, ErrDiffers) {
						t.Errorf("%s, node %d, %s %s: %v", l.FEN, n, edges[e], name, err)
					}
				}
			}
		}
	}
}

// TestEditedHead edits what stands before the nodes, and the list of nodes.
func TestEditedHead(t *testing.T) {
	whole := sampleLines(t)[4]
	for _, c := range []struct {
		name string
		edit func(*Line)
		says string
	}{
		{"kind", func(l *Line) { l.Kind = KindChoice }, "it is no choice"},
		{"promotion", func(l *Line) { l.Promotion = dama.DuringCapture }, "promotion is during-capture instead of move-end"},
		{"reversal", func(l *Line) { l.Reversal = dama.ReversalAllowed }, "reversal is"},
		{"one piece each", func(l *Line) { l.OnePieceEach = dama.OnePieceNo }, "one_piece_each is no instead of draw"},
		{"king versus man", func(l *Line) { l.KingVersusMan = dama.KingVersusManNo }, "king_versus_man is"},
		{"fen", func(l *Line) { l.FEN = twoWays }, "fen is"},
		{"gain", func(l *Line) { l.Gain += 100 }, "gain is 500 instead of 400"},
		{"margin", func(l *Line) { l.Margin += 100 }, "margin is 300 instead of 200"},
		{"a longer horizon", func(l *Line) { l.Horizon++ }, "nor settled within the horizon"},
		{"a shorter horizon", func(l *Line) { l.Horizon-- }, "should be"},
		{"no horizon", func(l *Line) { l.Horizon = -1 }, "horizon is -1"},
		{"far horizon", func(l *Line) { l.Horizon = MaxHorizon + 1 }, "horizon is 9"},
		{"a reply at the end", func(l *Line) { l.Solution = l.Solution[:len(l.Solution)-1] }, "not the solver's"},
		{"a single move", func(l *Line) { l.Solution = l.Solution[:1] }, "the opponent takes something"},
		{"an illegal move", func(l *Line) { l.Solution[2] = "a1-a2" }, "move 3 of the solution"},
		{"no nodes", func(l *Line) { l.Nodes = nil }, "there is no node 0"},
		{"a node less", func(l *Line) { l.Nodes = l.Nodes[:len(l.Nodes)-1] }, "there is no node"},
		{"a node more", func(l *Line) { l.Nodes = append(l.Nodes, l.Nodes[0]) }, "can be reached"},
		{"nodes in another order", func(l *Line) { l.Nodes[1], l.Nodes[2] = l.Nodes[2], l.Nodes[1] }, "after "},
	} {
		l := copyOf(whole)
		c.edit(&l)
		if err := Check(facts(t), whole.FEN, l.Solution, l.Encode()); !errors.Is(err, ErrDiffers) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	shorter := copyOf(whole)
	shorter.Solution = whole.Solution[:len(whole.Solution)-2]
	for _, c := range []struct {
		solution []string
		Line
	}{{whole.Solution, shorter}, {shorter.Solution, whole}, {nil, whole}} {
		if err := Check(facts(t), whole.FEN, c.solution, c.Encode()); err == nil || !strings.Contains(err.Error(), "the certificate proves") {
			t.Errorf("%q with a certificate for %q: %v", c.solution, c.Solution, err)
		}
	}
	other := facts(t)
	other.Reversal = dama.ReversalAllowed
	if err := Check(other, whole.FEN, whole.Solution, whole.Encode()); !errors.Is(err, ErrDiffers) {
		t.Errorf("under other rules: %v", err)
	}
}

// TestPlaceIsNamed: the message leads to the edge.
func TestPlaceIsNamed(t *testing.T) {
	l := sampleLines(t)[3]
	for n, edges := range l.Nodes {
		for e, edge := range edges {
			if edge.To != ToSettled {
				continue
			}
			edited := copyOf(l)
			edited.Nodes[n][e].Number += 100
			err := Check(facts(t), l.FEN, l.Solution, edited.Encode())
			want := fmt.Sprintf(" %s, %s should be %s", edge.Move, edited.Nodes[n][e], edge)
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "after ") {
				t.Errorf("%q is not in %v", want, err)
			}
			return
		}
	}
	t.Error("no settled position in the sample")
}

func TestOtherBytesOfLines(t *testing.T) {
	l := sampleLines(t)[0]
	whole := string(l.Encode())
	check := func(text string) error { return Check(facts(t), l.FEN, l.Solution, []byte(text)) }
	for n := range len(whole) {
		if err := check(whole[:n]); !errors.Is(err, ErrUnreadable) {
			t.Errorf("cut after %d bytes: %v", n, err)
		}
	}
	for _, c := range []struct{ old, new string }{
		{`"horizon":1`, `"horizon":1.5`},
		{`"horizon":1`, `"horizon": 1`},
		{`"horizon":1`, `"horizon":1,"extra":1`},
		{`"version":1`, `"version":9`},
		{`=100`, `=+100`},
		{`=100`, `=0100`},
		{`=100`, `100`},
		{`@1"`, `@+1"`},
		{`@1"`, `@1x"`},
		{`]]}`, `]]}{}`},
		{`]]}`, `]]} `},
	} {
		text := strings.Replace(whole, c.old, c.new, 1)
		if err := check(text); err == nil || text == whole {
			t.Errorf("passed with %s instead of %s", c.new, c.old)
		}
	}
}

// FuzzCheckLine: only the certificate itself passes, and nothing panics.
func FuzzCheckLine(f *testing.F) {
	l := sampleLines(f)[0]
	whole := l.Encode()
	f.Add(whole)
	f.Add(whole[:200])
	f.Add([]byte(`{"format":"dama-proof","version":1,"kind":"shot"}`))
	f.Add(bytes.Replace(whole, []byte("@1"), []byte("@99999999999999999999"), 1))
	f.Fuzz(func(t *testing.T, data []byte) {
		err := Check(facts(t), l.FEN, l.Solution, data)
		if err == nil && !bytes.Contains(data, []byte(`"kind":"choice"`)) {
			t.Errorf("%q passed", data)
		}
	})
}
