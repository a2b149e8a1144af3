package puzzles

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
	"damalab/puzzles/proof"
)

func parsed(t testing.TB, text string) proof.Question {
	t.Helper()
	q, err := proof.ParseQuestion(text)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestDrillID(t *testing.T) {
	const digest = "digest"
	for _, fen := range []string{"B:Wa3,c4,h2:Bd5,Kg1", "W:Wc3,f3:Bc6,f6"} {
		p := position(t, fen)
		for _, text := range []string{"steps:c4", "legal:c4xc6xe6", "captures"} {
			q := parsed(t, text)
			want := DrillID(p, q, digest)
			for _, y := range []dama.Symmetry{dama.SwapColors, dama.MirrorFiles, dama.SwapColors | dama.MirrorFiles} {
				if got := DrillID(y.Position(p), q.Seen(y), digest); got != want {
					t.Errorf("%s, %s: %s as seen otherwise, %s", fen, text, got, want)
				}
			}
		}
	}
	lone := position(t, "B:Wa3,c4,h2:Bd5,Kg1")
	even := position(t, "W:Wc3,f3:Bc6,f6") // its own mirror image
	ids := map[string]bool{}
	for _, id := range []string{
		DrillID(lone, parsed(t, "steps:c4"), digest), DrillID(lone, parsed(t, "steps:f4"), digest), DrillID(lone, parsed(t, "landings:c4"), digest),
		DrillID(lone, parsed(t, "steps:c4"), "other"), DrillID(even, parsed(t, "steps:c3"), digest), ID("drill", lone, digest),
	} {
		if ids[id] || !strings.HasPrefix(id, "drill-") || len(id) != len("drill-")+16 {
			t.Errorf("%s is there twice, or no ID", id)
		}
		ids[id] = true
	}
	if DrillID(even, parsed(t, "steps:c3"), digest) != DrillID(even, parsed(t, "steps:f3"), digest) {
		t.Error("the two men of a position that is its own mirror image are one question")
	}
}

// TestEditedDrillRow edits each column that follows from position and question.
func TestEditedDrillRow(t *testing.T) {
	r := ruleset(t, "federation")
	found, _ := mineAll(t, randomGames(r, 2), drillOptions(r))
	for says, edit := range map[string]func(*datasets.Puzzle){
		"puzzle_id is":          func(p *datasets.Puzzle) { p.ID += "0" },
		"fen is":                func(p *datasets.Puzzle) { p.FEN += " " },
		"side is":               func(p *datasets.Puzzle) { p.Side ^= 1 },
		"of the kind \"drill\"": func(p *datasets.Puzzle) { p.Kind = datasets.MaximumPuzzle },
		"the answers differ":    func(p *datasets.Puzzle) { p.Answers = append(slices.Clone(p.Answers), "a1") },
		"not a question":        func(p *datasets.Puzzle) { p.Question = ptr("why") },
		"lacks them":            func(p *datasets.Puzzle) { p.Answers = nil },
		"the solution has 1":    func(p *datasets.Puzzle) { p.Solution = []string{"a2-a3"} },
		"solver_plies is":       func(p *datasets.Puzzle) { p.SolverPlies = 1 },
		"captures is":           func(p *datasets.Puzzle) { p.Captures = 1 },
		"gain is":               func(p *datasets.Puzzle) { p.Gain = 100 },
		"themes are":            func(p *datasets.Puzzle) { p.Themes = []string{"turn"} },
		"rating is":             func(p *datasets.Puzzle) { p.Rating++ },
		"valid_rulesets are":    func(p *datasets.Puzzle) { p.ValidRulesets = p.ValidRulesets[1:] },
		"ruleset_note is":       func(p *datasets.Puzzle) { p.RulesetNote = ptr("No.") },
		"unreadable":            func(p *datasets.Puzzle) { p.Proof = p.Proof[:len(p.Proof)/2] },
		"is none of the data":   func(p *datasets.Puzzle) { p.Ruleset = "chess" },
		"ruleset is":            func(p *datasets.Puzzle) { p.Ruleset = "ludoteka" },
	} {
		for _, whole := range found {
			row := whole
			edit(&row)
			report, err := VerifyAll(t.Context(), datasets.All([]datasets.Puzzle{whole, row}), VerifyOptions{
				Ruleset: func(name string) (dama.Ruleset, bool) { return r, name != "chess" },
			})
			if err != nil {
				t.Fatal(err)
			}
			if report.Held != 1 || len(report.Failed) != 1 || report.Kinds[row.Kind].Failed != 1 {
				t.Errorf("%s: %+v", says, report)
			} else if reason := report.Failed[0].Reason; !strings.Contains(reason, says) {
				t.Errorf("%s is not in %q", says, reason)
			}
		}
	}
}

// TestDrillNote: a question whose answer depends on the ruleset says so.
func TestDrillNote(t *testing.T) {
	p := position(t, "W:Wd6,a2:Bd7,Kb8,h7")
	q := parsed(t, "legal:d6xd8xa8")
	r := ruleset(t, "federation")
	d, err := proof.DrillOf(r.Facts, p, q)
	if err != nil {
		t.Fatal(err)
	}
	valid, note := drillValidity(r.Name, p, q, d.Answers)
	want := []string{"federation", "share-link", "ludoteka", "traditional", "checkers-arena"}
	if !slices.Equal(valid, want) || note == nil || *note != "Under ply-yard the answer is legal." {
		t.Errorf("%v, %v", valid, note)
	}
}

func TestDrillWorthAsking(t *testing.T) {
	r := ruleset(t, "federation")
	ask := func(fen string, kind proof.QuestionType) ([]drillFind, Reason) {
		p := position(t, fen)
		d := drillMiner{r, DefaultCriteria().Drill, 200}.hunt()
		return d.asking(spot{game: &datasets.Game{}, position: p, legal: r.Generator().Moves(p)}).ask(kind)
	}
	for _, c := range []struct {
		fen    string
		kind   proof.QuestionType
		want   string
		reason Reason
	}{
		{"W:Wc4,e2:Bb4,d4,h7", proof.AskSteps, "steps:c4", ""},   // sideways both ways
		{"W:Wc4,e2:Bh7", proof.AskSteps, "", NothingTelling},     // nobody near
		{"W:Wc4,a2:Bc5,c6,h7", proof.AskSteps, "steps:c4", ""},   // looks like a capture
		{"W:Wc4:Bc5,h7", proof.AskSteps, "", AnswerCount},        // one square
		{"W:WKa1:Ba4,Kh8", proof.AskLandings, "landings:a1", ""}, // four behind the piece
		{"W:WKa1:Bh7", proof.AskLandings, "", AnswerCount},       // fourteen
		{"W:Wa2:Ba7", proof.AskCaptures, "", NotACapture},
		{"W:Wa2:Ba3", proof.AskCaptures, "", AnswerCount}, // one route
		{"W:Wc4,e2:Bb4,d4,h7", proof.AskCaptures, "captures", ""},
		{"W:Wa3,h3:Ba4,h4,h6", proof.AskMaximum, "maximum", ""},
		{"W:Wa3:Ba4,a6", proof.AskMaximum, "", NoDecoy},
		{"W:Wa3:Ba4,h6", proof.AskMaximum, "", TooFewCaptured},
		{"W:Wa3:Ba7", proof.AskMaximum, "", NotACapture},
		{"W:Wa3,h3:Ba4,h4,h6", proof.AskLegal, "not-maximum", ""},
		{"W:Wa3,h3:Ba4,h4,h6", proof.AskLegal, "stops-early", ""},
		{"W:Wa3,h3:Ba4,h4,h6", proof.AskLegal, "must-capture", ""},
		{"W:WKd4:Bc4,e4", proof.AskLegal, "turned-back", ""},
		{"W:Wd6,a2:Bd7,Kb8,h7", proof.AskLegal, "still-a-man", ""},
		{"W:WKa1:Ba4,a5,h7", proof.AskLegal, "nothing-to-capture", ""},
		{"W:Wc4:Bd5,h7", proof.AskLegal, "diagonal", ""},
	} {
		finds, reason := ask(c.fen, c.kind)
		has := slices.ContainsFunc(finds, func(f drillFind) bool {
			return f.question.String() == c.want || f.question.Type == proof.AskLegal && f.answers[0] == c.want
		})
		if reason != c.reason || has != (c.want != "") {
			t.Errorf("%s, %s: %v, %q", c.fen, c.kind, finds, reason)
		}
	}
}

func TestTexts(t *testing.T) {
	for _, text := range []string{"steps:c3", "landings:d4", "captures", "maximum", "legal:c3xc5xe5"} {
		english, turkish := QuestionText(text, dama.English), QuestionText(text, dama.Turkish)
		_, at, _ := strings.Cut(text, ":")
		for _, words := range []string{english, turkish} {
			if words == text || strings.Contains(words, "{") || !strings.Contains(words, at) {
				t.Errorf("%s: %q", text, words)
			}
			if regexp.MustCompile(`[a-h][1-8]['’\pL]*[\pL'’]`).MatchString(strings.ReplaceAll(words, "x", " ")) {
				t.Errorf("%q: no ending on a square", words)
			}
		}
		if english == turkish {
			t.Errorf("%s: the same in both languages", text)
		}
	}
	if got := QuestionText("why", dama.English); got != "why" {
		t.Errorf("%q", got)
	}
	for _, kind := range AllKinds() {
		if kind == datasets.DrillPuzzle {
			continue
		}
		row := datasets.Puzzle{Kind: kind, Side: 1}
		if text := TaskText(row, dama.English); !strings.HasPrefix(text, "Black to play") {
			t.Errorf("%s: %q", kind, text)
		}
		if text := TaskText(row, dama.Turkish); !strings.HasPrefix(text, "Siyah oynar") {
			t.Errorf("%s: %q", kind, text)
		}
	}
}

func TestEveryReasonHasAText(t *testing.T) {
	for _, r := range reasons {
		english, turkish := r.Text(dama.English), r.Text(dama.Turkish)
		for _, text := range []string{english, turkish} {
			if text == string(r) || !strings.HasSuffix(text, ".") {
				t.Errorf("%s: %q", r, text)
			}
		}
		if english == turkish {
			t.Errorf("%s: %q in both languages", r, english)
		}
	}
}

// TestEveryCriterionIsListed compares the list with the stored form.
func TestEveryCriterionIsListed(t *testing.T) {
	var want []string
	collectNames(reflect.TypeFor[Criteria](), "", &want)
	var got []string
	for _, c := range DefaultCriteria().List() {
		got = append(got, c.Name)
		if c.Unit == "" || !strings.HasSuffix(c.Reason, ".") || len(c.Kinds) == 0 {
			t.Errorf("%+v", c)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("listed are %v, stored %v", got, want)
	}
	// A value of its own for each shows one that is in the wrong place.
	numbered := Criteria{}
	n := int64(0)
	numberAll(reflect.ValueOf(&numbered).Elem(), &n)
	for i, c := range numbered.List() {
		if c.Value != i+1 && c.Value != true {
			t.Errorf("%s has the value of another: %v", c.Name, c.Value)
		}
		if _, flag := c.Value.(bool); flag != (c.Unit == "yes or no") {
			t.Errorf("%s is %v, with the unit %q", c.Name, c.Value, c.Unit)
		}
	}
}

func collectNames(t reflect.Type, prefix string, names *[]string) {
	for i := range t.NumField() {
		name := prefix + t.Field(i).Tag.Get("json")
		if t.Field(i).Type.Kind() == reflect.Struct {
			collectNames(t.Field(i).Type, name+".", names)
		} else {
			*names = append(*names, name)
		}
	}
}

func numberAll(v reflect.Value, n *int64) {
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Struct {
			numberAll(f, n)
		} else {
			*n++
			if f.Kind() == reflect.Bool {
				f.SetBool(true)
			} else {
				f.SetInt(*n)
			}
		}
	}
}

func TestDrillCriteriaValidate(t *testing.T) {
	for name, edit := range map[string]func(*DrillCriteria){
		"drill.max_steps is":  func(c *DrillCriteria) { c.MaxSteps = 1 },
		"drill.min_routes is": func(c *DrillCriteria) { c.MinRoutes = 0 },
		"drill.per_game is":   func(c *DrillCriteria) { c.PerGame = 0 },
	} {
		c := DefaultCriteria()
		edit(&c.Drill)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDrillsStandApart: the drills of a game and their counts are the same whatever
// else is mined, also where the game follows the line of a shot.
func TestDrillsStandApart(t *testing.T) {
	o := lineOptions(t, datasets.DrillPuzzle)
	game := still(o.Ruleset, "x", capturing)
	game.Moves = []string{"b4-b5", "a5xc5", "a4-a5"}
	alone, counts := mineAll(t, []datasets.Game{game}, o)
	o.Kinds = Kinds()
	together, all := mineAll(t, []datasets.Game{game}, o)
	drills := slices.DeleteFunc(together, func(p datasets.Puzzle) bool { return p.Kind != datasets.DrillPuzzle })
	if len(alone) == 0 || !reflect.DeepEqual(drills, alone) || !reflect.DeepEqual(all.Kinds[datasets.DrillPuzzle], counts.Tally) {
		t.Errorf("%d drills alone, %d with others\n%v\n%v", len(alone), len(drills), counts, all)
	}
	if all.Kinds[datasets.ShotPuzzle].Rejected[OnLine] != 1 {
		t.Errorf("nothing is on the line\n%v", all)
	}
}
