package endgame

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"damalab/dama"
)

// docs/ENDGAMES.md tells what the tables show. Its figures about at most three pieces
// are held against the built-in tables here; with DAMA_DEEP=1 those about four pieces
// too, for which tables are built. With DAMA_ENDGAMES naming the folder of a set of
// five pieces, those about five pieces are held against that. What is checked stands in
//
//	tables behind <!-- figures: RULES -->   shares and longest wins, see figureRow
//	tables behind <!-- wins -->             a column for each of the RULES, see winCell
//	tables behind <!-- against: RULES -->   the wins of the side of a row, it being to
//	                                        move, against that of a column
//	the line behind <!-- line: RULES FEN --> moves from a position to the end
//	texts of pictures                       see pictureText
//
// RULES are those of a ruleset, or "unless-capture".
var page = filepath.Join("..", "docs", "ENDGAMES.md")

func readPage(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// rowsBehind returns the rows of the tables behind a mark, with what the mark says
// after its name; the first row is the head and the second a line.
func rowsBehind(text, mark string) (args []string, tables [][][]string) {
	for _, at := range regexp.MustCompile(`(?m)^<!-- `+mark+`:? ?(.*?) ?-->\n`).FindAllStringSubmatchIndex(text, -1) {
		var rows [][]string
		for line := range strings.Lines(text[at[1]:]) {
			if !strings.HasPrefix(line, "|") {
				break
			}
			cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			rows = append(rows, cells)
		}
		args, tables = append(args, text[at[2]:at[3]]), append(tables, rows)
	}
	return args, tables
}

// TestPage is about what the built-in tables know.
func TestPage(t *testing.T) {
	if pagePieces() > BuiltinPieces {
		t.Skip("TestDeepPage does it with more pieces")
	}
	testPage(t, newPageTables(t))
}

func TestDeepPage(t *testing.T) {
	if pagePieces() == BuiltinPieces {
		t.Skip("builds tables of four pieces for several rules; set DAMA_DEEP=1")
	}
	testPage(t, newPageTables(t))
}

func TestPageFivePieces(t *testing.T) {
	dir := os.Getenv("DAMA_ENDGAMES")
	if dir == "" {
		t.Skip("needs the federation's tables of five pieces; set DAMA_ENDGAMES to their folder")
	}
	testPage(t, givenPageTables(t, dir, "federation", 5))
}

func testPage(t *testing.T, tables *pageTables) {
	t.Helper()
	text := readPage(t)
	t.Run("figures", func(t *testing.T) { testPageFigures(t, text, tables) })
	t.Run("pictures", func(t *testing.T) { testPagePictures(t, text, tables) })
	t.Run("lines", func(t *testing.T) { testPageLines(t, text, tables) })
}

func testPageFigures(t *testing.T, text string, tables *pageTables) {
	t.Helper()
	rows := 0
	names, found := rowsBehind(text, "figures")
	for i, name := range names {
		for _, row := range found[i][2:] {
			if !tables.know(name, row[0]) {
				continue
			}
			rows++
			if want := tables.figureRow(name, row[0]); strings.Join(row, " | ") != strings.Join(want, " | ") {
				t.Errorf("%s, %s:\nthe page says   | %s |\nthe tables say  | %s |", page, name, strings.Join(row, " | "), strings.Join(want, " | "))
			}
		}
	}
	_, found = rowsBehind(text, "wins")
	for _, table := range found {
		for _, row := range table[2:] {
			for i, cell := range row[1:] {
				for name := range strings.SplitSeq(table[0][i+1], ", ") {
					if !tables.know(name, row[0]) || name == "unless-capture" && testing.Short() {
						continue // no tables for the latter come with the program, and TestEndgameFacts has its figures
					}
					rows++
					if want := tables.winCell(name, row[0]); cell != want {
						t.Errorf("%s, %s, %s: the page says %q, the tables say %q", page, row[0], name, cell, want)
					}
				}
			}
		}
	}
	names, found = rowsBehind(text, "against")
	for i, name := range names {
		rows += testPageAgainst(t, tables, name, found[i])
	}
	if rows < 20 {
		t.Errorf("%s: only %d figures were found", page, rows)
	}
}

func testPageAgainst(t *testing.T, tables *pageTables, name string, table [][]string) (cells int) {
	t.Helper()
	for _, row := range table[2:] {
		for i, cell := range row[1:] {
			material := row[0] + "v" + table[0][i+1]
			if !tables.know(name, material) {
				continue
			}
			cells++
			if s := tables.all(name, material); cell != share(s.Wins, s.Wins+s.Draws+s.Losses) {
				t.Errorf("%s, %s: the page says %q, and %d of %d are won", page, material, cell, s.Wins, s.Wins+s.Draws+s.Losses)
			}
		}
	}
	return cells
}

// pictureText is the text of a picture of a longest win.
var pictureText = regexp.MustCompile(`alt="(\w+), ([a-z-]+): White to move wins in (\d+) plies, the longest win in a game\. (W:\S+)"`)

func testPagePictures(t *testing.T, text string, tables *pageTables) {
	t.Helper()
	checked := 0
	for _, at := range pictureText.FindAllStringSubmatch(text, -1) {
		if _, ok := piecesOf(at[1]); !ok {
			t.Errorf("%s: %s is no material", page, at[1])
		}
		if !tables.know(at[2], at[1]) {
			continue
		}
		checked++
		_, played := tables.figures(at[2], at[1])
		p, err := dama.ParseFEN(at[4])
		if err != nil {
			t.Fatal(err)
		}
		v, err := tables.of(at[2]).Ask(p)
		if want := fmt.Sprintf("win in %s", at[3]); err != nil || v.String() != want || fmt.Sprint(played.LongestWin) != at[3] || MaterialOf(p).String() != at[1] {
			t.Errorf("%s: %s: it is %v (%v) for %v, and the longest win in a game takes %d", page, at[0], v, err, MaterialOf(p), played.LongestWin)
		}
	}
	if checked == 0 {
		t.Errorf("%s: no picture was checked", page)
	}
}

// testPageLines plays the lines of the page: each move keeps the result and the
// number of plies, the moves in bold are the only ones that keep the result, and the
// last one ends the game.
func testPageLines(t *testing.T, text string, tables *pageTables) {
	t.Helper()
	checked := 0
	for _, at := range regexp.MustCompile(`(?m)^<!-- line: (\S+) (\S+) -->\n(.*)\n`).FindAllStringSubmatch(text, -1) {
		p, err := dama.ParseFEN(at[2])
		if err != nil {
			t.Fatal(err)
		}
		if !tables.know(at[1], MaterialOf(p).String()) {
			continue
		}
		checked++
		pageLine(t, tables.of(at[1]), p, at[3])
	}
	if checked == 0 {
		t.Errorf("%s: no line was checked", page)
	}
}

func pageLine(t *testing.T, tables *Tables, p dama.Position, line string) {
	t.Helper()
	facts := tables.Rules().Facts()
	for word := range strings.FieldsSeq(line) {
		if strings.HasSuffix(word, ".") {
			continue // a number
		}
		m, err := facts.Generator().ParseMove(p, strings.Trim(word, "*"))
		if err != nil {
			t.Fatalf("%s: %s in %v: %v", page, word, p, err)
		}
		list, err := tables.Moves(p)
		if err != nil {
			t.Fatal(err)
		}
		keep := 0
		for _, v := range list {
			if v.Result == list[0].Result {
				keep++
			}
			if v.Move == m && v.Value != list[0].Value {
				t.Errorf("%s: %s in %v is %v, and the best is %v", page, word, p, v.Value, list[0].Value)
			}
		}
		if bold := strings.HasPrefix(word, "**"); bold != (keep == 1 && len(list) > 1) {
			t.Errorf("%s: %s in %v: %d of %d moves keep the result", page, word, p, keep, len(list))
		}
		p = p.Make(m)
	}
	if !facts.BoardOutcome(p).Over {
		t.Errorf("%s: the line ends in %v, where the game goes on", page, p)
	}
}
