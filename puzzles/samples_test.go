package puzzles

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"damalab/puzzles/proof"
)

var update = flag.Bool("update", false, "write the sample certificates anew")

// samples are certificates that package proof tests its checker with.
const samples = "proof/testdata/lines.jsonl"

// TestSamples: the certificates of these positions are, to the byte, what they
// were when the samples were written.
func TestSamples(t *testing.T) {
	var lines bytes.Buffer
	for _, c := range []struct {
		fen, first, kind string
		gain, horizon    int
	}{
		{"B:Wf3,b4,Kh1:BKa3", "a3xg3", proof.KindChoice, 100, 1},
		{choosing, "c2xc4", proof.KindChoice, 0, 1},
		{blocking, "e4-f4", proof.KindShot, proof.Win, 0},
		{eliminating, "a3-a4", proof.KindShot, proof.Win, 1},
		{"B:Wa2,b2,h2,a3,g3,h3,a4,d4,g4,h4,Kd8:Be3,a5,f5,g5,h5,a6,b6,g6,h6", "e3-f3", proof.KindShot, 400, 1},
	} {
		s, reason := prove(t, c.fen, c.first, c.gain, c.horizon)
		if reason != "" {
			t.Fatalf("%s: %s", c.fen, reason)
		}
		l, ok := s.certificate(c.kind, 4000)
		if !ok {
			t.Fatalf("%s: no certificate", c.fen)
		}
		if err := proof.Check(s.facts, l.FEN, l.Solution, l.Encode()); err != nil {
			t.Errorf("%s: %v", c.fen, err)
		}
		lines.Write(append(l.Encode(), '\n'))
		if !json.Valid(l.Encode()) {
			t.Errorf("%s: no JSON", c.fen)
		}
	}
	if *update {
		if err := os.WriteFile(samples, lines.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(samples)
	if err != nil || !bytes.Equal(lines.Bytes(), want) {
		t.Errorf("%s is not what is made now (%v)", samples, err)
	}
}

// endgameSamples are the same of the kind endgame.
const endgameSamples = "proof/testdata/endgames.jsonl"

// TestEndgameSamples is TestSamples for the kind endgame: two wins with their trees,
// and two draws.
func TestEndgameSamples(t *testing.T) {
	var lines bytes.Buffer
	for _, c := range []struct{ ruleset, fen string }{
		{"federation", winning}, {"federation", pursuing}, {"share-link", shadow}, {"share-link", "B:Wd6,Kc1:BKf5"},
	} {
		lines.WriteString(minedEndgame(t, ruleset(t, c.ruleset), c.fen).Proof + "\n")
	}
	if *update {
		if err := os.WriteFile(endgameSamples, lines.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(endgameSamples)
	if err != nil || !bytes.Equal(lines.Bytes(), want) {
		t.Errorf("%s is not what is made now (%v)", endgameSamples, err)
	}
}
