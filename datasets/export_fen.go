package datasets

import (
	"fmt"
	"io"
	"iter"
)

// exportFEN writes the text of each position on a line of its own, as commands that
// read positions take them. Labels stay behind.
func exportFEN(w io.Writer, rows iter.Seq2[PositionRow, error]) (n int64, err error) {
	var lines []byte
	for row, err := range rows {
		if err != nil {
			return n, err
		}
		p, err := row.Position()
		if err != nil {
			return n, fmt.Errorf("game %s, ply %d: %w", row.GameID, row.Ply, err)
		}
		if lines = append(lines, p.FEN()+"\n"...); len(lines) >= exportBytes {
			if _, err := w.Write(lines); err != nil {
				return n, err
			}
			lines = lines[:0]
		}
		n++
	}
	_, err = w.Write(lines)
	return n, err
}
