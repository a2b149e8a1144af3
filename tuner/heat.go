package tuner

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"damalab/dama"
	"damalab/eval"
	"damalab/internal/report"
)

// heatBoard is what a piece is worth on each square, as its owner sees the
// board, in hundredths of a man.
type heatBoard struct {
	title string
	worth [64]int
	known [64]bool // whether the data has a say on the square
}

// boards shows each piece's worth by square, in the opening and in the ending. A
// square's number adds up all weights that a piece on it has in any case: the
// piece's own, its rank's and the square's. Only the sum means something.
func (f *Fitted) boards() (boards report.Grid) {
	first := map[string]int{}
	for _, feature := range eval.Features() {
		first[feature.Name] = feature.First
	}
	man := func(entry int) []int {
		square, _ := eval.IndexSquares(entry)
		return []int{first["man_square"] + entry, first["man"], first["man_rank"] + square.Rank()}
	}
	king := func(entry int) []int { return []int{first["king_square"] + entry, first["king"]} }
	for _, ending := range []bool{false, true} {
		boards = append(boards, f.board("man", man, ending).figure())
	}
	for _, ending := range []bool{false, true} {
		boards = append(boards, f.board("king", king, ending).figure())
	}
	return boards
}

// board adds the weights up; parts lists those of an entry, the square's own
// first.
func (f *Fitted) board(piece string, parts func(entry int) []int, ending bool) heatBoard {
	worth := func(k int) int { return int(f.Weights.Pairs[k].Opening) }
	b := heatBoard{title: "A " + piece + " in the opening"}
	if ending {
		worth = func(k int) int { return int(f.Weights.Pairs[k].Ending) }
		b.title = "A " + piece + " in the ending"
	}
	for i := range eval.Squares {
		left, right := eval.IndexSquares(i)
		for _, s := range []dama.Square{left, right} {
			for _, k := range parts(i) {
				b.worth[s] += worth(k)
			}
			b.known[s] = f.Seen[parts(i)[0]] > 0
		}
	}
	return b
}

func (b heatBoard) figure() report.Figure {
	low, high := b.span()
	caption := "No square of it occurs in the games; the weights are the prior's."
	if low <= high {
		caption = fmt.Sprintf("From %d to %d; the owner moves up.", low, high)
		if slices.Contains(b.known[:], false) {
			caption += " Grey squares do not occur in the games."
		}
	}
	return report.Figure{SVG: b.svg(low, high), Title: b.title, Caption: caption}
}

// span returns the least and greatest worth of known squares; low is above high
// if there are none.
func (b heatBoard) span() (low, high int) {
	low, high = 1, 0
	for s, known := range b.known {
		switch {
		case !known:
		case low > high:
			low, high = b.worth[s], b.worth[s]
		default:
			low, high = min(low, b.worth[s]), max(high, b.worth[s])
		}
	}
	return low, high
}

// cellSize is a square's side in the drawing.
const cellSize = 40

func (b heatBoard) svg(low, high int) string {
	var out strings.Builder
	fmt.Fprintf(&out, `<svg viewBox="0 0 %d %d" role="img" font-family="sans-serif" font-size="17" text-anchor="middle">`, 8*cellSize, 8*cellSize)
	fmt.Fprintf(&out, "<title>%s, by square</title>", html.EscapeString(b.title))
	for s := range dama.Square(64) {
		x, y := s.File()*cellSize, (7-s.Rank())*cellSize
		ground, ink := "#d9d4cc", "#8d857a"
		if b.known[s] {
			ground, ink = shade(b.worth[s], low, high)
		}
		fmt.Fprintf(&out, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s" stroke="#faf6ed"/>`, x, y, cellSize, cellSize, ground)
		fmt.Fprintf(&out, `<text x="%d" y="%d" fill="%s">%d</text>`, x+cellSize/2, y+cellSize/2+6, ink, b.worth[s])
	}
	out.WriteString("</svg>")
	return out.String()
}

// shade mixes the ground for a worth, pale for the least and dark teal for the
// greatest, and gives the ink that can be read on it.
func shade(worth, low, high int) (ground, ink string) {
	part := 0.5
	if high > low {
		part = float64(worth-low) / float64(high-low)
	}
	mix := func(from, to float64) int { return int(from + part*(to-from)) }
	ink = "#2c241d"
	if part > 0.55 {
		ink = "#ffffff"
	}
	return fmt.Sprintf("#%02x%02x%02x", mix(0xf7, 0x12), mix(0xe8, 0x50), mix(0xcf, 0x58)), ink
}
