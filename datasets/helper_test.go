package datasets

import (
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"damalab/dama"
)

func federation(t testing.TB) dama.Ruleset {
	t.Helper()
	r, err := dama.FindRuleset("federation")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func testMeta(t testing.TB) Meta {
	return MetaOf(federation(t), "0123456789abcdef0123456789abcdef", "feed")
}

// randomGames makes legal games. With the given probability a move is not drawn
// but the best of a one-move look at the captures, so that the moves are as
// uneven as those of an engine. The scores follow the material with noise; like
// those of a search they look through a running exchange to its end.
func randomGames(t testing.TB, seed uint64, games int, skill float64) []Game {
	ruleset := federation(t)
	r := rand.New(rand.NewPCG(seed, 0))
	out := make([]Game, games)
	for i := range out {
		out[i] = randomGame(ruleset, r, skill)
		out[i].ID = GameID("0123456789abcdef", int64(i))
		out[i].Index = int64(i)
	}
	return out
}

const testOpening = 8

func randomGame(ruleset dama.Ruleset, r *rand.Rand, skill float64) Game {
	gen := ruleset.Generator()
	h := dama.NewHistory(ruleset.Facts, dama.StartPosition())
	g := Game{
		Ruleset: ruleset.Name, Seed: r.Uint64(), OpeningPlies: testOpening, White: "w", Black: "w",
		Moves: []string{}, Scores: []*int16{}, Termination: PlyLimitGuard, EndedBy: EndedByGuard, Result: new(int8(0)),
	}
	for h.Plies() < 200 {
		if end := h.Outcome(); end.Over {
			g.Result, g.Termination, g.EndedBy = new(int8(end.Result)), end.Reason, EndedByRule
			break
		}
		p := h.Position()
		moves := gen.Moves(p)
		m := moves[r.IntN(len(moves))]
		if h.Plies() >= testOpening && r.Float64() < skill {
			m = greedy(gen, p, moves)
		}
		g.Moves = append(g.Moves, gen.Text(p, m))
		h.Play(m)
	}
	g.Plies = int32(len(g.Moves))
	g.Scores = settledScores(h, r)
	return g
}

// settledScores gives each ply the material after the captures that follow it,
// with noise of which a part stays from ply to ply.
func settledScores(h *dama.History, r *rand.Rand) []*int16 {
	scores := make([]*int16, h.Plies())
	settled := material(h.Position())
	noise := 0.0
	for ply := len(scores) - 1; ply >= testOpening; ply-- {
		if !h.MoveAt(ply).IsCapture() {
			settled = material(h.PositionAt(ply))
		}
		noise = 0.9*noise + 8*r.NormFloat64()
		scores[ply] = new(int16(float64(settled) + noise + 4*r.NormFloat64()))
	}
	return scores
}

func material(p dama.Position) int {
	return 100*(p.Men(dama.White).Count()-p.Men(dama.Black).Count()) +
		400*(p.Kings(dama.White).Count()-p.Kings(dama.Black).Count())
}

// greedy takes the move after which the reply takes least; ties go by the
// position's key, which is as good as any fixed taste.
func greedy(gen dama.Generator, p dama.Position, moves []dama.Move) dama.Move {
	best, at := -1<<30, moves[0]
	for _, m := range moves {
		q := p.Make(m)
		loss := 0
		if replies := gen.Moves(q); len(replies) > 0 {
			loss = replies[0].Captured().Count()
		}
		if v := -1000*loss + int(q.Key()%1000); v > best {
			best, at = v, m
		}
	}
	return at
}

func shardFile(t testing.TB) string {
	return filepath.Join(t.TempDir(), "games", "shard-00000.parquet")
}

func mustWrite[T Row](t testing.TB, path string, rows []T) FileInfo {
	t.Helper()
	info, err := Write(path, testMeta(t), All(rows))
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func mustRead(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func sha(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
