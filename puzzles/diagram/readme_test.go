package diagram

import (
	"path/filepath"
	"testing"
)

// TestReadmePicture keeps the picture at the top of README.md as this package
// draws it: the first worked example of the federation's rule book.
func TestReadmePicture(t *testing.T) {
	p := position(t, "W:Wa4,h4,a3,b3,c3,d3,e3,f3,g3,h3,a2,c2,d2,f2:Bc7,h7,a6,b6,c6,d6,e6,g6,h6,a5,b5,c5,e5,g5,f4")
	picture := SVG(p, Options{
		Title: "White must take four pieces: f3xf5xd5xd7xb7", Size: 360,
		Route: squares(t, "f3", "f5", "d5", "d7", "b7"), Captured: bitboard(squares(t, "f4", "e5", "d6", "c7")),
	})
	compare(t, filepath.Join("..", "..", "docs", "images", "maximum.svg"), picture)
}
