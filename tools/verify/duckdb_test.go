package verify

import (
	"database/sql"
	"math/big"
	"reflect"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"
)

// duck opens a DuckDB in memory.
func duck(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// ask runs a query and returns its columns in their order, and its rows.
func ask(t *testing.T, db *sql.DB, query string, args ...any) (columns []string, rows []record) {
	t.Helper()
	result, err := db.Query(query, args...)
	if err != nil {
		t.Fatalf("%s\n%v", query, err)
	}
	defer result.Close()
	if columns, err = result.Columns(); err != nil {
		t.Fatal(err)
	}
	for result.Next() {
		values := make([]any, len(columns))
		into := make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := result.Scan(into...); err != nil {
			t.Fatalf("%s\n%v", query, err)
		}
		r := record{}
		for i, name := range columns {
			r[name] = plainOrFloat(values[i])
		}
		rows = append(rows, r)
	}
	if err := result.Err(); err != nil {
		t.Fatalf("%s\n%v", query, err)
	}
	return columns, rows
}

// plainOrFloat is plain for what queries compute too.
func plainOrFloat(v any) any {
	switch v := v.(type) {
	case float64:
		return v
	case *big.Int: // a sum of whole numbers
		return v.Int64()
	}
	return plain(reflect.ValueOf(v))
}

// duckRows reads one file, or the files that a pattern names.
func duckRows(t *testing.T, path string) []record {
	t.Helper()
	_, rows := ask(t, duck(t), "SELECT * FROM read_parquet('"+strings.ReplaceAll(path, "'", "''")+"')")
	return rows
}
