package tuner

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"damalab/dama"
	"damalab/eval"
)

// heatBoard is what a piece is worth on each square, as its owner sees the
// board, in hundredths of a man.
type heatBoard struct {
	name, title string
	worth       [64]int
	known       [64]bool // whether the data has a say on the square
}

// heatPlots show each piece's worth by square, in the opening and in the ending. A
// square's number adds up all weights that a piece on it has in any case: the
// piece's own, its rank's and the square's. Only the sum means something.
func (f *Fitted) heatPlots() (plots []Plot) {
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
		plots = append(plots, f.board("man", man, ending).plot())
	}
	for _, ending := range []bool{false, true} {
		plots = append(plots, f.board("king", king, ending).plot())
	}
	return plots
}

// board adds the weights up; parts lists those of an entry, the square's own
// first.
func (f *Fitted) board(piece string, parts func(entry int) []int, ending bool) heatBoard {
	worth := func(k int) int { return int(f.Weights.Pairs[k].Opening) }
	b := heatBoard{name: "squares-" + piece + "-opening", title: "A " + piece + " in the opening"}
	if ending {
		worth = func(k int) int { return int(f.Weights.Pairs[k].Ending) }
		b.name, b.title = "squares-"+piece+"-ending", "A "+piece+" in the ending"
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

func (b heatBoard) plot() Plot {
	low, high := b.span()
	caption := "No square of it occurs in the games; the weights are the prior's."
	if low <= high {
		caption = fmt.Sprintf("From %d to %d; the owner moves up.", low, high)
		if slices.Contains(b.known[:], false) {
			caption += " Grey squares do not occur in the games."
		}
	}
	return Plot{
		Name: b.name, Title: b.title, Caption: caption, wide: 8 * cellSize, height: 8 * cellSize,
		paint: func(_ bool, c vgdraw.Canvas) { b.paint(c, low, high) },
	}
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
const cellSize vg.Length = 40

func (b heatBoard) paint(c vgdraw.Canvas, low, high int) {
	for s := range dama.Square(64) {
		from := vg.Point{X: c.Min.X + vg.Length(s.File())*cellSize, Y: c.Min.Y + vg.Length(s.Rank())*cellSize}
		cell := vg.Rectangle{Min: from, Max: vg.Point{X: from.X + cellSize - 1, Y: from.Y + cellSize - 1}}
		ground, ink := color.RGBA{0xd9, 0xd4, 0xcc, 0xff}, color.RGBA{0x75, 0x6c, 0x60, 0xff}
		if b.known[s] {
			ground, ink = shade(b.worth[s], low, high)
		}
		fill(c, cell, ground)
		style := letters(ink, 16)
		style.XAlign, style.YAlign = vgdraw.XCenter, vgdraw.YCenter
		c.FillText(style, vg.Point{X: from.X + cellSize/2, Y: from.Y + cellSize/2}, strconv.Itoa(b.worth[s]))
	}
}

// shade mixes the ground for a worth, pale for the least and dark teal for the
// greatest, and gives the ink that can be read on it.
func shade(worth, low, high int) (ground, ink color.RGBA) {
	part := 0.5
	if high > low {
		part = float64(worth-low) / float64(high-low)
	}
	mix := func(from, to float64) uint8 { return uint8(from + part*(to-from)) }
	ink = color.RGBA{0x2c, 0x24, 0x1e, 0xff} // not the page's, which turns pale at night
	if part > 0.55 {
		ink = color.RGBA{0xff, 0xff, 0xff, 0xff}
	}
	return color.RGBA{mix(0xf7, 0x12), mix(0xe8, 0x50), mix(0xcf, 0x58), 0xff}, ink
}
