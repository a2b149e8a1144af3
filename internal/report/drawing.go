package report

import "fmt"

// Drawing shows a chart that was drawn elsewhere, once for a wide and once for a
// narrow screen. Its colours may be the page's, such as var(--ink), var(--soft) and
// var(--s1), so that they suit day and night.
type Drawing struct {
	// Title and Caption stand above the drawing; either may be empty.
	Title, Caption string
	// Wide and Narrow are whole <svg> elements of the classes "wide" and "narrow",
	// trusted like that of a [Figure].
	Wide, Narrow string
}

func (d Drawing) view(r *renderer) (string, any, error) {
	v := chartView{Title: d.Title, Caption: d.Caption}
	var err error
	if v.Wide, err = embed(d.Wide, r.nextID()+"-"); err != nil {
		return "", nil, fmt.Errorf("wide: %w", err)
	}
	if v.Narrow, err = embed(d.Narrow, r.nextID()+"-"); err != nil {
		return "", nil, fmt.Errorf("narrow: %w", err)
	}
	return "chart", v, nil
}
