package report

import (
	"errors"
	"fmt"
	"html/template"
	"regexp"
	"strings"
)

// embed makes a trusted SVG file fit to stand inside a page: it drops the XML
// header and the name spaces, which HTML does without, and puts prefix before
// the ids. Two diagrams with an id "title" each would otherwise both be read
// out with the title of the first.
//
// A slip in the maker of the SVG must not make the page reach out, so what
// could do that is refused.
func embed(svg, prefix string) (template.HTML, error) {
	start := strings.Index(svg, "<svg")
	if start < 0 {
		return "", errors.New("figure: no <svg> element")
	}
	svg = strings.TrimSpace(svg[start:])
	if !strings.HasSuffix(svg, "</svg>") {
		return "", errors.New("figure: the <svg> element does not end")
	}
	svg = regexp.MustCompile(`\sxmlns(:\w+)?="[^"]*"`).ReplaceAllString(svg, "")
	forbidden := regexp.MustCompile(`(?i)<script|<foreignObject|<iframe|javascript:|https?://|@import|\ssrc\s*=|\son\w+\s*=`)
	if found := forbidden.FindString(svg); found != "" {
		return "", fmt.Errorf("figure: %q is not allowed in its SVG", strings.TrimSpace(found))
	}
	return template.HTML(prefixIDs(svg, prefix)), nil
}

// prefixIDs puts prefix before every id and every reference to one.
func prefixIDs(svg, prefix string) string {
	single := regexp.MustCompile(`(\sid="|href="#|url\(#|url\('#)`)
	svg = single.ReplaceAllString(svg, "${1}"+prefix)
	lists := regexp.MustCompile(`\saria-(?:labelledby|describedby)="[^"]*"`)
	return lists.ReplaceAllStringFunc(svg, func(attribute string) string {
		name, ids, _ := strings.Cut(strings.TrimSuffix(attribute, `"`), `"`)
		fields := strings.Fields(ids)
		for i := range fields {
			fields[i] = prefix + fields[i]
		}
		return name + `"` + strings.Join(fields, " ") + `"`
	})
}
