package datasets

import (
	"io"
	"iter"
	"reflect"
	"strings"
)

// exportText writes rows as CSV or JSON lines.
func exportText[T Row](w io.Writer, format ExportFormat, rows iter.Seq2[T, error]) (n int64, err error) {
	columns := exportColumns(reflect.TypeFor[T]())
	appendRow, line := appendCSV, []byte(nil)
	if format == JSONL {
		appendRow = appendJSONRow
	} else {
		line = appendCSVHeader(line, columns)
	}
	for row, err := range rows {
		if err != nil {
			return n, err
		}
		if line = appendRow(line, columns, reflect.ValueOf(row)); len(line) >= exportBytes {
			if _, err := w.Write(line); err != nil {
				return n, err
			}
			line = line[:0]
		}
		n++
	}
	_, err = w.Write(line)
	return n, err
}

// exportBytes is about how much is written at a time.
const exportBytes = 64 << 10

// exportColumn is a column of a row type: its name and its field.
type exportColumn struct {
	name  string
	field int
}

// exportColumns reads the columns off the tags that the Parquet files follow.
func exportColumns(row reflect.Type) []exportColumn {
	var columns []exportColumn
	for i := range row.NumField() {
		name, _, _ := strings.Cut(row.Field(i).Tag.Get("parquet"), ",")
		columns = append(columns, exportColumn{name: name, field: i})
	}
	return columns
}
