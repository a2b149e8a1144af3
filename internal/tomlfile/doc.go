// Package tomlfile reads a TOML file into a struct and refuses whatever the
// struct has no place for.
//
// A spec with a misspelt key must not run with a default in its place, so the
// reading is strict, and says at once all that is wrong and where:
//
//	spec.toml:4: nods: unknown key; did you mean "nodes"?
//	spec.toml:9: opening.plies: want a whole number, found the text "six"
//	spec.toml:12:7: expected value but found "\n" instead
//
// The parsing is that of BurntSushi/toml. It keeps no positions for callers,
// finds wrong types in the random order of a map and takes keys in any case, so
// this package goes over the parsed values first, beside the Go type, and
// finds the line of each key by a scan of its own ([Decode] tells the rules).
package tomlfile
