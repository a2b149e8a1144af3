package diagram

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// pagePicture is a picture of docs/ENDGAMES.md: its file, its width, and its text,
// which ends with the position and, for an arrow, a move such as g1-g7.
var pagePicture = regexp.MustCompile(`<img src="images/(endgame-[a-z0-9-]+\.svg)" width="(\d+)" alt="([^"]* ([WB]:W\S*?:B\S*?)(?: ([a-h][1-8])-([a-h][1-8]))?)">`)

// TestEndgamePictures keeps the pictures of docs/ENDGAMES.md as this package draws the
// positions that the page gives.
func TestEndgamePictures(t *testing.T) {
	docs := filepath.Join("..", "..", "docs")
	page, err := os.ReadFile(filepath.Join(docs, "ENDGAMES.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := pagePicture.FindAllStringSubmatch(string(page), -1)
	if all := strings.Count(string(page), "<img "); len(found) != all || all == 0 {
		t.Errorf("%d of the page's %d pictures say what they show", len(found), all)
	}
	drawn := map[string]bool{}
	for _, at := range found {
		size, err := strconv.Atoi(at[2])
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Title: at[3], Size: size}
		if at[5] != "" {
			o.Route = squares(t, at[5], at[6])
		}
		compare(t, filepath.Join(docs, "images", at[1]), SVG(position(t, at[4]), o))
		drawn[at[1]] = true
	}
	stored, err := filepath.Glob(filepath.Join(docs, "images", "endgame-*.svg"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range stored {
		if !drawn[filepath.Base(path)] {
			t.Errorf("%s is on no page", path)
		}
	}
}

// compare holds a picture against a file, or writes it with -update.
func compare(t *testing.T, path, picture string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(picture), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if picture != string(want) {
		t.Errorf("%s differs; look at it, then run the test with -update", path)
	}
}
