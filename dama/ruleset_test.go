package dama_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
)

// TestDigests: digests stand in stored files, so these must never change. A
// change here is a change of the format.
func TestDigests(t *testing.T) {
	want := map[string]string{
		"federation":     "2cba9f7e242a8dd9d8897448ed3d4cf5dd6125d157863c460e4f3bbb00466c91",
		"ply-yard":       "fd16b4c2b2359e83423f854dda63b2e8c54f5f5eb2f8fb05c286154f27b97f1a",
		"share-link":     "2983c72395775ebd645b6169b522aeaa40cba9decf293cbc8a843f10dd7353c8",
		"ludoteka":       "82a3ad65428ac7930ad29154798282778033e2888ff8b7e634706a01bddc57d8",
		"traditional":    "9c63401281b9d57a9ac58e3b091ff92cfae174d42b09dfad9dcea507f7353cce",
		"checkers-arena": "a9e05ecf320138b7ca73275118828adbfa717c21dc4ffaadf16d0dde6f1cc984",
	}
	seen := map[string]string{}
	for _, r := range dama.Rulesets() {
		d := r.Digest()
		if d != want[r.Name] || d != r.Facts.Digest() {
			t.Errorf("the digest of %s is %s, want %s", r.Name, d, want[r.Name])
		}
		if other := seen[d]; other != "" {
			t.Errorf("%s and %s have the same digest", r.Name, other)
		}
		seen[d] = r.Name
		r.Name, r.Source, r.Reasons = "another", "elsewhere", nil
		if r.Digest() != d {
			t.Errorf("the digest of %s hangs on its words", seen[d])
		}
	}
	if len(seen) != 6 {
		t.Errorf("%d digests", len(seen))
	}
}

// TestDigestMeaning: facts that mean the same have the same digest, and each
// fact that changes a game changes it.
func TestDigestMeaning(t *testing.T) {
	base := dama.Rulesets()[1].Facts
	same := base
	same.NoProgressResets = []dama.Reset{dama.ResetPromotion, dama.ResetCapture, dama.ResetPromotion}
	if same.Digest() != base.Digest() {
		t.Error("the order of the resets changes the digest")
	}
	if same.NoProgressResets[0] != dama.ResetPromotion {
		t.Error("Digest changes the facts")
	}
	none, idle := base, base
	none.NoProgressPlies, none.NoProgressResets = 0, nil
	idle.NoProgressPlies = 0
	if none.Digest() != idle.Digest() {
		t.Error("resets without a count change the digest")
	}
	seen := map[string]bool{base.Digest(): true}
	for i, f := range []func(*dama.Facts){
		func(f *dama.Facts) { f.Promotion = dama.AtMoveEnd },
		func(f *dama.Facts) { f.Reversal = dama.ReversalAllowed },
		func(f *dama.Facts) { f.Repetition = 3 },
		func(f *dama.Facts) { f.KingMoveLimit = 1 },
		func(f *dama.Facts) { f.NoProgressPlies = 99 },
		func(f *dama.Facts) { f.NoProgressResets = []dama.Reset{dama.ResetCapture} },
		func(f *dama.Facts) { f.OnePieceEach = dama.OnePieceDraw },
		func(f *dama.Facts) { f.OnePieceEach = dama.OnePieceUnlessCapture },
		func(f *dama.Facts) { f.KingVersusMan = dama.KingVersusManDraw },
	} {
		changed := base
		f(&changed)
		if seen[changed.Digest()] {
			t.Errorf("change %d does not change the digest", i)
		}
		seen[changed.Digest()] = true
	}
}

func TestValidate(t *testing.T) {
	for _, r := range testRulesets(t) {
		if err := r.Facts.Validate(); err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
	}
	for _, c := range []struct {
		change func(*dama.Facts)
		want   string
	}{
		{func(f *dama.Facts) { f.Promotion = "never" }, `promotion = "never": it is one of ["move-end" "during-capture"]`},
		{func(f *dama.Facts) { f.Promotion = "" }, `promotion = ""`},
		{func(f *dama.Facts) { f.Reversal = "Allowed" }, `reversal = "Allowed": it is one of ["forbidden" "allowed"]`},
		{func(f *dama.Facts) { f.Repetition = 2 }, "repetition = 2: it is 3, or 0 for no such rule"},
		{func(f *dama.Facts) { f.Repetition = -3 }, "repetition = -3"},
		{func(f *dama.Facts) { f.KingMoveLimit = -1 }, "king_move_limit = -1: it is a number of plies up to 10000, or 0"},
		{func(f *dama.Facts) { f.NoProgressPlies = -1 }, "no_progress_plies = -1: it is a number of plies up to 10000, or 0"},
		{
			func(f *dama.Facts) { f.NoProgressResets = []dama.Reset{dama.ResetCapture, "check"} },
			`no_progress_resets = "check": it is one of ["capture" "promotion" "man-move"]`,
		},
		{func(f *dama.Facts) { f.OnePieceEach = "maybe" }, `one_piece_each = "maybe": it is one of ["draw" "unless-capture" "no"]`},
		{func(f *dama.Facts) { f.KingVersusMan = "win" }, `king_versus_man = "win": it is one of ["draw" "no"]`},
	} {
		f := dama.Rulesets()[0].Facts
		c.change(&f)
		if err := f.Validate(); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func TestFindRuleset(t *testing.T) {
	for _, r := range dama.Rulesets() {
		got, err := dama.FindRuleset(r.Name)
		if err != nil || !reflect.DeepEqual(got, r) {
			t.Errorf("%s: %v", r.Name, err)
		}
	}
	if got, err := dama.FindRuleset(dama.DefaultRuleset); err != nil || got.Name != "federation" {
		t.Errorf("the default is %q (%v)", got.Name, err)
	}
	all := "they are federation, ply-yard, share-link, ludoteka, traditional, checkers-arena"
	for name, want := range map[string]string{
		"federaton":   `unknown ruleset "federaton"; did you mean "federation"?`,
		"Plyyard":     `unknown ruleset "Plyyard"; did you mean "ply-yard"?`,
		"FEDERATION":  `did you mean "federation"?`,
		"checkers":    `did you mean "checkers-arena"?`,
		"t":           `did you mean "traditional"?`,
		"ludotheka":   `did you mean "ludoteka"?`,
		"share_link":  `did you mean "share-link"?`,
		"tradicional": `did you mean "traditional"?`,
		"xyz":         all,
		"":            all,
		"russian":     all,
	} {
		if _, err := dama.FindRuleset(name); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
}

func TestHouseRulesetErrors(t *testing.T) {
	base, bad, minus := dama.Rulesets()[0], dama.Reversal("sometimes"), -1
	for _, c := range []struct {
		name string
		o    dama.Overrides
		want string
	}{
		{"", dama.Overrides{}, "a house ruleset needs a name"},
		{"a b", dama.Overrides{}, `the ruleset name "a b" can't be used`},
		{"any", dama.Overrides{}, "can't be used"},
		{"-x", dama.Overrides{}, "can't be used"},
		{"..", dama.Overrides{}, "can't be used"},
		{"a/b", dama.Overrides{}, "names become folder names"},
		{`a\b`, dama.Overrides{}, "names become folder names"},
		{"a=b", dama.Overrides{}, "names become folder names"},
		{"a\n", dama.Overrides{}, "names become folder names"},
		{"federation", dama.Overrides{}, `the name "federation" belongs to a built-in ruleset; choose another`},
		{"club", dama.Overrides{Reversal: &bad}, `reversal = "sometimes"`},
		{"club", dama.Overrides{KingMoveLimit: &minus}, "king_move_limit = -1"},
	} {
		if r, err := dama.HouseRuleset(c.name, base, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %+v, %v; want %s", c.name, r.Facts, err, c.want)
		}
	}
}

// TestHouseRuleset: every override arrives, says where it comes from, and leaves
// the base as it was.
func TestHouseRuleset(t *testing.T) {
	base := dama.Rulesets()[0]
	promotion, reversal, pieces, king := dama.DuringCapture, dama.ReversalAllowed, dama.OnePieceNo, dama.KingVersusManNo
	repetition, kings, plies := 0, 20, 60
	resets := []dama.Reset{dama.ResetManMove, dama.ResetCapture}
	r := house(t, "club", base, dama.Overrides{
		Promotion: &promotion, Reversal: &reversal, Repetition: &repetition, KingMoveLimit: &kings,
		NoProgressPlies: &plies, NoProgressResets: &resets, OnePieceEach: &pieces, KingVersusMan: &king,
	})
	want := dama.Facts{
		Promotion: promotion, Reversal: reversal, KingMoveLimit: 20, NoProgressPlies: 60,
		NoProgressResets: []dama.Reset{dama.ResetCapture, dama.ResetManMove}, OnePieceEach: pieces, KingVersusMan: king,
	}
	if !reflect.DeepEqual(r.Facts, want) || r.Name != "club" || !strings.Contains(r.Source, "federation") {
		t.Errorf("%+v", r)
	}
	set := 0
	for _, reason := range r.Reasons {
		if reason.Text == "set by the house rules" && reason.Stated {
			set++
		}
	}
	if set != 8 || len(r.Reasons) != len(base.Reasons) {
		t.Errorf("%d reasons of the house among %d", set, len(r.Reasons))
	}
	if !reflect.DeepEqual(base, dama.Rulesets()[0]) {
		t.Error("the base has changed")
	}
	if plain := house(t, "same", base, dama.Overrides{}); plain.Digest() != base.Digest() {
		t.Error("a house ruleset without a change has another digest")
	}
}

// TestRulesetTable is the table of the rules, fact by fact, so that no fact
// changes unnoticed.
func TestRulesetTable(t *testing.T) {
	none := []dama.Reset{}
	want := map[string]dama.Facts{
		"federation":     {"move-end", "forbidden", 3, 0, 0, none, "draw", "draw"},
		"ply-yard":       {"during-capture", "forbidden", 0, 0, 100, []dama.Reset{"capture", "promotion"}, "no", "no"},
		"share-link":     {"move-end", "forbidden", 0, 0, 0, none, "no", "no"},
		"ludoteka":       {"move-end", "allowed", 3, 32, 0, none, "draw", "draw"},
		"traditional":    {"move-end", "forbidden", 0, 0, 0, none, "no", "draw"},
		"checkers-arena": {"move-end", "forbidden", 3, 0, 100, []dama.Reset{"capture", "man-move"}, "no", "no"},
	}
	fields := []string{
		"promotion", "reversal", "repetition", "king_move_limit", "no_progress_plies", "no_progress_resets",
		"one_piece_each", "king_versus_man",
	}
	for _, r := range dama.Rulesets() {
		if !reflect.DeepEqual(r.Facts, want[r.Name]) {
			t.Errorf("%s: %+v", r.Name, r.Facts)
		}
		var given []string
		for _, reason := range r.Reasons {
			given = append(given, reason.Fact)
			if reason.Text == "" {
				t.Errorf("%s gives no reason for %s", r.Name, reason.Fact)
			}
		}
		if len(given) < 8 || !slices.Equal(given[:8], fields) {
			t.Errorf("%s: reasons for %v", r.Name, given)
		}
	}
}
