// Package verify holds tests only: two Parquet readers that share no code with
// package datasets read every kind of file and must find the values that datasets
// has written, and the queries of docs/SQL.md are run on real data.
//
// It is a module of its own because DuckDB comes as a C++ library (it needs cgo and
// a linker) and the main module does without.
package verify
