package puzzles

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"damalab/dama"
	"damalab/datasets"
)

func ruleset(t testing.TB, name string) dama.Ruleset {
	t.Helper()
	r, err := dama.FindRuleset(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func position(t testing.TB, fen string) dama.Position {
	t.Helper()
	p, err := dama.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// randomGame plays random legal moves until a rule ends the game, or the ply
// limit. It is the same game for the same seed.
func randomGame(r dama.Ruleset, seed uint64) datasets.Game {
	const limit = 300
	random := rand.New(rand.NewPCG(seed, 1))
	history, gen := dama.NewHistory(r.Facts, dama.StartPosition()), r.Generator()
	game := datasets.Game{
		ID: fmt.Sprintf("random-%08d", seed), Ruleset: r.Name, Index: int64(seed),
		EndedBy: datasets.EndedByGuard, Termination: "ply-limit",
	}
	for !history.Outcome().Over && history.Plies() < limit {
		moves := gen.Moves(history.Position())
		move := moves[random.IntN(len(moves))]
		game.Moves = append(game.Moves, gen.Text(history.Position(), move))
		history.Play(move)
	}
	game.Plies = int32(len(game.Moves))
	return game
}

func randomGames(r dama.Ruleset, n int) []datasets.Game {
	games := make([]datasets.Game, n)
	for i := range games {
		games[i] = randomGame(r, uint64(i))
	}
	return games
}

// still is a game without a move: a position on its own.
func still(r dama.Ruleset, id, fen string) datasets.Game {
	return datasets.Game{ID: id, Ruleset: r.Name, StartFEN: &fen}
}

// options are for the kind maximum alone.
func options(r dama.Ruleset) Options {
	return Options{Ruleset: r, Criteria: DefaultCriteria(), Kinds: []datasets.PuzzleKind{datasets.MaximumPuzzle}}
}

// mineAll mines games that must give no error.
func mineAll(t testing.TB, games []datasets.Game, o Options) ([]datasets.Puzzle, Funnel) {
	t.Helper()
	var found []datasets.Puzzle
	puzzles, funnel := Mine(t.Context(), datasets.All(games), o)
	for p, err := range puzzles {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, p)
	}
	return found, *funnel
}

// filesIn has the content of each file in a folder but the lock, which has none.
func filesIn(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == datasets.LockName {
			return err
		}
		files[path[len(dir):]], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
