package datasets

import (
	"os"
	"path/filepath"
	"runtime/metrics"
	"testing"
)

// TestDeepPositionsMemory expands ten million positions. What is held must not grow
// with them: two workers hold some 200 MB.
func TestDeepPositionsMemory(t *testing.T) {
	if os.Getenv("DAMA_DEEP") != "1" {
		t.Skip("set DAMA_DEEP=1 to run")
	}
	const rows, ceiling = 10_000_000, 400 << 20
	games := randomGames(t, 21, 300, 0.9)
	m, err := NewManifest(federation(t), "copied games", "")
	if err != nil {
		t.Fatal(err)
	}
	in, index, plies := t.TempDir(), int64(0), 0
	for shard := 0; plies < rows; shard++ {
		path := filepath.Join(in, filepath.FromSlash(ShardPath(Games, shard)))
		info, err := Write(path, m.Meta(), func(yield func(Game, error) bool) {
			for range 10_000 {
				g := games[index%int64(len(games))]
				g.Index, g.ID = index, GameID(m.SpecDigest, index)
				index, plies = index+1, plies+len(g.Moves)
				if !yield(g, nil) {
					return
				}
			}
		})
		if err == nil {
			err = m.Add(in, info)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Save(in); err != nil {
		t.Fatal(err)
	}
	held := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	peak := uint64(0)
	sum, err := WritePositions(t.Context(), mustOpen(t, in), filepath.Join(t.TempDir(), "p"), PositionsOptions{
		Workers: 2, Progress: func(int, int) {
			metrics.Read(held)
			peak = max(peak, held[0].Value.Uint64()-held[1].Value.Uint64())
		},
	})
	if err != nil || sum.Rows != int64(plies) {
		t.Fatalf("%+v, %v", sum, err)
	}
	t.Logf("%d rows in %d shards, %.2f bytes a row, %d MB held at most", sum.Rows, sum.Shards, float64(sum.Bytes)/float64(sum.Rows), peak>>20)
	if peak > ceiling {
		t.Errorf("%d MB were held", peak>>20)
	}
}
