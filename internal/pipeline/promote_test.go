package pipeline

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
	"damalab/internal/atomicfile"
	"damalab/selfplay/match"
	"damalab/tuner"
)

// wonFit makes the folder of a fit whose match was played with the given results: 2-0,
// 1-1 and 0-2 in turn as the letters W, D and L say, over and over until it is decided.
func wonFit(t *testing.T, results string, sprt match.SPRT) (dir string, f *tuner.Fitted) {
	t.Helper()
	dir = t.TempDir()
	weights := *eval.Default()
	weights.Ruleset, weights.Pairs[0].Opening = "federation", 77
	weights.Provenance = eval.Provenance{Method: "test", DataDigest: strings.Repeat("d", 64), Prior: eval.Default().Digest()}
	f = &tuner.Fitted{Prior: eval.Default(), Weights: &weights}
	text, err := weights.Encode()
	put(t, filepath.Join(dir, WeightsFile), text, err)
	text, err = f.Encode(nil)
	put(t, filepath.Join(dir, FitFile), text, err)
	if results != "" {
		playMatch(t, dir, f, results, sprt)
	}
	return dir, f
}

func put(t *testing.T, path string, text []byte, err error) {
	t.Helper()
	if err == nil {
		err = atomicfile.WriteBytes(path, 0o666, text)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func playMatch(t *testing.T, dir string, f *tuner.Fitted, results string, sprt match.SPRT) {
	t.Helper()
	rules, err := dama.FindRuleset("federation")
	if err != nil {
		t.Fatal(err)
	}
	spec := match.NewSpec(rules, match.WeightsSide(f.Weights), match.WeightsSide(eval.Default()), 1, 1000)
	store, err := match.OpenStore(filepath.Join(dir, MatchFolder), &spec)
	if err != nil {
		t.Fatal(err)
	}
	j := &Judgement{Spec: spec, Tool: datasets.ToolVersion, Data: f.Weights.Provenance.DataDigest, SPRT: sprt, Verdict: match.Open}
	j.SpecDigest, err = spec.Digest()
	for i := 0; err == nil && i < 400 && j.Verdict == match.Open; i++ {
		r := strings.IndexByte("LDW", results[i%len(results)]) - 1
		p := match.Pair{Index: i, Games: []match.Game{{Result: r}, {Result: r}}}
		j.Tally.Add(&p)
		j.LLR, j.Verdict = sprt.Test(&j.Tally)
		err = store.Append(&p)
	}
	if err = errors.Join(err, store.Close()); err != nil {
		t.Fatal(err)
	}
	j.Pairs, j.Elo = j.Tally.Pairs(), j.Tally.Elo()
	if err := j.write(dir, f); err != nil {
		t.Fatal(err)
	}
}

// checkout makes a checkout with the built-in weights.
func checkout(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "eval"), 0o777); err != nil {
		t.Fatal(err)
	}
	text, err := eval.Default().Encode()
	put(t, filepath.Join(dir, DefaultWeights), text, err)
	return dir
}

func usualTest() match.SPRT { return match.SPRT{Elo0: 0, Elo1: 10, Error: 0.05} }

func TestPromote(t *testing.T) {
	in, f := wonFit(t, "WWDDDWL", usualTest())
	to := checkout(t)
	ledger := filepath.Join(to, DefaultLedger)
	p, done, err := Promote(PromoteConfig{In: in, To: to})
	if err != nil || done || p.Entry != 1 || p.Weights != f.Weights.Digest() || p.Replaced != eval.Default().Digest() {
		t.Fatalf("%+v, %v, %v", p, done, err)
	}
	text, err := os.ReadFile(filepath.Join(to, DefaultWeights))
	if err != nil {
		t.Fatal(err)
	}
	now, err := eval.Parse(text)
	if err != nil || now.Digest() != p.Installed || now.Ruleset != eval.AnyRuleset || now.Pairs != f.Weights.Pairs || !strings.Contains(now.Provenance.Method, "ruleset federation") {
		t.Errorf("built in: %+v, %v", now, err)
	}
	if canonical, _ := now.Encode(); !bytes.Equal(canonical, text) {
		t.Error("the file is not as Encode writes it")
	}
	lines, _ := os.ReadFile(ledger)
	if entries, err := tuner.ReadLedger(ledger); err != nil || len(entries) != 1 || CheckPromotion(entries[0]) != nil {
		t.Errorf("ledger %v, %v", entries, err)
	}
	// Once more, complete: nothing changes.
	if _, done, err := Promote(PromoteConfig{In: in, To: to}); err != nil || !done {
		t.Errorf("again: %v, %v", done, err)
	}
	// Once more, as after a kill between ledger and weights.
	old, _ := eval.Default().Encode()
	put(t, filepath.Join(to, DefaultWeights), old, nil)
	if p, done, err := Promote(PromoteConfig{In: in, To: to}); err != nil || done || p.Entry != 1 {
		t.Errorf("after a kill: %+v, %v, %v", p, done, err)
	}
	again, _ := os.ReadFile(filepath.Join(to, DefaultWeights))
	same, _ := os.ReadFile(ledger)
	if !bytes.Equal(again, text) || !bytes.Equal(same, lines) {
		t.Error("repeating it gives other files")
	}
}

func TestPromoteRefuses(t *testing.T) {
	for what, c := range map[string]struct {
		results string
		sprt    match.SPRT
		spoil   func(t *testing.T, in, to string)
		want    string
	}{
		"no match":                 {"", usualTest(), nil, "have not won their match: there was none"},
		"a match that was lost":    {"LLDDDLW", usualTest(), nil, "it was lost after"},
		"a match that is not over": {"WDL", usualTest(), nil, "it is undecided after 400 pairs"},
		"a test that asks little":  {"WWDDDWL", match.SPRT{Elo0: -20, Elo1: 0, Error: 0.05}, nil, "does not ask that they are stronger"},
		"a careless test":          {"WWDDDWL", match.SPRT{Elo0: 0, Elo1: 10, Error: 0.4}, nil, "an error of 0.4"},
		"other built-in weights": {"WWDDDWL", usualTest(), func(t *testing.T, _, to string) {
			w := *eval.Default()
			w.Pairs[0].Ending = 1
			text, err := w.Encode()
			put(t, filepath.Join(to, DefaultWeights), text, err)
		}, "it was one against other weights"},
		"a match of other weights": {"WWDDDWL", usualTest(), func(t *testing.T, in, _ string) {
			w := *eval.Default()
			w.Ruleset = "federation"
			w.Provenance.DataDigest = strings.Repeat("d", 64)
			text, err := w.Encode()
			put(t, filepath.Join(in, WeightsFile), text, err)
			text, err = (&tuner.Fitted{Prior: eval.Default(), Weights: &w}).Encode(nil)
			put(t, filepath.Join(in, FitFile), text, err)
		}, "it was one of other weights"},
		"edited weights": {"WWDDDWL", usualTest(), func(t *testing.T, in, _ string) {
			edit(t, filepath.Join(in, WeightsFile), `"man": [77`, `"man": [78`)
		}, "weights.json has other weights"},
		"an edited record": {"LLDDDLW", usualTest(), func(t *testing.T, in, _ string) {
			edit(t, filepath.Join(in, MatchFile), "accepts elo0", "accepts elo1")
		}, "it was changed"},
		"an edited interval": {"WWDDDWL", usualTest(), func(t *testing.T, in, _ string) {
			edit(t, filepath.Join(in, MatchFile), `"high": `, `"high": 1`)
		}, "it was changed"},
		"an edited number of pairs": {"WWDDDWL", usualTest(), func(t *testing.T, in, _ string) {
			edit(t, filepath.Join(in, MatchFile), `"pairs": `, `"pairs": 1`)
		}, "it was changed"},
		"pairs left out": {"LLDDDLW", usualTest(), func(t *testing.T, in, _ string) {
			path := filepath.Join(in, MatchFolder, match.PairsFile)
			text, _ := os.ReadFile(path)
			put(t, path, text[:bytes.IndexByte(text, '\n')+1], nil)
		}, "is not what the stored pairs come to (open, 1 pairs)"},
		"an impossible result": {"WWDDDWL", usualTest(), func(t *testing.T, in, _ string) {
			edit(t, filepath.Join(in, MatchFolder, match.PairsFile), `"result":1`, `"result":7`)
		}, "pairs.jsonl, line 1: not pair 0"},
		"data of another fit": {"WWDDDWL", usualTest(), func(t *testing.T, in, _ string) {
			edit(t, filepath.Join(in, MatchFile), `"data_digest": "d`, `"data_digest": "e`)
		}, "its openings were chosen for other data"},
		"no checkout": {"WWDDDWL", usualTest(), func(t *testing.T, _, to string) {
			if err := os.Remove(filepath.Join(to, DefaultWeights)); err != nil {
				t.Fatal(err)
			}
		}, "is no checkout of the source"},
		"a broken ledger": {"WWDDDWL", usualTest(), func(t *testing.T, _, to string) {
			put(t, filepath.Join(to, DefaultLedger), []byte("{}\n"), nil)
		}, "ledger.jsonl, line 1: "},
		"no fit": {"WWDDDWL", usualTest(), func(t *testing.T, in, _ string) {
			if err := os.Remove(filepath.Join(in, FitFile)); err != nil {
				t.Fatal(err)
			}
		}, "there is no finished fit"},
	} {
		in, _ := wonFit(t, c.results, c.sprt)
		to := checkout(t)
		if c.spoil != nil {
			c.spoil(t, in, to)
		}
		before, _ := os.ReadFile(filepath.Join(to, DefaultWeights))
		_, _, err := Promote(PromoteConfig{In: in, To: to})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", what, err, c.want)
		}
		if after, _ := os.ReadFile(filepath.Join(to, DefaultWeights)); !bytes.Equal(after, before) {
			t.Errorf("%s: the weights were replaced", what)
		}
	}
}

func edit(t *testing.T, path, from, to string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(text, []byte(from)) {
		t.Fatalf("%s does not have %q (%v)", path, from, err)
	}
	put(t, path, bytes.Replace(text, []byte(from), []byte(to), 1), nil)
}

// lowered makes the test one that weaker weights pass, with the ratio that it comes to.
func lowered(m *tuner.MatchResult) {
	m.Elo0, m.Elo1 = -400, -390
	m.LLR, _ = match.SPRT{Elo0: m.Elo0, Elo1: m.Elo1, Error: m.Error}.Test(&match.Tally{Pentanomial: m.Pentanomial})
}

func TestCheckPromotion(t *testing.T) {
	in, _ := wonFit(t, "WWDDDWL", usualTest())
	to := checkout(t)
	if _, _, err := Promote(PromoteConfig{In: in, To: to}); err != nil {
		t.Fatal(err)
	}
	entries, err := tuner.ReadLedger(filepath.Join(to, DefaultLedger))
	if err != nil {
		t.Fatal(err)
	}
	for what, spoil := range map[string]func(m *tuner.MatchResult){
		"a lost match":    func(m *tuner.MatchResult) { m.Pentanomial[0], m.Pentanomial[4] = m.Pentanomial[4], m.Pentanomial[0] },
		"another ratio":   func(m *tuner.MatchResult) { m.LLR++ },
		"another Elo":     func(m *tuner.MatchResult) { m.Elo++ },
		"a lower target":  lowered,
		"a higher target": func(m *tuner.MatchResult) { m.Elo0, m.Elo1 = 300, 310 },
	} {
		p := entries[0]
		spoil(&p.Match)
		if CheckPromotion(p) == nil {
			text, _ := json.Marshal(p.Match)
			t.Errorf("%s passes: %s", what, text)
		}
	}
}
