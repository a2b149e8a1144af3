package report

import (
	"fmt"
	"math"
	"strings"
)

// board draws a small board with a header, name spaces and ids, as a drawing
// program would.
func board(men string) string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 80 80" width="320" height="320" role="img" aria-labelledby="t">`)
	b.WriteString(`<title id="t">Board</title><defs><circle id="man" r="3.6"/></defs><rect width="80" height="80" fill="#f0dcb8"/>`)
	for i := range 64 {
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="10" height="10" fill="none" stroke="#a97c50" stroke-width=".5"/>`, i%8*10, i/8*10)
	}
	for _, m := range strings.Fields(men) {
		fill := "#fffaf0"
		if m[0] == 'b' {
			fill = "#33251a"
		}
		fmt.Fprintf(&b, `<use xlink:href="#man" x="%d" y="%d" fill="%s" stroke="#33251a" stroke-width=".6"/>`,
			int(m[1]-'a')*10+5, 80-int(m[2]-'0')*10+5, fill)
	}
	return b.String() + "</svg>\n"
}

// samplePage has every kind of block, and text that needs care.
func samplePage() Page {
	return Page{
		Title:    "Dama: play, mine, tune",
		Subtitle: "4,000 games at 20,000 nodes a move, federation rules",
		Warnings: []string{"The match stopped before the test came to an answer.", "3 games were adjudicated <early>."},
		Sections: []Section{
			{Title: "At a glance", Intro: "What came of the run, in numbers.", Blocks: []Block{
				sampleFacts(),
				Paragraph("White moves first. The tuned weights beat the old ones in a paired match; the puzzles below are exact."),
			}},
			{Title: "Games", Intro: "How they ended, and how long they were.", Blocks: sampleGames()},
			{Title: "Tuning", Blocks: []Block{
				sampleLoss(),
				Lines{Title: "Elo by round", XLabel: "round", YLabel: "Elo", Series: sampleElo()},
				Code("dama tune --in demo --out tuned --lambda 1e-4 --match && dama tune promote --in tuned --as-the-default-weights-of-this-tool"),
			}},
			{ID: "puzzles", Title: "Puzzles", Intro: "White to move. Open a solution only after trying.", Blocks: []Block{samplePuzzles()}},
			{Title: "Türkçe: İyi şans, ığdır", Blocks: []Block{
				List{"Taş yiyen oyuncu ağır ağır düşünür.", "Dama olan taş ışık gibi gider."},
				Bars{Title: "Nothing yet"},
				Lines{Title: "Nothing here either", Series: []Series{{Name: "empty"}}},
			}},
		},
		Footer: "damalab 0.1.0, weights 3f9a2c",
	}
}

func sampleFacts() Facts {
	return Facts{
		{"Games", "4,000", "38.2 plies on the average"},
		{"Puzzles", "312", "of 2,914 candidates"},
		{"Elo gained", "+41 ± 12", "95 %, 1,200 pairs"},
		{"Time", "2 min 51 s", "two cores"},
	}
}

func sampleGames() []Block {
	return []Block{
		Bars{Title: "Endings", Caption: "Share of all games.", Bars: []Bar{
			{"elimination", 1840, "1,840"},
			{"one piece each", 890, "890"},
			{"repetition of the same position", 655, "655"},
			{"blocked", 12, "12"},
			{"not measured", math.NaN(), ""},
		}},
		Bars{Title: "Change of the weights", Bars: []Bar{{"king", 41.5, ""}, {"man on the seventh row", 12, ""}, {"tempo", -18.25, ""}, {"back row", 0, ""}}},
		Table{
			Caption: "The ten most usual openings",
			Header:  []string{"Opening", "Games", "White", "Draw", "Black", "Mean length", "Longest game", "First shot at ply"},
			Rows: [][]string{
				{"c3-c4 d6-d5 c4xc6", "412", "41.2 %", "18.0 %", "40.8 %", "39.1", "161", "12"},
				{"d3-d4 e6-e5", "88", "38 %", "22.5 %", "39.5 %", "40.7", "98", "–"},
				{"short row", "7"},
			},
		},
		Details{Summary: "What was turned away", Blocks: []Block{Table{Header: []string{"Reason", "Number"}, Rows: [][]string{{"not unique", "1,204"}}}}},
	}
}

func sampleLoss() Lines {
	train, valid := Series{Name: "training"}, Series{Name: "validation"}
	for i := range 30 {
		x := float64(i)
		train.Points = append(train.Points, Point{x, 0.52 + 0.17*math.Exp(-x/6)})
		valid.Points = append(valid.Points, Point{x, 0.535 + 0.16*math.Exp(-x/5)})
	}
	valid.Points[12].Y = math.NaN()
	return Lines{
		Title: "Loss by step", Caption: "Mean log loss; lower is better.", XLabel: "step", YLabel: "log loss",
		Series: []Series{train, valid},
	}
}

func sampleElo() []Series {
	return []Series{
		{"old", []Point{{0, 0}, {1, 0}, {2, 0}, {3, 0}}},
		{"men only", []Point{{0, -80}, {1, -60}, {2, -66}, {3, -51}}},
		{"kings too", []Point{{0, -20}, {1, 12}, {2, 33}, {3, 41}}},
		{"all", []Point{{0, 5}, {1, 32}, {2, 58}, {3, math.Inf(1)}}},
		{"with tables", []Point{{0, 20}, {1, 44}, {2, 70}, {3, 92}}},
		{"twice the nodes", []Point{{0, 60}, {1, 70}, {2, 80}, {3, 85}}},
	}
}

func samplePuzzles() Grid {
	var grid Grid
	for i, men := range []string{"wa3 wb3 be6 bd5", "wc4 wd4 bf7 bg6", "wh2 bb7", "wa2 wb4 wc6 bh7", "we3 bd6"} {
		grid = append(grid, Figure{
			SVG: board(men), Title: fmt.Sprintf("No. %d", i+1), Caption: fmt.Sprintf("Shot in three moves, rating %d.", 1450+i*83),
			Blocks: []Block{Details{Summary: "Solution", Blocks: []Block{Paragraph("1. c4-c5! b6xb4 2. a3xc3xc5 and wins.")}}},
		})
	}
	return grid
}
