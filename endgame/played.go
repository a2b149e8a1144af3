package endgame

import (
	"context"
	"fmt"

	"damalab/dama"
)

// The ranks behind which men begin, seen by the side to move.
const (
	ownBack dama.Bitboard = 0xff
	foeBack dama.Bitboard = 0xff << 56
)

// Played counts in one table the positions that can come up in a game as far as the
// ranks of its men tell: men begin on the second and third rank of their side and
// never go back, so none stands on the first. Every entry is read; [Tables.Info] has
// the figures for all positions.
func (t *Tables) Played(ctx context.Context, material string) (Summary, error) {
	for _, f := range t.files {
		for _, table := range f.tables {
			if table.layout.material.String() == material {
				return t.played(ctx, table)
			}
		}
	}
	return Summary{}, fmt.Errorf("%q is none of these tables", material)
}

func (t *Tables) played(ctx context.Context, table *table) (Summary, error) {
	c := newCounter(table.layout, table.source)
	for i := range table.layout.size {
		if i%chunk == 0 && ctx.Err() != nil {
			return c.Summary, ctx.Err()
		}
		b, real := table.layout.boards(i)
		if !real || b[ownMen]&ownBack != 0 || b[foeMen]&foeBack != 0 {
			continue
		}
		if !c.add(i) {
			return c.Summary, t.Err()
		}
	}
	return c.finish(), nil
}
