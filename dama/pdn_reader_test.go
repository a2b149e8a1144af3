package dama_test

import (
	"errors"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"damalab/dama"
)

func federationMoves(t testing.TB) dama.Generator {
	t.Helper()
	r, err := dama.FindRuleset(dama.DefaultRuleset)
	if err != nil {
		t.Fatal(err)
	}
	return r.Generator()
}

// readPDN reads a whole text: its games and the errors of its broken ones.
func readPDN(t testing.TB, text string) (games []dama.PDNGame, broken []*dama.PDNError) {
	t.Helper()
	for g, err := range dama.NewPDNReader(strings.NewReader(text), "test.pdn", federationMoves(t)).Games() {
		var e *dama.PDNError
		switch {
		case err == nil:
			games = append(games, g)
		case errors.As(err, &e):
			broken = append(broken, e)
		default:
			t.Fatal(err)
		}
	}
	return games, broken
}

func readGoodPDN(t testing.TB, text string) []dama.PDNGame {
	t.Helper()
	games, broken := readPDN(t, text)
	for _, e := range broken {
		t.Error(e)
	}
	return games
}

// shape is what most tests compare: each game's moves as they were read, with
// its result.
func shape(games []dama.PDNGame) string {
	var all []string
	for _, g := range games {
		var words []string
		for _, m := range g.Moves {
			words = append(words, m.Text)
		}
		all = append(all, strings.Join(append(words, string(g.Result)), " "))
	}
	return strings.Join(all, "|")
}

const pdnTags = "[Event \"x\"]\n[GameType \"30,W,8,8,A0,0\"]\n"

func TestPDNIsReadInAllItsForms(t *testing.T) {
	taking := "[FEN \"W:Wf3,a1:Bf4,e5,d6,c7,h8\"]\n"
	for name, c := range map[string]struct{ text, want string }{
		"nothing":               {"", ""},
		"blanks only":           {"\ufeff \t\r\n\r\n% nothing\n\x1a", ""},
		"only a comment":        {"{no game} ; none", ""},
		"only separators":       {"* 1-0 *\n*", ""},
		"tags and result":       {pdnTags + "1-0", "1-0"},
		"tags alone":            {pdnTags, "*"},
		"number without a move": {"1. 2-0", "2-0"},
		"attached numbers":      {"1.a3-a4 1...h6-h5 2.b3-b4 1-0", "a3-a4 h6-h5 b3-b4 1-0"},
		"detached dots":         {"1 . a3-a4 1 ... h6-h5 2. b3-b4 g6-g5 3. ... ...c3-c4 *", "a3-a4 h6-h5 b3-b4 g6-g5 c3-c4 *"},
		"bare numbers":          {"1 a3-a4 h6-h5 2 b3-b4 0-1", "a3-a4 h6-h5 b3-b4 0-1"},
		"attached results":      {"1. a3-a4 2.1-0 1. b3-b4 h6-h5 2.*", "a3-a4 1-0|b3-b4 h6-h5 *"},
		"squares by number":     {"1. 17-25 48-40 2. 09-17 1-1", "17-25 48-40 09-17 1-1"},
		"no separator":          {"a3a4 h6h5 1/2-1/2", "a3a4 h6h5 1/2-1/2"},
		"every landing":         {taking + "f3xf5xd5xd7xb7 *", "f3xf5xd5xd7xb7 *"},
		"origin and end":        {taking + "f3xb7 *", "f3xb7 *"},
		"colon":                 {taking + "f3:f5:d5:d7:b7 *", "f3:f5:d5:d7:b7 *"},
		"captured squares":      {taking + "f3xf4xe5xd6xc7 *", "f3xf4xe5xd6xc7 *"},
		"capture by number":     {taking + "22x38x36x52x50 *", "22x38x36x52x50 *"},
		"capture, nothing between": {
			taking + "f3b7 *", "f3b7 *",
		},
		"all results":         {"a3-a4 1-0 a3-a4 0-1 a3-a4 1/2-1/2 a3-a4 2-0 a3-a4 0-2 a3-a4 1-1 a3-a4 0-0 a3-a4 *", "a3-a4 1-0|a3-a4 0-1|a3-a4 1/2-1/2|a3-a4 2-0|a3-a4 0-2|a3-a4 1-1|a3-a4 0-0|a3-a4 *"},
		"blank lines":         {pdnTags + "\n\n\n1. a3-a4\n\n\nh6-h5\n\n\n\n1-0\n", "a3-a4 h6-h5 1-0"},
		"blank among tags":    {"[White \"a\"]\n\n[Black \"b\"]\n\n1. a3-a4 *", "a3-a4 *"},
		"CR LF and tabs":      {"[Event \"x\"]\r\n\r\n1.\ta3-a4\th6-h5\r\n*\r\n", "a3-a4 h6-h5 *"},
		"CR alone":            {"[Event \"x\"]\r\r1. a3-a4 ; said\rh6-h5\r*\r", "a3-a4 h6-h5 *"},
		"escaped lines":       {"% 1-0\n" + pdnTags + "%[Event \"y\"]\n1. a3-a4\n%h6-h5 {\n 1-0", "a3-a4 1-0"},
		"no terminator":       {pdnTags + "[Result \"0-1\"]\n1. a3-a4\n" + pdnTags + "1. b3-b4\n", "a3-a4 0-1|b3-b4 *"},
		"tags on one line":    {"[Event \"x\"] [White \"y\"] 1. a3-a4 * [Event \"z\"] 1. b3-b4 *", "a3-a4 *|b3-b4 *"},
		"no terminator there": {"1. a3-a4 [Event \"z\"] 1. b3-b4 *", "a3-a4 *|b3-b4 *"},
		"tags twice":          {pdnTags + pdnTags + "1. a3-a4 *", "*|a3-a4 *"},
		"star as separator":   {"[Result \"1-0\"]\n1. a3-a4 *\n[Result \"2-0\"]\n1. b3-b4", "a3-a4 1-0|b3-b4 2-0"},
		"separators too many": {"1. a3-a4 1-0 1-0\n*\n\n1. b3-b4 0-1 *", "a3-a4 1-0|b3-b4 0-1"},
		"marks between files": {"1. a3-a4 *\n\ufeff[Event \"x\"]\n1. b3-b4 *", "a3-a4 *|b3-b4 *"},
		"Black to move":       {"[FEN \"B:Wa2:Bh7\"]\n1... h7-h6 2. a2-a3 *", "h7-h6 a2-a3 *"},
		"SetUp and no FEN":    {"[SetUp \"0\"]\n[FEN \"\"]\n1. a3-a4 *", "a3-a4 *"},
		"after the end":       {"[FEN \"W:WKa1:BKh8\"]\n1. a1-a2 h8-h7 2. a2-a1 *", "a1-a2 h8-h7 a2-a1 *"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := shape(readGoodPDN(t, c.text)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestPDNResultsAreWholeWords: 1-10 begins like the draw 1-1 and is a move, if not
// a legal one.
func TestPDNResultsAreWholeWords(t *testing.T) {
	_, broken := readPDN(t, "[FEN \"W:WKa1:Bh6\"]\n1. 1-10 1-1")
	if len(broken) != 1 || broken[0].Ply != 1 {
		t.Errorf("got %v", broken)
	}
}

func TestPDNGameTypes(t *testing.T) {
	for _, value := range []string{"30", "30,W,8,8,A0,0", "30,W,8,8,A0", "43,W,8,8,A0,0", "30,W,8,8,A1,0", "43,B,8,8,A1,1", "30, W, 8, 8, N0, 0", "", "?"} {
		if got := shape(readGoodPDN(t, "[GameType \""+value+"\"] 1. a3-a4 *")); got != "a3-a4 *" {
			t.Errorf("%q: got %q", value, got)
		}
	}
	for value, want := range map[string]string{
		"20":                    "international draughts",
		"20,W,10,10,N2,0":       "international draughts",
		"25,W,8,8,A0,0":         "Russian draughts",
		"99":                    "another game",
		"30,W,10,10,A0,0":       `width "10"`,
		"30,W,8,8,N2,0":         `notation "N2"`,
		"30,X,8,8,A0,0":         `beginner "X"`,
		"30,W,8,8,A0,2":         `invert flag "2"`,
		"30,W,8,8,A0,0,0":       "unreadable",
		"Turkish":               "unreadable",
		strings.Repeat("9", 99): "unreadable",
	} {
		games, broken := readPDN(t, "[GameType \""+value+"\"]\n[White \"a\"]\n1. a3-a4 *\n1. b3-b4 1-0")
		if len(broken) != 1 || !strings.Contains(broken[0].Error(), want) || broken[0].Line != 1 || broken[0].Ply != 0 {
			t.Errorf("%q: got %v, want %q", value, broken, want)
		}
		if got := shape(games); got != "b3-b4 1-0" {
			t.Errorf("%q: the next game was read as %q", value, got)
		}
	}
}

func TestPDNTags(t *testing.T) {
	games := readGoodPDN(t, `[Event "İstanbul Şampiyonası"] [White "Çağrı \"Baba\" Öğüt"]
  [ Path   "C:\dama\\x\\" ]
[Whatever_1""]
[lower "kept [too] {and} (this) ; %"]
1. a3-a4 *`)
	want := []dama.PDNTag{
		{"Event", "İstanbul Şampiyonası"},
		{"White", `Çağrı "Baba" Öğüt`},
		{"Path", `C:\dama\x\`},
		{"Whatever_1", ""},
		{"lower", "kept [too] {and} (this) ; %"},
	}
	if len(games) != 1 || !slices.Equal(games[0].Tags, want) {
		t.Fatalf("got %v", games)
	}
	if v, ok := games[0].Tag("White"); v != want[1].Value || !ok {
		t.Errorf("Tag: %q, %v", v, ok)
	}
	if v, ok := games[0].Tag("Black"); v != "" || ok {
		t.Errorf("Tag of none: %q, %v", v, ok)
	}
}

func TestPDNNotes(t *testing.T) {
	games := readGoodPDN(t, `{before} [Event "x"] {among}
; and a line }
$9 (1. b3-b4 {an aside} h6-h5 (1... g6-g5)) 1. a3-a4! {[%clk 0:12:30]  over
  two	lines {odd} {} $7 h6-h5!? (?) (1... g6-g5 1-0 {end} $3) ??!
2. b3-b4 ; to the end of the line ) } 1-0
$0$255{}g6-g5(?!)(2... f6-f5$2;x
(3. h3-h4))
1-0 {resigned} ; really
{next} 1. c3-c4 *`)
	if len(games) != 2 {
		t.Fatalf("%d games: %q", len(games), shape(games))
	}
	g := games[0]
	checkNotes(t, "start", g.Notes, dama.PDNNotes{
		NAGs: []int{9}, Comments: []string{"before", "among", "and a line )"},
		Variations: []string{"1. b3-b4 {an aside} h6-h5 (1... g6-g5)"},
	})
	checkNotes(t, "1.", g.Moves[0].PDNNotes, dama.PDNNotes{NAGs: []int{1, 7}, Comments: []string{"[%clk 0:12:30] over two lines {odd"}})
	checkNotes(t, "1...", g.Moves[1].PDNNotes, dama.PDNNotes{NAGs: []int{5, 2, 4}, Variations: []string{"1... g6-g5 1-0 {end} $3"}})
	checkNotes(t, "2.", g.Moves[2].PDNNotes, dama.PDNNotes{NAGs: []int{0, 255}, Comments: []string{"to the end of the line ) ) 1-0"}})
	checkNotes(t, "2...", g.Moves[3].PDNNotes, dama.PDNNotes{
		NAGs: []int{6}, Comments: []string{"resigned", "really"}, Variations: []string{"2... f6-f5 $2 {x} (3. h3-h4)"},
	})
	checkNotes(t, "next", games[1].Notes, dama.PDNNotes{Comments: []string{"next"}})
	if want := []string{"line 3: a comment has another { inside: perhaps it was not closed"}; !slices.Equal(g.Warnings, want) {
		t.Errorf("warnings: %q", g.Warnings)
	}
}

func checkNotes(t *testing.T, where string, got, want dama.PDNNotes) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %+v, want %+v", where, got, want)
	}
}

func TestPDNWarnings(t *testing.T) {
	for text, want := range map[string]string{
		"[Result \"0-1\"]\n1. a3-a4 1-0":                              "line 2: the Result tag says 0-1, the game ends with 1-0, which is kept",
		"[Result \"*\"]\n1. a3-a4 1-0":                                "line 2: the Result tag says *, the game ends with 1-0, which is kept",
		"[Result \"1-0\"]\n1. a3-a4 2-0":                              "",
		"[Result \"1-0\"]\n1. a3-a4 *":                                "",
		"[Result \"?\"]\n1. a3-a4 2-0":                                "",
		"[Result \"1+ - 1-\"]\n1. a3-a4 1-0":                          `line 1: the Result tag says "1+ - 1-", which is no result`,
		"1. a3-a4":                                                    "line 1: the game ends here without a result behind its moves",
		"1. a3-a4 0-0":                                                "line 1: the result 0-0, lost for both sides, counts as unknown",
		"5. a3-a4 h6-h5\n6. b3-b4 8. g6-g5 *":                         "line 1: move number 5, where 1 is due|line 2: move number 8, where 6 is due",
		"[FEN \"B:Wa2:Bh7\"]\n31... h7-h6 32. a2-a3 *":                "",
		"[SetUp \"0\"]\n[FEN \"B:Wa2:Bh7\"]\n31... h7-h6 32. a2-a3 *": "line 1: the SetUp tag says 0, the FEN tag gives another position, which is used",
		"[Event \"x\"] [White \"a\"]\n[White \"b\"] 1. a3-a4 *":       "line 2: the tag White is given twice",
	} {
		games := readGoodPDN(t, text)
		if len(games) != 1 || strings.Join(games[0].Warnings, "|") != want {
			t.Errorf("%q: got %+v, want %q", text, games, want)
		}
	}
}

func TestPDNPlaces(t *testing.T) {
	games := readGoodPDN(t, "\n{c}\n[Event \"x\"]\n\n1. a3-a4 *\n\n\n1. b3-b4 *")
	if len(games) != 2 || games[0].Line != 3 || games[0].Number != 1 || games[1].Line != 8 || games[1].Number != 2 {
		t.Errorf("got %+v", games)
	}
}

func TestPDNFaultsOfTheFileItself(t *testing.T) {
	bad := errors.New("the disk is gone")
	text := "1. a3-a4 1-0\n1. b3-b4 h6-h5"
	r := dama.NewPDNReader(io.MultiReader(strings.NewReader(text), iotest.ErrReader(bad)), "", federationMoves(t))
	if g, err := r.Next(); err != nil || len(g.Moves) != 1 {
		t.Fatal(g, err)
	}
	for range 2 {
		if _, err := r.Next(); !errors.Is(err, bad) {
			t.Fatalf("got %v", err)
		}
	}
	n := 0
	whole := io.MultiReader(strings.NewReader("1. a3-a4 1-0"), iotest.ErrReader(bad))
	for g, err := range dama.NewPDNReader(whole, "", federationMoves(t)).Games() {
		if n++; n == 1 && (err != nil || len(g.Moves) != 1) || n == 2 && !errors.Is(err, bad) {
			t.Errorf("turn %d: %v, %v", n, g, err)
		}
	}
	if n != 2 {
		t.Errorf("%d turns", n)
	}
}

func TestPDNFromAnyReader(t *testing.T) {
	data, err := os.ReadFile("testdata/pdn/annotated.pdn")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(data), "\n", "\r\n")
	want := readGoodPDN(t, string(data))
	for _, in := range []io.Reader{
		strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text)),
	} {
		var got []dama.PDNGame
		for g, err := range dama.NewPDNReader(in, "", federationMoves(t)).Games() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, g)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}

func TestPDNResults(t *testing.T) {
	for r, want := range map[dama.PDNResult]dama.PDNResult{
		"1-0": "1-0", "2-0": "1-0", "0-1": "0-1", "0-2": "0-1", "1/2-1/2": "1/2-1/2", "1-1": "1/2-1/2", "*": "*", "": "*", "0-0": "*",
	} {
		if got := r.Standard(); got != want {
			t.Errorf("%q: %q", r, got)
		}
	}
	for r, want := range map[dama.PDNResult]dama.Result{"2-0": dama.WhiteWins, "0-1": dama.BlackWins, "1-1": dama.Draw} {
		if got, ok := r.Result(); got != want || !ok {
			t.Errorf("%q: %v, %v", r, got, ok)
		}
	}
	if _, ok := dama.PDNUnknown.Result(); ok {
		t.Error("* is no result")
	}
}

func TestPDNComesGameByGame(t *testing.T) {
	in, out := io.Pipe()
	defer in.Close()
	go func() { _, _ = io.WriteString(out, "1. a3-a4 1-0\n") }()
	// The pipe stays open: the game must not wait for what comes after it.
	g, err := dama.NewPDNReader(in, "", federationMoves(t)).Next()
	if err != nil || shape([]dama.PDNGame{g}) != "a3-a4 1-0" {
		t.Errorf("got %v, %v", g, err)
	}
}
