package report

// Block is a piece of content: one of the types of this package.
type Block interface {
	// view gives the name of the block's template and what it shows.
	view(r *renderer) (name string, data any, err error)
}

// Paragraph is running text. Line ends in it are kept.
type Paragraph string

// List is a list with bullets.
type List []string

// Code is text in a fixed pitch, such as a command or a game record.
type Code string

// Fact is one number with its name.
type Fact struct {
	Label string // what it is
	Value string // the number, written out
	Note  string // unit, error or comparison in small print; may be empty
}

// Facts shows a few numbers in large print side by side.
type Facts []Fact

// Figure shows a drawing.
type Figure struct {
	// SVG is a whole <svg> element, trusted: it goes into the page as it is,
	// but for the XML header, the name spaces and the ids, which are made
	// unique. It should have a viewBox, so that it can shrink.
	SVG string
	// Alt says in words what there is to see, for those who do not see it. Leave
	// it empty if the SVG has a title element of its own.
	Alt string
	// Title and Caption stand under the drawing; either may be empty.
	Title, Caption string
	// Paper lays a light sheet under the drawing also on a dark page, for
	// drawings in dark ink without a ground of their own.
	Paper bool
	// Blocks follow under the caption, such as a Details with the solution.
	Blocks []Block
}

// Grid shows figures side by side, as many in a row as fit.
type Grid []Figure

// Details hides blocks until the reader opens them. On paper they are open
// where the browser can do that.
type Details struct {
	Summary string  // the line to click on
	Open    bool    // shown from the start
	Blocks  []Block // what is hidden
}

func (p Paragraph) view(*renderer) (string, any, error) { return "paragraph", string(p), nil }
func (l List) view(*renderer) (string, any, error)      { return "list", []string(l), nil }
func (c Code) view(*renderer) (string, any, error)      { return "code", string(c), nil }
func (f Facts) view(*renderer) (string, any, error)     { return "facts", []Fact(f), nil }

func (f Figure) view(r *renderer) (string, any, error) {
	data, err := r.figure(f)
	return "figure", data, err
}

func (g Grid) view(r *renderer) (string, any, error) {
	views := make([]figureView, len(g))
	for i, f := range g {
		var err error
		if views[i], err = r.figure(f); err != nil {
			return "", nil, err
		}
	}
	return "grid", views, nil
}

func (d Details) view(r *renderer) (string, any, error) {
	content, err := r.blocks(d.Blocks)
	return "details", map[string]any{"Summary": d.Summary, "Open": d.Open, "Blocks": content}, err
}
