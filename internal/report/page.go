package report

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"strings"
	"unicode"
)

// Page is a whole report.
type Page struct {
	// Title is the heading and the name of the browser's tab.
	Title string
	// Subtitle stands under the heading; may be empty.
	Subtitle string
	// Lang is the language of the texts, such as "en" or "tr"; empty means
	// "en". The few words of the page's own follow it.
	Lang string
	// Warnings stand above everything else.
	Warnings []string
	// Sections follow in this order; more than two get a table of contents.
	Sections []Section
	// Footer is the last line, such as the version of the tool; may be empty.
	Footer string
}

// Section is a part of a page under a heading of its own.
type Section struct {
	// ID is the anchor for links; if empty it is made from Title. A second
	// section of the same ID gets a number appended.
	ID string
	// Title is the heading.
	Title string
	// Intro says what the section shows; may be empty.
	Intro string
	// Blocks are the content.
	Blocks []Block
}

// contentsFrom is how many sections a page must have to need a table of
// contents.
const contentsFrom = 3

// pageView is what the template of the page sees.
type pageView struct {
	Page
	Words    words
	Style    template.CSS
	Sections []sectionView
	Contents bool
}

type sectionView struct {
	ID, Title, Intro string
	Blocks           []template.HTML
}

// Write writes the page as UTF-8 HTML. On an error (a nil block, or SVG that
// is not to be trusted, both named with their section) nothing is written,
// unless the error is that of w.
func (p Page) Write(w io.Writer) error {
	if p.Lang == "" {
		p.Lang = "en"
	}
	r, err := newRenderer(wordsFor(p.Lang))
	if err != nil {
		return err
	}
	view := pageView{Page: p, Words: r.words, Style: style, Contents: len(p.Sections) >= contentsFrom}
	taken := make(map[string]bool)
	for _, s := range p.Sections {
		blocks, err := r.blocks(s.Blocks)
		if err != nil {
			return fmt.Errorf("report section %q: %w", s.Title, err)
		}
		view.Sections = append(view.Sections, sectionView{anchor(s, taken), s.Title, s.Intro, blocks})
	}
	var page bytes.Buffer
	if err := r.templates.ExecuteTemplate(&page, "page", view); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	_, err = w.Write(page.Bytes())
	return err
}

// anchor gives the section an ID that no other has.
func anchor(s Section, taken map[string]bool) string {
	id := slug(s.ID)
	if id == "" {
		id = slug(s.Title)
	}
	if id == "" {
		id = "section"
	}
	unique := id
	for n := 2; taken[unique]; n++ {
		unique = fmt.Sprintf("%s-%d", id, n)
	}
	taken[unique] = true
	return unique
}

// slug turns a title into an anchor that is easy to type: "Açılış, İlk 4" to
// "acilis-ilk-4".
func slug(title string) string {
	plain := strings.NewReplacer("İ", "i", "I", "i", "ı", "i", "Ş", "s", "ş", "s", "Ğ", "g", "ğ", "g",
		"Ç", "c", "ç", "c", "Ö", "o", "ö", "o", "Ü", "u", "ü", "u").Replace(title)
	words := strings.FieldsFunc(strings.ToLower(plain), func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return strings.Join(words, "-")
}
