// Package report writes one self-contained HTML page from sections, tables,
// figures and charts.
//
// The page is a single file that opens without a network, in a light and a dark
// dress, on a phone, on paper and to a screen reader. It has no script. A
// [Page] holds sections, and a [Section] holds blocks:
//
//	Paragraph, List, Code    text
//	Facts                    a few numbers, large
//	Table                    rows; columns of numbers to the right
//	Figure, Grid             SVG made elsewhere, with captions
//	Bars, Lines              charts drawn here
//	Details                  blocks behind a line to click on, such as solutions
//
// Everything is text and is escaped, but for the SVG of a [Figure], which must
// come from our own packages; [Page.Write] refuses SVG that would reach out of
// the page. The same page gives the same bytes.
package report
