package puzzles

import (
	"regexp"
	"slices"
	"testing"
)

const (
	chain   = "W:Wa2:Ba3,b4,c5,d6" // a2xa4xc4xc6xe6 is all there is
	example = "W:Wa4,h4,a3,b3,c3,d3,e3,f3,g3,h3,a2,c2,d2,f2:Bc7,e7,g7,a6,b6,c6,d6,e6,g6,h6,a5,b5,c5,e5,g5,f4"
)

// TestThemes has a yes and a no, at least, for each theme.
func TestThemes(t *testing.T) {
	covered := map[string][2]bool{}
	for _, c := range []struct {
		theme, ruleset, fen, move string
		want                      bool
	}{
		{"majority", "federation", "W:Wa3,h3:Ba4,h4,h6", "h3xh5xh7", true},
		{"majority", "federation", chain, "a2xa4xc4xc6xe6", false},
		{"only-move", "federation", "W:Wa3,h3:Ba4,h4,h6", "h3xh5xh7", true},
		{"only-move", "federation", "W:Wa3,h3:Ba4,h4,d8", "a3xa5", false},
		{"turn", "federation", chain, "a2xa4xc4xc6xe6", true},
		{"turn", "federation", "W:WKa1:Ba3,a5,a7", "a1xa4xa6xa8", false},
		{"turn", "ludoteka", "W:WKd4:Bc4,e4", "d4xf4xb4", false}, // back along the same line
		{"turn", "federation", "W:Wa2,c2:Ba7", "a2-a3", false},
		{"long-route", "federation", example, "f3xf5xh5xh7xf7xd7xb7", true},
		{"long-route", "federation", chain, "a2xa4xc4xc6xe6", false},
		{"crossed-square", "federation", "W:WKa4:Bc4,e6,d8,c2", "a4xe4xe8xc8xc1", true},
		{"crossed-square", "federation", "W:WKd1:Bd3,b5,a3,Kb1", "d1xd5xa5xa1xd1", true}, // its own first square
		{"crossed-square", "federation", "W:WKd1:Bd3,b5,a3,Kb1", "d1xd5xa5xa1xc1", false},
		{"crossed-square", "federation", "W:WKa1:Ba3,a5,a7", "a1xa4xa6xa8", false},
		{"king-capture", "federation", "W:WKa1:Ba3,a5,a7", "a1xa4xa6xa8", true},
		{"king-capture", "federation", chain, "a2xa4xc4xc6xe6", false},
		{"king-capture", "federation", "W:WKa1:Bh7,h6", "a1-a2", false},
		{"promotion", "federation", "W:Wd6,a2:Bd7,b8,h7", "d6xd8", true},
		{"promotion", "federation", "B:Wd2,a1,h7:Bd3", "d3xd1", true},
		{"promotion", "federation", chain, "a2xa4xc4xc6xe6", false},
		{"promotion-in-capture", "ply-yard", "W:Wd6,a2:Bd7,b8,h7", "d6xd8xa8", true},
		{"promotion-in-capture", "federation", "W:Wf6,a1:Bf7,Ke8,Kc8,h5", "f6xf8xd8xb8", true},
		{"promotion-in-capture", "federation", "W:Wd6,a2:Bd7,b8,h7", "d6xd8", false},
		{"promotion-in-capture", "federation", "W:WKa1:Ba3,c8", "a1xa8xd8", false}, // a king was one before
	} {
		s, err := SubjectOf(ruleset(t, c.ruleset).Facts, position(t, c.fen), c.move)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := slices.Contains(themesOf(s), c.theme); got != c.want {
			t.Errorf("%s: %v for %s in %s", c.theme, got, c.move, c.fen)
		}
		seen := covered[c.theme]
		seen[0], seen[1] = seen[0] || c.want, seen[1] || !c.want
		covered[c.theme] = seen
	}
	for _, theme := range Themes() {
		if covered[theme.ID] != [2]bool{true, true} {
			t.Errorf("%s lacks a yes or a no", theme.ID)
		}
	}
}

func TestThemeTexts(t *testing.T) {
	seen := map[string]bool{}
	for _, theme := range Themes() {
		if !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(theme.ID) || seen[theme.ID] {
			t.Errorf("%q is no identifier, or there twice", theme.ID)
		}
		seen[theme.ID] = true
		for _, title := range []string{theme.English, theme.Turkish} {
			if title == "" || title[len(title)-1] == '.' {
				t.Errorf("%s: %q is no title", theme.ID, title)
			}
		}
		for _, text := range []string{theme.InEnglish, theme.InTurkish} {
			if text == "" || text[len(text)-1] != '.' {
				t.Errorf("%s: %q is no sentence", theme.ID, text)
			}
		}
	}
}

func TestGrade(t *testing.T) {
	// Each is harder than the one before.
	last := int32(0)
	for _, c := range []struct{ fen, move string }{
		{chain, "a2xa4xc4xc6xe6"},
		{"W:Wa2:Ba3,b4,c5,d6,b2", "a2xa4xc4xc6xe6"},
		{example, "f3xf5xh5xh7xf7xd7xb7"},
	} {
		s, err := SubjectOf(ruleset(t, "federation").Facts, position(t, c.fen), c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := grade(s); got <= last {
			t.Errorf("%s: %d after %d", c.fen, got, last)
		} else {
			last = got
		}
	}
}
