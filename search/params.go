package search

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Version names the search's behaviour: the same version, parameters, weights
// and node limit play the same moves. It changes with every change that could
// move a node.
const Version = "8"

// Params is every number of the search that could be tuned, and a switch for each
// of its techniques. The zero value is not useful; begin with [DefaultParams].
// Depths are in plies, margins in hundredths of a man.
type Params struct {
	// TableEntries is the size of the transposition table, rounded down to a
	// power of two; an entry takes 16 bytes.
	TableEntries int `json:"table_entries"`
	// ShallowEntries is the size of the part of the table for nodes with at
	// most ShallowDepth plies to go, rounded down like the other; a depth below
	// 0 switches it off.
	ShallowEntries int `json:"shallow_entries"`
	ShallowDepth   int `json:"shallow_depth"`
	// TableKeep is how many plies deeper an old entry must be to hold its place
	// against a new one.
	TableKeep int `json:"table_keep"`

	// AspirationWidth is the half width of the first window around the score of
	// the depth before, from AspirationDepth on; 0 means no such windows. A
	// window that fails gets AspirationGrowth times as wide, and beyond a half
	// width of AspirationLimit it is opened fully.
	AspirationWidth  Score `json:"aspiration_width"`
	AspirationDepth  int   `json:"aspiration_depth"`
	AspirationGrowth Score `json:"aspiration_growth"`
	AspirationLimit  Score `json:"aspiration_limit"`

	// OrderMoves is how many moves of a node are brought into order; a node that
	// none of them cuts off is hardly ever cut off by a later one. OrderLast is
	// the same for nodes with one ply to go, which are most of all nodes.
	OrderMoves int `json:"order_moves"`
	OrderLast  int `json:"order_last"`
	// Killers, Counters and History order quiet moves by what cut off lately at
	// the same ply, after the same move, and anywhere.
	Killers  bool `json:"killers"`
	Counters bool `json:"counters"`
	History  bool `json:"history"`
	// HistoryBonus is the greatest bonus for a cut-off, which is otherwise the
	// square of the depth; HistoryDecay is the bonus that would wipe out all
	// that was learnt of a move before.
	HistoryBonus int32 `json:"history_bonus"`
	HistoryDecay int32 `json:"history_decay"`

	// ReduceDepth is the least remaining depth at which quiet moves that come
	// after ReduceAfter others are searched a ply less deep. A depth beyond the
	// tree switches it off.
	ReduceDepth int `json:"reduce_depth"`
	ReduceAfter int `json:"reduce_after"`

	// ExtendForced searches a forced capture without using up depth.
	ExtendForced bool `json:"extend_forced"`
	// LazyMargin is how far outside the window the worth of the pieces by
	// themselves must be where the depth is used up, so that what they can do is
	// not looked at; 0 means that it always is.
	LazyMargin Score `json:"lazy_margin"`
	// CrownAtLeaves tries crownings where the depth is used up.
	CrownAtLeaves bool `json:"crown_at_leaves"`
}

// DefaultParams returns the parameters used unless others are asked for.
func DefaultParams() Params {
	return Params{
		TableEntries:     1 << 18,
		ShallowEntries:   1 << 10,
		ShallowDepth:     0,
		TableKeep:        3,
		AspirationWidth:  30,
		AspirationDepth:  4,
		AspirationGrowth: 3,
		AspirationLimit:  600,
		OrderMoves:       6,
		OrderLast:        3,
		Killers:          true,
		Counters:         true,
		History:          true,
		HistoryBonus:     400,
		HistoryDecay:     512,
		ReduceDepth:      3,
		ReduceAfter:      4,
		ExtendForced:     true,
		LazyMargin:       120,
		CrownAtLeaves:    true,
	}
}

// Set changes a parameter by its name in JSON; value is in JSON too, such as 4 or
// false.
func (p *Params) Set(name, value string) error {
	text, err := json.Marshal(map[string]json.RawMessage{name: json.RawMessage(value)})
	if err != nil {
		return fmt.Errorf("%s = %s: the value is neither a whole number nor true or false", name, value)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	changed := *p
	if err := dec.Decode(&changed); err != nil {
		return fmt.Errorf("%s = %s: %w", name, value, err)
	}
	if err := changed.Validate(); err != nil {
		return err
	}
	*p = changed
	return nil
}

// maxTableEntries keeps a slip of the finger from asking for all memory: 16 GB.
const maxTableEntries = 1 << 30

// Validate reports the first parameter that is out of its range.
func (p *Params) Validate() error {
	switch {
	case p.TableEntries < 1 || p.TableEntries > maxTableEntries:
		return fmt.Errorf("table_entries = %d: it is between 1 and %d", p.TableEntries, maxTableEntries)
	case p.ShallowEntries < 1 || p.ShallowEntries > maxTableEntries:
		return fmt.Errorf("shallow_entries = %d: it is between 1 and %d", p.ShallowEntries, maxTableEntries)
	case p.AspirationWidth < 0 || p.AspirationGrowth < 2:
		return fmt.Errorf("aspiration_width is 0 or more, and aspiration_growth is at least 2")
	case p.HistoryBonus < 0 || p.HistoryDecay < 1:
		return fmt.Errorf("history_bonus is 0 or more, and history_decay is at least 1")
	case p.LazyMargin < 0:
		return fmt.Errorf("lazy_margin = %d: it is 0 or more", p.LazyMargin)
	case p.ReduceDepth < 3:
		return fmt.Errorf("reduce_depth = %d: it is at least 3, so that a reduced search has a ply left", p.ReduceDepth)
	}
	return nil
}

// maxPly is the longest line the search can hold, captures included.
const maxPly = 128
