package datasets

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"damalab/dama"
)

const secondShard = "games/shard-00001.parquet"

// TestAuditAllRules replays random games of every ruleset, the referee all of
// them: none may differ.
func TestAuditAllRules(t *testing.T) {
	few := 10
	forbidden := dama.OnePieceNo
	house, err := dama.HouseRuleset("house", federation(t), dama.Overrides{KingMoveLimit: &few, OnePieceEach: &forbidden})
	if err != nil {
		t.Fatal(err)
	}
	games := 12
	if testing.Short() {
		games = 3
	}
	for _, rules := range append(dama.Rulesets(), house) {
		s := newAuditSet(t, rules, selfPlaySpec(), games)
		s.save()
		found, r := s.audit(AuditOptions{Full: true})
		if len(found) != 0 || r.ReplayedGames != int64(games) || r.RefereeGames != int64(games) || r.RefereePlies != r.Plies || r.Plies < 60 || r.Files != 1 {
			t.Errorf("%s: %v, %+v", rules.Name, found, r.AuditCounts)
		}
		if len(r.Warnings) != 0 || len(r.Unchecked) != 0 {
			t.Errorf("%s: %v %v", rules.Name, r.Warnings, r.Unchecked)
		}
	}
}

// TestAuditLabels makes one row wrong at a time.
func TestAuditLabels(t *testing.T) {
	s := newAuditSet(t, federation(t), selfPlaySpec(), 100)
	s.perShard = 4
	ruled := func(g *Game) bool { return g.EndedBy == EndedByRule }
	won := func(result int8, odd int) func(g *Game) bool {
		return func(g *Game) bool { return ruled(g) && *g.Result == result && len(g.Moves)%2 == odd }
	}
	guarded := func(g *Game) bool { return g.EndedBy == EndedByGuard }
	drawn := func(g *Game) bool { return ruled(g) && *g.Result == 0 }
	anyGame := func(*Game) bool { return true }
	few := slices.Clone(s.games[:s.perShard])
	for _, fits := range []func(g *Game) bool{won(1, 1), won(-1, 0), drawn, guarded} {
		few = append(few, s.games[s.pick("what the test needs", fits)])
	}
	s.games = few
	s.identify()
	s.save()
	end := -2 // the ply after the last move
	for _, c := range []struct {
		name   string
		fits   func(g *Game) bool
		change func(g *Game)
		column string
		ply    int
		kind   ProblemKind
	}{
		{"White's win as Black's", won(1, 1), func(g *Game) { g.Result = new(int8(-1)) }, "result", end, RowResult},
		{"Black's win as White's", won(-1, 0), func(g *Game) { g.Result = new(int8(1)) }, "result", end, RowResult},
		{"draw as a win", drawn, func(g *Game) { g.Result = new(int8(1)) }, "result", end, RowResult},
		{"win as a draw", won(1, 1), func(g *Game) { g.Result = new(int8(0)) }, "result", end, RowResult},
		{"no result", drawn, func(g *Game) { g.Result = nil }, "result", -1, RowInvalid},
		{"guard stored as a win", guarded, func(g *Game) { g.Result = new(int8(1)) }, "result", -1, RowInvalid},
		{"another rule", won(1, 1), func(g *Game) { g.Termination = dama.NoProgressDrawn }, "termination", end, RowEnding},
		{"rule stored as guard", drawn, func(g *Game) { g.EndedBy, g.Termination = EndedByGuard, PlyLimitGuard }, "ended_by", end, RowEnding},
		{"rule stored as adjudication", won(-1, 0), func(g *Game) { g.EndedBy, g.Termination = EndedByAdjudication, ScoreAdjudged }, "ended_by", end, RowEnding},
		{"guard stored as rule", guarded, func(g *Game) { g.EndedBy, g.Termination = EndedByRule, dama.RepetitionDrawn }, "ended_by", end, RowEnding},
		{"guard too early", won(1, 1), func(g *Game) {
			cut(g, len(g.Moves)-2)
			g.EndedBy, g.Termination, g.Result = EndedByGuard, PlyLimitGuard, new(int8(0))
		}, "termination", end, RowGuard},
		{"stalled too early", guarded, func(g *Game) { g.Termination = StalledGuard }, "termination", end, RowGuard},
		{"ended by nothing known", drawn, func(g *Game) { g.EndedBy = "referee" }, "ended_by", -1, RowInvalid},
		{"adjudicated without one", won(1, 1), func(g *Game) {
			cut(g, len(g.Moves)-2)
			g.EndedBy, g.Termination = EndedByAdjudication, ScoreAdjudged
		}, "termination", end, RowAdjudication},
		{"a move after the end", won(1, 1), func(g *Game) {
			g.Moves, g.Scores, g.Plies = append(slices.Clone(g.Moves), "a3-a4"), append(slices.Clone(g.Scores), nil), g.Plies+1
		}, "moves", -3, RowPlaysOn},
		{"an illegal move", anyGame, func(g *Game) { g.Moves[20] = "h1-h3" }, "moves", 20, RowIllegalMove},
		{"an unreadable move", anyGame, func(g *Game) { g.Moves[21] = "pass" }, "moves", 21, RowIllegalMove},
		{"plies", anyGame, func(g *Game) { g.Plies++ }, "plies", -1, RowInvalid},
		{"opening_plies beyond the game", anyGame, func(g *Game) { g.OpeningPlies = 500 }, "opening_plies", -1, RowInvalid},
		{"opening_plies too many", anyGame, func(g *Game) { g.OpeningPlies += 2 }, "opening_plies", testOpening, RowInvalid},
		{"opening_plies too few", anyGame, func(g *Game) { g.OpeningPlies = 0 }, "opening_plies", 0, RowInvalid},
		{"start_fen", anyGame, func(g *Game) { g.StartFEN = new("W:Wz9:Ba7") }, "start_fen", -1, RowInvalid},
		{"another start", anyGame, func(g *Game) { g.StartFEN = new("B:Wa2:Ba7,b7") }, "moves", 0, RowIllegalMove},
		{"ruleset", anyGame, func(g *Game) { g.Ruleset = "ludoteka" }, "ruleset", -1, RowRuleset},
		{"game_id", anyGame, func(g *Game) { g.ID = "x" }, "game_id", -1, RowIdentity},
		{"index", anyGame, func(g *Game) { g.Index += 1000 }, "index", -1, RowIdentity},
		{"seed", anyGame, func(g *Game) { g.Seed++ }, "seed", -1, RowIdentity},
		{"impossible score", anyGame, func(g *Game) { g.Scores[30] = new(int16(30001)) }, "scores", 30, RowScore},
		{"scores too few", anyGame, func(g *Game) { g.Scores = g.Scores[1:] }, "scores", -1, RowInvalid},
		{"depths too few", anyGame, func(g *Game) { g.Depths = []int16{1} }, "depths", -1, RowInvalid},
	} {
		i := s.pick(c.name, c.fits)
		g := &s.games[i]
		before := *g
		g.Moves, g.Scores = slices.Clone(g.Moves), slices.Clone(g.Scores)
		c.change(g)
		s.saveShard(i / s.perShard)
		ply := c.ply
		if ply < -1 {
			ply = len(g.Moves) + ply + 2
		}
		s.expect(c.name, wantFinding{ShardPath(Games, i/s.perShard), int64(i % s.perShard), c.column, ply, c.kind})
		*g = before
		s.saveShard(i / s.perShard)
	}
	s.expect("all put right again")
}

// cut takes the moves from a ply on away.
func cut(g *Game, plies int) {
	g.Moves, g.Scores, g.Plies = g.Moves[:plies], g.Scores[:plies], int32(plies)
}

func TestAuditRepeated(t *testing.T) {
	s := newAuditSet(t, federation(t), selfPlaySpec(), 45)
	s.games[43] = s.games[7]
	s.save()
	r := s.expect("a game twice", wantFinding{secondShard, 3, "index", -1, RowIdentity}, wantFinding{secondShard, 3, "game_id", -1, RowRepeated})
	if noteOf(r, "duplicate-games") != 1 || noteOf(r, "mirrored-games") != 0 {
		t.Errorf("warnings %v", r.Warnings)
	}

	s = newAuditSet(t, federation(t), map[string]any{"source": "elsewhere"}, 45)
	for i := range s.games {
		s.games[i].EndedBy = EndedByImport
		if s.games[i].Termination == PlyLimitGuard {
			s.games[i].Termination = UnknownImported
		}
	}
	s.games[42].ID = "other-run" // its number is 42 too, in a run of its own
	s.games[44].Index = 3
	s.save()
	s.expect("a number twice", wantFinding{secondShard, 4, "index", -1, RowRepeated})
}

// A game seen from the other side of the board is a duplicate of another kind.
func TestAuditMirrored(t *testing.T) {
	rules := federation(t)
	for _, y := range []dama.Symmetry{dama.MirrorFiles, dama.SwapColors, dama.SwapColors | dama.MirrorFiles} {
		s := newAuditSet(t, rules, map[string]any{}, 3)
		h := historyOf(rules, s.games[0])
		g := s.games[0]
		g.ID, g.Index, g.Moves, g.Scores = "mirror-9", 9, nil, make([]*int16, len(g.Moves))
		g.OpeningPlies = 0
		start := y.Position(dama.StartPosition())
		g.StartFEN = new(start.FEN())
		for ply := range h.Plies() {
			g.Moves = append(g.Moves, rules.Generator().Text(y.Position(h.PositionAt(ply)), y.Move(h.MoveAt(ply))))
		}
		if y&dama.SwapColors != 0 {
			g.Result = new(-*g.Result)
		}
		s.games = append(s.games, g)
		s.save()
		r := s.expect("mirrored")
		if noteOf(r, "duplicate-games") != 0 || noteOf(r, "mirrored-games") != 1 {
			t.Errorf("symmetry %d: warnings %v", y, r.Warnings)
		}
	}
	s := newAuditSet(t, rules, map[string]any{}, 1)
	again := s.games[0]
	again.ID, again.Index = "again-1", 1
	s.games = append(s.games, again)
	s.save()
	r := s.expect("the same game under another id")
	if noteOf(r, "duplicate-games") != 1 || noteOf(r, "duplicate-openings") != 1 || noteOf(r, "mirrored-games") != 0 {
		t.Errorf("warnings %v", r.Warnings)
	}
}

// TestAuditScores turns scores over: those of the side to move, or all.
func TestAuditScores(t *testing.T) {
	for _, c := range []struct {
		name   string
		turn   func(ply int) bool
		want   bool
		detail string
	}{
		{"as they are", func(int) bool { return false }, false, ""},
		{"the mover's view", func(ply int) bool { return ply%2 == 1 }, true, "Black is to move"},
		{"Black's view on White's plies", func(ply int) bool { return ply%2 == 0 }, true, "White is to move"},
		{"all turned over", func(int) bool { return true }, true, "both sides"},
	} {
		s := newAuditSet(t, federation(t), selfPlaySpec(), 60)
		s.perShard = 50 // the second shard has too few games to tell
		for i := range s.games {
			for ply, score := range s.games[i].Scores {
				if score != nil && c.turn(ply) {
					s.games[i].Scores[ply] = new(-*score)
				}
			}
		}
		s.save()
		found, r := s.audit(AuditOptions{Workers: 2})
		if !c.want {
			if len(found) != 0 || len(r.Calibration) != 18 {
				t.Errorf("%s: %v, %d bins", c.name, found, len(r.Calibration))
			}
			continue
		}
		if len(found) != 1 || found[0].Problem != RowInverted || found[0].Column != "scores" || found[0].Row == nil ||
			found[0].File != "games/shard-00000.parquet" || !strings.Contains(found[0].Detail, c.detail) {
			t.Errorf("%s: %v", c.name, found)
		}
	}
	// Spread over shards that are too small to tell alone, all together do.
	s := newAuditSet(t, federation(t), selfPlaySpec(), 60)
	s.perShard = 10
	for i := range s.games {
		for ply, score := range s.games[i].Scores {
			if score != nil {
				s.games[i].Scores[ply] = new(-*score)
			}
		}
	}
	s.save()
	if found, _ := s.audit(AuditOptions{Workers: 2}); len(found) != 1 || found[0].Problem != RowInverted || !strings.HasPrefix(found[0].File, "games/") || found[0].Row == nil {
		t.Errorf("over several shards: %v", found)
	}
}

func TestAuditProvenLoss(t *testing.T) {
	s := newAuditSet(t, federation(t), selfPlaySpec(), 60)
	i := s.pick("a win", func(g *Game) bool { return g.EndedBy == EndedByRule && *g.Result == 1 })
	g := &s.games[i]
	g.Scores[len(g.Moves)-4] = new(int16(-30000 + 3)) // won by Black in 3 plies, and White won in 4
	s.save()
	if r := s.expect("not within those plies"); noteOf(r, "proven-win-lost") != 0 {
		t.Errorf("%v", r.Warnings)
	}
	g.Scores[len(g.Moves)-4] = new(int16(-30000 + 4))
	s.save()
	if r := s.expect("within those plies"); noteOf(r, "proven-win-lost") != 1 {
		t.Errorf("%v", r.Warnings)
	}
}

// TestAuditNeverPanics changes fields at random; whatever they become, it must
// end with a report.
func TestAuditNeverPanics(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	s := newAuditSet(t, federation(t), selfPlaySpec(), 40)
	for i := range s.games {
		g := &s.games[i]
		switch r.IntN(8) {
		case 0:
			g.OpeningPlies = int32(r.Uint32())
		case 1:
			g.Plies = int32(r.Uint32())
		case 2:
			g.Scores = g.Scores[:r.IntN(len(g.Scores))]
		case 3:
			cut(g, r.IntN(len(g.Moves)))
		case 4:
			g.Index, g.Result = int64(r.Uint64()), new(int8(r.Uint32()))
		case 5:
			g.Moves[r.IntN(len(g.Moves))] = string([]byte{byte(r.Uint32()), byte(r.Uint32()), '-', byte(r.Uint32()), 0xFF})
		case 6:
			g.ID, g.Termination, g.EndedBy = "", "", ""
		case 7:
			g.StartFEN = new("W:W:B")
		}
	}
	s.save()
	found, _ := s.audit(AuditOptions{Full: true})
	if len(found) < 20 {
		t.Errorf("seed %d: only %d findings", seed, len(found))
	}
	for _, f := range found {
		if data, err := json.Marshal(f); err != nil || strings.Contains(f.String(), "\n") || !json.Valid(data) {
			t.Errorf("seed %d: %v is not one line (%v)", seed, f, err)
		}
	}
	if _, err := ReadInfo(context.Background(), s.dir, InfoOptions{}); err != nil {
		t.Errorf("seed %d: info: %v", seed, err)
	}
}

// TestAuditWorkers finds the same, in the same order, with any number of workers.
func TestAuditWorkers(t *testing.T) {
	s := newAuditSet(t, federation(t), selfPlaySpec(), 40)
	s.perShard = 6
	for i := range s.games {
		s.games[i].Moves[i] = "h1-h3"
		s.games[i].ID = s.games[i/2].ID
	}
	s.save()
	first := ""
	for _, workers := range []int{1, 2, 7} {
		found, r := s.audit(AuditOptions{Workers: workers, Seed: 5})
		data, err := json.Marshal([]any{found, r})
		if err != nil || len(found) < 40 {
			t.Fatal(len(found), err)
		}
		if first == "" {
			first = string(data)
		}
		for i := 1; i < len(found); i++ {
			if f, g := found[i-1], found[i]; f.File > g.File || f.File == g.File && *f.Row > *g.Row {
				t.Errorf("%v comes before %v", f, g)
			}
		}
		if string(data) != first {
			t.Errorf("%d workers:\n%s\ninstead of\n%s", workers, data, first)
		}
	}
}

// The referee's games depend on the seed and on nothing else.
func TestAuditSample(t *testing.T) {
	b := newBench(&auditor{})
	counts := map[uint64]int{}
	both := 0
	for i := range int64(20_000) {
		id, chosen := GameID("0123456789abcdef", i), 0
		for seed := range uint64(2) {
			b.options.Seed = seed
			if b.sampled(id) {
				counts[seed]++
				chosen++
			}
		}
		if chosen == 2 {
			both++
		}
	}
	if counts[0] < 140 || counts[0] > 260 || counts[1] < 140 || counts[1] > 260 || both > 10 {
		t.Errorf("of 20000 games %v are chosen by the two seeds, %d by both; want about 200, 200 and 2", counts, both)
	}
}

func TestAuditStops(t *testing.T) {
	s := newAuditSet(t, federation(t), selfPlaySpec(), 3)
	s.games[1].ID = s.games[2].ID
	s.save()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Audit(ctx, s.dir, AuditOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	full := errors.New("disk full")
	if _, err := Audit(context.Background(), s.dir, AuditOptions{Found: func(Finding) error { return full }}); !errors.Is(err, full) {
		t.Errorf("a finding that can't be told: %v", err)
	}
	if _, err := Audit(context.Background(), t.TempDir(), AuditOptions{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no dataset: %v", err)
	}
}
