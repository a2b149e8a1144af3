//go:build !amd64

package search

// prefetch does nothing: the entry is fetched when it is needed.
func prefetch(*entry) {}
