package verify

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// arrowRows reads one file with the Parquet reader of Apache Arrow.
func arrowRows(t *testing.T, path string) []record {
	t.Helper()
	f, err := file.OpenParquetFile(path, false)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	reader, err := pqarrow.NewFileReader(f, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
	if err != nil {
		t.Fatal(err)
	}
	table, err := reader.ReadTable(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer table.Release()
	rows := make([]record, table.NumRows())
	for i := range rows {
		rows[i] = record{}
	}
	for c := range int(table.NumCols()) {
		at := 0
		for _, chunk := range table.Column(c).Data().Chunks() {
			for i := range chunk.Len() {
				rows[at][table.Schema().Field(c).Name] = arrowValue(chunk, i)
				at++
			}
		}
	}
	return rows
}

// arrowValue is item i of an array.
func arrowValue(a arrow.Array, i int) any {
	if a.IsNull(i) {
		return nil
	}
	switch a := a.(type) {
	case *array.String:
		return a.Value(i)
	case *array.Boolean:
		return a.Value(i)
	case *array.Int8:
		return plain(reflect.ValueOf(a.Value(i)))
	case *array.Int16:
		return plain(reflect.ValueOf(a.Value(i)))
	case *array.Int32:
		return plain(reflect.ValueOf(a.Value(i)))
	case *array.Int64:
		return a.Value(i)
	case *array.Uint64:
		return a.Value(i)
	case *array.List:
		from, to := a.ValueOffsets(i)
		list := []any{}
		for k := from; k < to; k++ {
			list = append(list, arrowValue(a.ListValues(), int(k)))
		}
		return list
	}
	return fmt.Sprintf("a %v, which no column is", a.DataType())
}
