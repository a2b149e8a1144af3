package verify

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/datasets"
)

// recipe is one block of docs/SQL.md, under its heading.
type recipe struct {
	title string
	query string
}

var (
	sqlBlock = regexp.MustCompile("(?ms)^```sql\n(.*?)^```$")
	heading  = regexp.MustCompile(`(?m)^## (.*)$`)
)

func recipes(t *testing.T) []recipe {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(root, "docs", "SQL.md"))
	if err != nil {
		t.Fatal(err)
	}
	var list []recipe
	for _, at := range sqlBlock.FindAllSubmatchIndex(page, -1) {
		titles := heading.FindAllSubmatch(page[:at[0]], -1)
		if titles == nil {
			t.Fatalf("a block without a heading: %s", page[at[0]:at[1]])
		}
		list = append(list, recipe{string(titles[len(titles)-1][1]), string(page[at[2]:at[3]])})
	}
	if n := strings.Count(string(page), "```sql"); n != len(list) || n == 0 {
		t.Fatalf("%d of %d blocks found", len(list), n)
	}
	return list
}

// stored is the data of the recipes as package datasets reads it.
type stored struct {
	games     []datasets.Game
	positions []datasets.PositionRow
	puzzles   []datasets.Puzzle
	exact     []datasets.Game
	endings   []datasets.EndgameRow
}

func read(t *testing.T) (s stored) {
	t.Helper()
	run, positions := open(t, "sample"), open(t, "sample-positions")
	for g, err := range run.Games() {
		if err != nil {
			t.Fatal(err)
		}
		s.games = append(s.games, g)
	}
	for g, err := range open(t, "sample-exact").Games() {
		if err != nil {
			t.Fatal(err)
		}
		s.exact = append(s.exact, g)
	}
	files, err := filepath.Glob("endings/*.parquet")
	if err != nil || len(files) != 3 {
		t.Fatalf("%q, %v", files, err)
	}
	for _, path := range files {
		rows, err := datasets.Read[datasets.EndgameRow](path)
		if err != nil {
			t.Fatal(err)
		}
		s.endings = append(s.endings, rows...)
	}
	for p, err := range run.Puzzles() {
		if err != nil {
			t.Fatal(err)
		}
		s.puzzles = append(s.puzzles, p)
	}
	for p, err := range positions.Positions() {
		if err != nil {
			t.Fatal(err)
		}
		s.positions = append(s.positions, p)
	}
	return s
}

func open(t *testing.T, dir string) *datasets.Dataset {
	t.Helper()
	d, err := datasets.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// checkRecipes runs the blocks of docs/SQL.md in their order, in a folder with the
// data that the page names. Each must give a row, and those that can be counted in
// a few lines here must count the same.
func checkRecipes(t *testing.T, work string) {
	list := recipes(t) // before the working directory changes
	t.Chdir(work)
	s, db := read(t), duck(t)
	checks := s.checks()
	for _, r := range list {
		_, rows := ask(t, db, r.query)
		if len(rows) == 0 {
			t.Errorf("%s: no row", r.title)
		}
		if check := checks[r.title]; check != nil {
			check(t, rows)
		}
		delete(checks, r.title)
	}
	for title := range checks {
		t.Errorf("docs/SQL.md has no recipe %q any more", title)
	}
	s.checkCopies(t)
}

// checks are what the recipes must find, by title.
func (s *stored) checks() map[string]func(*testing.T, []record) {
	return map[string]func(*testing.T, []record){
		"Results and the colours":      s.checkResults,
		"How games end":                s.checkEndings,
		"Lengths of games":             s.checkLengths,
		"Openings":                     s.checkOpenings,
		"A row for each move":          s.checkMoves,
		"Frequent quiet positions":     s.checkQuiet,
		"The squares of a board":       s.checkSquares,
		"What a score is worth":        s.checkScores,
		"Puzzles by theme":             s.checkThemes,
		"Games and positions together": s.checkDrops,
		"Played and exact results":     s.checkExact,
		"What endings are worth":       s.checkEndgames,

		"The longest wins, as positions to set up": s.checkLongest,
	}
}

// expect fails unless a value is as wanted; floats may differ in the last digits.
func expect(t *testing.T, what string, got, want any) {
	t.Helper()
	if f, ok := want.(float64); ok {
		if g, ok := got.(float64); ok && math.Abs(f-g) <= 1e-9+1e-9*math.Abs(f) {
			return
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %#v, not %#v", what, got, want)
	}
}

func (s *stored) checkResults(t *testing.T, rows []record) {
	count := map[int8]int64{}
	for _, g := range s.games {
		count[*g.Result]++
	}
	expect(t, "games", rows[0]["games"], int64(len(s.games)))
	expect(t, "white", rows[0]["white"], count[1])
	expect(t, "drawn", rows[0]["drawn"], count[0])
	expect(t, "black", rows[0]["black"], count[-1])
	percent := 100 * (float64(count[1]) + float64(count[0])/2) / float64(len(s.games))
	expect(t, "white_percent", rows[0]["white_percent"], math.Round(10*percent)/10)
}

// counted compares a table of counts with one of ours.
func counted(t *testing.T, rows []record, count map[string]int64, column string, key func(record) string) {
	t.Helper()
	for _, r := range rows {
		expect(t, key(r), r[column], count[key(r)])
		delete(count, key(r))
	}
	for k := range count {
		t.Errorf("%s is missing", k)
	}
}

func (s *stored) checkEndings(t *testing.T, rows []record) {
	count := map[string]int64{}
	for _, g := range s.games {
		count[fmt.Sprint(g.EndedBy, " ", g.Termination)]++
	}
	counted(t, rows, count, "games", func(r record) string { return fmt.Sprint(r["ended_by"], " ", r["termination"]) })
}

func (s *stored) checkLengths(t *testing.T, rows []record) {
	count := map[string]int64{}
	for _, g := range s.games {
		count[fmt.Sprint(g.Plies/20*20)]++
	}
	counted(t, rows, count, "games", func(r record) string { return fmt.Sprint(r["from_ply"]) })
}

func (s *stored) checkOpenings(t *testing.T, rows []record) {
	count := map[string]int64{}
	for _, g := range s.games {
		if len(g.Moves) >= 4 {
			count[strings.Join(g.Moves[:4], " ")]++
		}
	}
	for _, r := range rows {
		expect(t, fmt.Sprint(r["opening"]), r["games"], count[r["opening"].(string)])
	}
	expect(t, "rows", len(rows), min(20, len(count)))
}

func (s *stored) checkMoves(t *testing.T, rows []record) {
	i := 0
	for _, g := range s.games {
		for ply, move := range g.Moves {
			r := rows[i]
			want := record{"game_id": g.ID, "ply": int64(ply), "move": move, "score": plain(reflect.ValueOf(g.Scores[ply]))}
			if !reflect.DeepEqual(r, want) {
				t.Fatalf("row %d: %v, not %v", i, r, want)
			}
			i++
		}
	}
	expect(t, "rows", len(rows), i)
}

func (s *stored) checkQuiet(t *testing.T, rows []record) {
	count := map[string]int64{}
	for _, p := range s.positions {
		if p.Quiet && p.Ply >= 2 {
			count[fmt.Sprint(p.WhiteMen, p.WhiteKings, p.BlackMen, p.BlackKings, p.Side)]++
		}
	}
	most := int64(0)
	for _, n := range count {
		most = max(most, n)
	}
	expect(t, "the first", rows[0]["times"], most)
	for _, r := range rows {
		key := fmt.Sprint(r["white_men"], r["white_kings"], r["black_men"], r["black_kings"], r["side"])
		expect(t, key, r["times"], count[key])
	}
}

func (s *stored) checkSquares(t *testing.T, rows []record) {
	for i, r := range rows {
		var squares []any
		p, err := s.positions[i].Position()
		if err != nil {
			t.Fatal(err)
		}
		for square := range p.Men(0).Squares() {
			squares = append(squares, square.String())
		}
		expect(t, fmt.Sprint("row ", i), r["white_men_on"], squares)
	}
}

func (s *stored) checkScores(t *testing.T, rows []record) {
	count := map[string]int64{}
	for _, p := range s.positions {
		if p.Quiet && p.Score != nil && *p.Score >= -1000 && *p.Score <= 1000 {
			count[fmt.Sprint(50*int(math.Round(float64(*p.Score)/50)))]++
		}
	}
	counted(t, rows, count, "positions", func(r record) string { return fmt.Sprint(r["about"]) })
}

func (s *stored) checkThemes(t *testing.T, rows []record) {
	count := map[string]int64{}
	for _, p := range s.puzzles {
		for _, theme := range p.Themes {
			count[theme]++
		}
	}
	counted(t, rows, count, "puzzles", func(r record) string { return r["theme"].(string) })
}

func (s *stored) checkDrops(t *testing.T, rows []record) {
	ruled := map[string]bool{}
	for _, g := range s.games {
		ruled[g.ID] = g.EndedBy == datasets.EndedByRule
	}
	worst := int64(0)
	for i, p := range s.positions[:len(s.positions)-1] {
		next := s.positions[i+1]
		if ruled[p.GameID] && next.GameID == p.GameID && p.Score != nil && next.Score != nil {
			gained := int64(*next.Score) - int64(*p.Score)
			if p.Side == 1 {
				gained = -gained
			}
			worst = min(worst, gained)
		}
	}
	expect(t, "the worst", rows[0]["gained"], worst)
}

// checkCopies reads the files that the last recipes write.
func (s *stored) checkCopies(t *testing.T) {
	f, err := os.Open("results.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil || len(lines) != len(s.games)+1 {
		t.Fatalf("results.csv: %d lines, %v", len(lines), err)
	}
	for i, g := range s.games {
		want := []string{g.ID, fmt.Sprint(*g.Result), string(g.Termination), fmt.Sprint(g.Plies)}
		if !slices.Equal(lines[i+1], want) {
			t.Errorf("results.csv: %v, not %v", lines[i+1], want)
		}
	}
	text, err := os.ReadFile("puzzles.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	solutions := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		var p struct {
			ID       string   `json:"puzzle_id"`
			Solution []string `json:"solution"`
		}
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		solutions[p.ID] = p.Solution
	}
	for _, p := range s.puzzles {
		if !slices.Equal(solutions[p.ID], p.Solution) {
			t.Errorf("puzzles.jsonl: %s is %v, not %v", p.ID, solutions[p.ID], p.Solution)
		}
	}
}

func (s *stored) checkExact(t *testing.T, rows []record) {
	count := map[string]int64{}
	for _, g := range s.exact {
		if g.Rescored != nil {
			count[fmt.Sprint(*g.Rescored, *g.Result)]++
		}
	}
	counted(t, rows, count, "games", func(r record) string { return fmt.Sprint(r["exact"], r["played"]) })
}

func (s *stored) checkEndgames(t *testing.T, rows []record) {
	type sum struct {
		results [3]int64
		longest int64
	}
	sums := map[string]*sum{}
	for _, e := range s.endings {
		if sums[e.Material] == nil {
			sums[e.Material] = &sum{}
		}
		of := sums[e.Material]
		of.results[e.Result+1] += int64(e.Positions)
		if e.Result == 1 {
			of.longest = max(of.longest, int64(*e.Plies))
		}
	}
	expect(t, "materials", len(rows), len(sums))
	for _, r := range rows {
		of := sums[r["material"].(string)]
		for column, want := range map[string]int64{
			"all_positions": of.results[0] + of.results[1] + of.results[2], "wins": of.results[2], "draws": of.results[1], "losses": of.results[0],
		} {
			expect(t, fmt.Sprint(r["material"], " ", column), r[column], want)
		}
		if of.longest > 0 {
			expect(t, fmt.Sprint(r["material"], " longest"), r["longest_win"], of.longest)
		}
	}
}

func (s *stored) checkLongest(t *testing.T, rows []record) {
	byFEN := map[string]datasets.EndgameRow{}
	longest := int16(0)
	for _, e := range s.endings {
		if e.Result == 1 {
			p, err := e.Position()
			if err != nil {
				t.Fatal(err)
			}
			byFEN[p.FEN()] = e
			longest = max(longest, *e.Plies)
		}
	}
	expect(t, "the longest", rows[0]["plies"], int64(longest))
	for _, r := range rows {
		p, err := dama.ParseFEN(r["fen"].(string))
		if err != nil {
			t.Fatal(err)
		}
		e, ok := byFEN[p.FEN()]
		if !ok || r["material"] != e.Material || r["plies"] != int64(*e.Plies) {
			t.Errorf("%v is %+v", r, e)
		}
	}
}
