package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func render(t *testing.T, p Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// renderBlock renders one block in a page of its own and gives the section.
func renderBlock(t *testing.T, b Block) string {
	t.Helper()
	_, rest, _ := strings.Cut(render(t, Page{Sections: []Section{{Title: "s", Blocks: []Block{b}}}}), "<main>")
	inside, _, _ := strings.Cut(rest, "</main>")
	return inside
}

func TestGoldenPage(t *testing.T) {
	got := strings.Replace(render(t, samplePage()), style, "(style)", 1)
	path := filepath.Join("testdata", "page.html")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range min(len(gotLines), len(wantLines)) {
		if gotLines[i] != wantLines[i] {
			t.Fatalf("line %d:\n got %s\nwant %s\n(-update rewrites it)", i+1, gotLines[i], wantLines[i])
		}
	}
	if len(gotLines) != len(wantLines) {
		t.Errorf("%d lines, want %d", len(gotLines), len(wantLines))
	}
}

// TestSamplePage writes the sample where REPORT_SAMPLE says, for a look at it.
func TestSamplePage(t *testing.T) {
	path := os.Getenv("REPORT_SAMPLE")
	if path == "" {
		t.Skip("REPORT_SAMPLE is not set")
	}
	if err := os.WriteFile(path, []byte(render(t, samplePage())), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestPageStandsAlone(t *testing.T) {
	page := strings.ToLower(render(t, samplePage()))
	for _, forbidden := range []string{"http://", "https://", "src=", "<script", "<link", "@import", "url(http", "javascript:"} {
		if strings.Contains(page, forbidden) {
			t.Errorf("the page contains %q", forbidden)
		}
	}
}

func TestIDsAreUnique(t *testing.T) {
	page := render(t, samplePage())
	ids := make(map[string]bool)
	for _, m := range regexp.MustCompile(`\sid="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if ids[m[1]] {
			t.Errorf("id %q twice", m[1])
		}
		ids[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`(?:href="#|aria-(?:labelledby|describedby)=")([^"]*)"`).FindAllStringSubmatch(page, -1) {
		for _, id := range strings.Fields(m[1]) {
			if !ids[id] {
				t.Errorf("reference to %q, which is not there", id)
			}
		}
	}
}

func TestEverythingIsEscaped(t *testing.T) {
	const evil = `<script>alert("x")</script>&'`
	figure := Figure{SVG: "<svg></svg>", Alt: evil, Title: evil, Caption: evil, Blocks: []Block{Paragraph(evil)}}
	page := render(t, Page{
		Title: evil, Subtitle: evil, Lang: `"><script>`, Warnings: []string{evil}, Footer: evil,
		Sections: []Section{{ID: evil, Title: evil, Intro: evil, Blocks: []Block{
			Paragraph(evil),
			List{evil},
			Code(evil),
			Facts{{evil, evil, evil}},
			figure,
			Grid{figure},
			Table{Caption: evil, Header: []string{evil}, Rows: [][]string{{evil}}},
			Bars{Title: evil, Caption: evil, Bars: []Bar{{evil, 1, evil}}},
			Lines{Title: evil, Caption: evil, XLabel: evil, YLabel: evil, Series: []Series{{evil, []Point{{1, 2}}}}},
			Details{Summary: evil, Blocks: []Block{Paragraph(evil)}},
		}}, {}, {}},
	})
	if strings.Contains(page, "<script") || strings.Contains(page, `alert("x")`) {
		t.Error("unescaped text in the page")
	}
	if n := strings.Count(page, "&lt;script&gt;"); n < 25 {
		t.Errorf("only %d escaped texts: some got lost", n)
	}
}

func TestTurkish(t *testing.T) {
	const text = "İIıi Şş Ğğ Çç Öö Üü"
	page := render(t, Page{Title: text, Lang: "tr", Warnings: []string{text}, Sections: []Section{
		{Title: text, Blocks: []Block{Bars{Bars: []Bar{{text, 1, text}}}, Bars{}}}, {Title: "Açılış, İlk 4"}, {Title: "Açılış; ilk 4"},
	}})
	for _, want := range []string{`<html lang="tr">`, "İçindekiler", "Uyarılar", "Veri yok", `id="acilis-ilk-4"`, `href="#acilis-ilk-4-2"`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s", want)
		}
	}
	if n := strings.Count(page, text); n < 8 {
		t.Errorf("the text survived %d times", n)
	}
}

func TestContentsFromThreeSections(t *testing.T) {
	for n := range 5 {
		page := render(t, Page{Sections: make([]Section, n)})
		if got := strings.Contains(page, "<nav"); got != (n > 2) {
			t.Errorf("%d sections: contents %v", n, got)
		}
	}
}

func TestTableAlignment(t *testing.T) {
	got := renderBlock(t, Table{
		Header: []string{"auto text", "auto number", "forced", "centre", "blank"},
		Rows:   [][]string{{"c3-c4", "−1.5 %", "12", "x"}, {"1", "", "13", "y", ""}, {"", "–"}},
		Align:  []Align{AlignAuto, AlignAuto, AlignLeft, AlignCenter},
	})
	for _, want := range []string{
		`<th scope="col" class="left whole">auto text<`, `<th scope="col" class="right">auto number<`, `class="left whole">forced<`,
		`class="center">centre<`, `class="left whole">blank<`, `<td class="right">−1.5 %<`,
		`<td class="left whole"></td><td class="right">–</td><td class="left whole"></td><td class="center"></td><td class="left whole"></td></tr>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

func TestLongCellsMayBreak(t *testing.T) {
	got := renderBlock(t, Table{Rows: [][]string{{strings.Repeat("uzun ", 7), "c3-c4"}}})
	if !strings.Contains(got, `<td class="left">uzun`) || !strings.Contains(got, `<td class="left whole">c3-c4`) {
		t.Error(got)
	}
}

func TestChartsWithStrangeNumbers(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	series := func(points ...Point) Block { return Lines{Series: []Series{{"s", points}}} }
	for name, block := range map[string]Block{
		"no bars":        Bars{},
		"bars":           Bars{Bars: []Bar{{"a", nan, ""}, {"b", inf, ""}, {"c", -inf, ""}, {"d", math.MaxFloat64, ""}, {"e", 1, ""}}},
		"only NaN":       Bars{Bars: []Bar{{"a", nan, ""}}},
		"zeros":          Bars{Bars: []Bar{{"a", 0, ""}, {"b", math.Copysign(0, -1), ""}}},
		"negative":       Bars{Bars: []Bar{{"a", -3, ""}, {"b", -1e300, ""}}},
		"no series":      Lines{},
		"empty series":   Lines{Series: []Series{{Name: "a"}, {}}},
		"one point":      series(Point{0, 0}),
		"all NaN":        series(Point{nan, 1}, Point{1, inf}),
		"mixed":          series(Point{1, 1}, Point{2, nan}, Point{-inf, 3}, Point{4, 4}),
		"huge":           series(Point{-1e300, 1e300}, Point{1e300, -1e300}, Point{0, math.MaxFloat64}),
		"tiny":           series(Point{0, 5e-324}, Point{1e-310, 0}),
		"close together": series(Point{1e15, 1e15}, Point{1e15 + 1, 1e15 + 0.25}),
		"unsorted":       series(Point{3, 1}, Point{1, 2}),
	} {
		got := renderBlock(t, block)
		if strings.Contains(got, "NaN") || strings.Contains(got, "Inf") {
			t.Errorf("%s: a number that is none in\n%s", name, got)
		}
		if n := len(got); n > 20_000 {
			t.Errorf("%s: %d bytes", name, n)
		}
		wellFormed(t, name, got)
	}
}

// wellFormed parses the drawings as XML, which is stricter than HTML.
func wellFormed(t *testing.T, name, text string) {
	t.Helper()
	for _, svg := range regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(text, -1) {
		d := xml.NewDecoder(strings.NewReader(svg))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Errorf("%s: %v in\n%s", name, err, svg)
				break
			}
		}
	}
}

func TestGapInALine(t *testing.T) {
	got := renderBlock(t, Lines{Series: []Series{{"s", []Point{{1, 1}, {2, 2}, {3, math.NaN()}, {4, 4}}}}})
	curve := regexp.MustCompile(`class="curve s1 d1" d="([^"]*)"`).FindAllStringSubmatch(got, -1)
	if len(curve) != 3 || strings.Count(curve[1][1], "M") != 2 { // the first is the legend's
		t.Errorf("curves %q", curve)
	}
}

func TestRefusedFigures(t *testing.T) {
	for svg, want := range map[string]string{
		"":                              "no <svg>",
		"<svg>":                         "does not end",
		"<svg><script>x</script></svg>": "<script",
		`<svg><image href="https://example.org/x.png"/></svg>`: "https://",
		`<svg onload="x"></svg>`:                               "onload",
	} {
		for _, block := range []Block{Figure{SVG: svg}, Grid{{SVG: svg}}, Details{Blocks: []Block{Figure{SVG: svg}}}} {
			var b bytes.Buffer
			err := Page{Sections: []Section{{Title: "Puzzles", Blocks: []Block{block}}}}.Write(&b)
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "Puzzles") || b.Len() > 0 {
				t.Errorf("%q: error %v, %d bytes written", svg, err, b.Len())
			}
		}
	}
}

func TestNilBlock(t *testing.T) {
	var table *Table
	for _, block := range []Block{nil, table} {
		if err := (Page{Sections: []Section{{Blocks: []Block{block}}}}).Write(io.Discard); err == nil {
			t.Error("a nil block was taken")
		}
	}
}

type fullDisk struct{}

var errFull = errors.New("disk full")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestErrorOfTheWriter(t *testing.T) {
	if err := samplePage().Write(fullDisk{}); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
}
