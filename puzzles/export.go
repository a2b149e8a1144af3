package puzzles

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"reflect"
	"strings"

	"damalab/datasets"
)

// How puzzles leave for other programs
//
// The columns are those that puzzle tools know, by the names below and in their
// order. A move list begins with the solver's move: unlike elsewhere the move
// before is no part of it, but stands in lead_in. In CSV, lists are joined by
// spaces and a null is an empty field; in JSON lines they are lists and null.

// exported is a puzzle in this form.
type exported struct {
	ID            string   `json:"id"`
	Position      string   `json:"position"`
	Moves         []string `json:"moves"`
	Rating        int32    `json:"rating"`
	Deviation     int32    `json:"deviation"`
	Themes        []string `json:"themes"`
	Game          *string  `json:"game"`
	Ply           *int32   `json:"ply"`
	Kind          string   `json:"kind"`
	Ruleset       string   `json:"ruleset"`
	ValidRulesets []string `json:"valid_rulesets"`
	LeadIn        *string  `json:"lead_in"`
	SolverPlies   int32    `json:"solver_plies"`
	Captures      int32    `json:"captures"`
	Gain          int32    `json:"gain"`
	Question      *string  `json:"question"`
	Answers       []string `json:"answers"`
	FamilySize    int32    `json:"family_size"`
}

func exportedOf(p datasets.Puzzle) exported {
	some := func(list []string) []string { return append([]string{}, list...) }
	x := exported{
		ID: p.ID, Position: p.FEN, Moves: some(p.Solution), Rating: p.Rating, Deviation: p.RatingError,
		Themes: some(p.Themes), Game: p.GameID, Ply: p.Ply, Kind: string(p.Kind), Ruleset: p.Ruleset,
		ValidRulesets: some(p.ValidRulesets), LeadIn: p.LeadIn, SolverPlies: p.SolverPlies,
		Captures: p.Captures, Gain: p.Gain, Question: p.Question, FamilySize: p.FamilySize,
	}
	if p.Answers != nil {
		x.Answers = some(p.Answers)
	}
	return x
}

// ExportCSV writes puzzles as comma-separated values with a header (RFC 4180), and
// returns their number.
func ExportCSV(w io.Writer, rows iter.Seq2[datasets.Puzzle, error]) (n int, err error) {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	columns := reflect.TypeFor[exported]()
	record := make([]string, columns.NumField())
	for i := range record {
		record[i] = columns.Field(i).Tag.Get("json")
	}
	if err := out.Write(record); err != nil {
		return 0, err
	}
	for p, err := range rows {
		if err != nil {
			return n, err
		}
		row := reflect.ValueOf(exportedOf(p))
		for i := range record {
			record[i] = csvText(row.Field(i))
		}
		if err := out.Write(record); err != nil {
			return n, err
		}
		n++
	}
	out.Flush()
	return n, out.Error()
}

func csvText(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return ""
		}
		return csvText(v.Elem())
	case reflect.Slice:
		return strings.Join(v.Interface().([]string), " ")
	}
	return fmt.Sprint(v.Interface())
}

// ExportJSONL writes puzzles as a JSON object a line, and returns their number.
func ExportJSONL(w io.Writer, rows iter.Seq2[datasets.Puzzle, error]) (n int, err error) {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	for p, err := range rows {
		if err == nil {
			err = out.Encode(exportedOf(p))
		}
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}
