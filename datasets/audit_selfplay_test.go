package datasets

import (
	"encoding/hex"
	"strings"
	"testing"

	"damalab/dama"
)

// fullSpec is a spec with all that decides what a row of self-play can hold.
func fullSpec() map[string]any {
	spec := selfPlaySpec()
	spec["weights"] = map[string]any{"white": strings.Repeat("a1", 32), "black": strings.Repeat("b2", 32)}
	spec["opening"] = map[string]any{"policy": "random", "plies": 0, "max_plies": testOpening}
	spec["positions"] = map[string]any{"share": 0, "max_plies": 0}
	spec["record"] = map[string]any{"scores": true, "depths": true, "nodes": false}
	spec["shard_games"] = 3
	return spec
}

// fullSet is a set of games as fullSpec has them, changed by key.
func fullSet(t *testing.T, changes map[string]any) *auditSet {
	spec := fullSpec()
	for key, value := range changes {
		spec[key] = value
	}
	s := newAuditSet(t, federation(t), spec, 6)
	s.manifest.WeightsDigest = strings.Repeat("a1", 32) + " " + strings.Repeat("b2", 32)
	s.perShard = 3
	for i := range s.games {
		g := &s.games[i]
		g.White, g.Black = strings.Repeat("a1", 8), strings.Repeat("b2", 8)
		g.Depths = make([]int16, len(g.Moves))
		for ply := testOpening; ply < len(g.Moves); ply++ {
			g.Depths[ply] = int16(ply % 3)
		}
	}
	return s
}

// TestAuditSelfPlayRows makes one row wrong at a time against its spec.
func TestAuditSelfPlayRows(t *testing.T) {
	record := func(scores, depths, nodes bool) map[string]any {
		return map[string]any{"record": map[string]any{"scores": scores, "depths": depths, "nodes": nodes}}
	}
	const end = -2 // the ply after the last move
	start := dama.StartPosition()
	for _, c := range []struct {
		name   string
		spec   map[string]any
		change func(g *Game)
		column string // empty: nothing is wrong
		ply    int
		kind   ProblemKind
	}{
		{"as it is", nil, func(*Game) {}, "", 0, ""},
		{"rescored", nil, func(g *Game) { g.Rescored = new(int8(1)) }, "rescored", -1, RowRescored},
		{"a score missing", nil, func(g *Game) { g.Scores[20] = nil }, "scores", 20, RowScore},
		{"all scores missing", nil, func(g *Game) { clear(g.Scores) }, "scores", testOpening, RowScore},
		{"a score of a drawn move", nil, func(g *Game) { g.Scores[3] = new(int16(9)) }, "opening_plies", 3, RowInvalid},
		{"scores not recorded", record(false, true, false), func(*Game) {}, "scores", testOpening, RowScore},
		{"too long an opening", map[string]any{"opening": map[string]any{"policy": "random", "max_plies": testOpening - 1}}, func(*Game) {}, "opening_plies", -1, RowInvalid},
		{"line and plies", map[string]any{"opening": map[string]any{"policy": "enumerated", "plies": 2, "max_plies": testOpening - 2}}, func(*Game) {}, "", 0, ""},
		{"an opening of a file", map[string]any{"opening": map[string]any{"policy": "file", "max_plies": 0}}, func(*Game) {}, "", 0, ""},
		{"no depths", nil, func(g *Game) { g.Depths = nil }, "depths", -1, RowInvalid},
		{"depths not recorded", record(true, false, false), func(*Game) {}, "depths", -1, RowInvalid},
		{"nodes not recorded", nil, func(g *Game) { g.Nodes = make([]int64, len(g.Moves)) }, "nodes", -1, RowInvalid},
		{"no nodes", record(true, true, true), func(*Game) {}, "nodes", -1, RowInvalid},
		{"a depth below 0", nil, func(g *Game) { g.Depths[30] = -1 }, "depths", 30, RowInvalid},
		{"a depth of a drawn move", nil, func(g *Game) { g.Depths[2] = 4 }, "depths", 2, RowInvalid},
		{"other weights of White", nil, func(g *Game) { g.White = g.Black }, "white", -1, RowInvalid},
		{"other weights of Black", nil, func(g *Game) { g.Black = "" }, "black", -1, RowInvalid},
		{"a start without positions", nil, func(g *Game) { g.StartFEN = new(start.FEN()) }, "start_fen", -1, RowInvalid},
		{"a start", map[string]any{"positions": map[string]any{"share": 0.5, "max_plies": testOpening}}, func(g *Game) { g.StartFEN = new(start.FEN()) }, "", 0, ""},
		{"too many plies after a start", map[string]any{"positions": map[string]any{"share": 0.5, "max_plies": 1}}, func(g *Game) { g.StartFEN = new(start.FEN()) }, "opening_plies", -1, RowInvalid},
		{"import", nil, func(g *Game) {
			cut(g, 40)
			g.Depths = g.Depths[:40]
			g.EndedBy, g.Termination = EndedByImport, ResignationImported
		}, "ended_by", end, RowEnding},
		{"import by a rule", nil, func(g *Game) { g.EndedBy = EndedByImport }, "ended_by", end, RowEnding},
	} {
		s := fullSet(t, c.spec)
		i := s.pick("an end by rule", func(g *Game) bool { return g.EndedBy == EndedByRule && len(g.Moves) > 50 })
		if c.spec != nil { // what it changes is wrong in all rows: one is enough
			s.games, i = s.games[:1], 0
		}
		g := &s.games[i]
		c.change(g)
		s.save()
		var want []wantFinding
		if c.column != "" {
			ply := c.ply
			if ply == end {
				ply = len(g.Moves)
			}
			want = []wantFinding{{ShardPath(Games, i/3), int64(i % 3), c.column, ply, c.kind}}
		}
		s.expect(c.name, want...)
	}
}

// No import gets away without a result, nor with moves after the end of its game.
func TestAuditSelfPlayImports(t *testing.T) {
	s := fullSet(t, nil)
	for i, g := range s.games[:2] {
		g.EndedBy, g.Termination, g.Result = EndedByImport, UnknownImported, nil
		if i == 1 {
			cut(&g, 30)
			g.Depths = g.Depths[:30]
		}
		s.games[i] = g
	}
	s.save()
	first, second := len(s.games[0].Moves), len(s.games[1].Moves)
	const path = "games/shard-00000.parquet"
	s.expect("no result", wantFinding{path, 0, "ended_by", first, RowEnding}, wantFinding{path, 0, "result", first, RowResult},
		wantFinding{path, 1, "ended_by", second, RowEnding}, wantFinding{path, 1, "result", second, RowResult})
}

// Rows of a shard stand in the order of their numbers, each in the shard of its own.
func TestAuditSelfPlayOrder(t *testing.T) {
	s := fullSet(t, nil)
	s.games[3], s.games[4] = s.games[4], s.games[3]
	s.save()
	s.expect("turned around", wantFinding{secondShard, 1, "index", -1, RowIdentity})
	s = fullSet(t, map[string]any{"shard_games": 2})
	s.save()
	s.expect("shards of another size", wantFinding{ShardPath(Games, 0), 2, "index", -1, RowIdentity},
		wantFinding{secondShard, 1, "index", -1, RowIdentity}, wantFinding{secondShard, 2, "index", -1, RowIdentity})
}

// The manifest's weights are those of both sides.
func TestAuditSelfPlayWeights(t *testing.T) {
	s := fullSet(t, nil)
	s.manifest.WeightsDigest = hex.EncodeToString(make([]byte, 32))
	s.save()
	s.expect("other weights", wantFinding{ManifestName, -1, "weights_digest", -1, FileMetadata})
}
