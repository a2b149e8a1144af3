package search

// Version names the search's behaviour: the same version, parameters, weights
// and node limit play the same moves. It changes with every change that could
// move a node.
const Version = "1"

// Params is every number of the search that could be tuned. The zero value is
// not useful; begin with [DefaultParams].
type Params struct {
	// TableEntries is the size of the transposition table, rounded down to a
	// power of two; an entry takes 32 bytes.
	TableEntries int `json:"table_entries"`
	// AspirationWidth is the half width of the first window around the score
	// of the depth before, in hundredths of a man.
	AspirationWidth Score `json:"aspiration_width"`
	// AspirationDepth is the depth, in plies, from which windows are used.
	AspirationDepth int `json:"aspiration_depth"`
	// ReduceDepth is the least remaining depth, in plies, at which late quiet
	// moves are searched less deep.
	ReduceDepth int `json:"reduce_depth"`
	// ReduceAfter is the number of moves searched at full depth before that.
	ReduceAfter int `json:"reduce_after"`
	// ReduceMore is the number of moves after which a second ply is taken off.
	ReduceMore int `json:"reduce_more"`
}

// DefaultParams returns the parameters used unless others are asked for.
func DefaultParams() Params {
	return Params{
		TableEntries:    1 << 18,
		AspirationWidth: 30,
		AspirationDepth: 4,
		ReduceDepth:     3,
		ReduceAfter:     4,
		ReduceMore:      12,
	}
}

// maxPly is the longest line the search can hold, captures included.
const maxPly = 128
