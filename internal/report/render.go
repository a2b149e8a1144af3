package report

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"reflect"
	"strconv"
)

// renderer turns the blocks of one page into HTML.
type renderer struct {
	templates *template.Template
	words     words
	drawings  int // so far; numbers their ids
}

func newRenderer(w words) (*renderer, error) {
	templates, err := template.New("").Parse(pageTemplate + blockTemplates)
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return &renderer{templates: templates, words: w}, nil
}

// nextID is an id for the next drawing that nothing else on the page has.
func (r *renderer) nextID() string {
	r.drawings++
	return "drawing" + strconv.Itoa(r.drawings)
}

func (r *renderer) blocks(blocks []Block) ([]template.HTML, error) {
	rendered := make([]template.HTML, 0, len(blocks))
	for i, b := range blocks {
		text, err := r.block(b)
		if err != nil {
			return nil, fmt.Errorf("block %d: %w", i+1, err)
		}
		rendered = append(rendered, text)
	}
	return rendered, nil
}

func (r *renderer) block(b Block) (template.HTML, error) {
	if v := reflect.ValueOf(b); !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return "", errors.New("nil block")
	}
	name, data, err := b.view(r)
	if err != nil {
		return "", err
	}
	var text bytes.Buffer
	if err := r.templates.ExecuteTemplate(&text, name, data); err != nil {
		return "", err
	}
	// Safe: html/template has escaped it just now.
	return template.HTML(text.String()), nil
}

// figureView is what the templates of figures see.
type figureView struct {
	Figure
	SVG    template.HTML
	Blocks []template.HTML
}

func (r *renderer) figure(f Figure) (figureView, error) {
	svg, err := embed(f.SVG, r.nextID()+"-")
	if err != nil {
		return figureView{}, err
	}
	blocks, err := r.blocks(f.Blocks)
	return figureView{f, svg, blocks}, err
}
