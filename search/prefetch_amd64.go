package search

// prefetch asks the processor to bring an entry into its cache and does not wait
// for it.
//
//go:noescape
func prefetch(e *entry)
