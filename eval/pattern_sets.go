package eval

// Men stand on the second to the seventh rank: they begin on the second and third,
// never go back, and are kings on the eighth. So groups leave the outer ranks out.
const (
	lowestMen  = 1
	highestMen = 6
)

// patternShape is a set as it is written down: rectangles, each with the files at
// which it begins, at every height where it fits. The files are the same in the
// mirror.
type patternShape struct {
	name       string
	rectangles []rectangle
}

type rectangle struct {
	width, height int
	files         []int
}

// Rectangles of the sets: width x height.
var (
	rows8x1   = rectangle{8, 1, []int{0}}
	small3x2  = rectangle{3, 2, []int{0, 1, 2, 3, 4, 5}}
	wide4x2   = rectangle{4, 2, []int{0, 2, 4}}
	dense4x2  = rectangle{4, 2, []int{0, 1, 3, 4}}
	tall2x4   = rectangle{2, 4, []int{0, 2, 4, 6}}
	dense2x4  = rectangle{2, 4, []int{0, 1, 2, 3, 4, 5, 6}}
	square3x3 = rectangle{3, 3, []int{0, 2, 3, 5}}
)

// patternShapes returns every set, in the order of the number of their groups.
func patternShapes() []patternShape {
	return []patternShape{
		{"8x1", []rectangle{rows8x1}},
		{"2x4", []rectangle{tall2x4}},
		{"4x2", []rectangle{wide4x2}},
		{"3x3", []rectangle{square3x3}},
		{"4x2-dense", []rectangle{dense4x2}},
		{"2x4-dense", []rectangle{dense2x4}},
		{"4x2+2x4", []rectangle{wide4x2, tall2x4}},
		{"3x2", []rectangle{small3x2}},
	}
}

// groups lists the groups of a set: rectangle by rectangle, rank by rank, file by
// file.
func (s patternShape) groups() (list []group) {
	for _, r := range s.rectangles {
		for rank := lowestMen; rank+r.height-1 <= highestMen; rank++ {
			for _, file := range r.files {
				list = append(list, group{r.width, r.height, file, rank})
			}
		}
	}
	return list
}
