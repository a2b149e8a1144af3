//go:build !linux

package search

// hugePage is the size of a huge page in bytes, where they can be asked for.
const hugePage = 2 << 20

// adviseHuge does nothing: the system decides by itself.
func adviseHuge([]entry) {}
