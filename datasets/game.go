package datasets

import (
	"slices"

	"damalab/dama"
)

// Game is one row of a games file: a whole game. Games are the master copy;
// everything else is derived from them. Scores are in hundredths of a man and,
// like results, from White's point of view.
//
// A slice that is nil is stored like an empty one, except in Depths and Nodes,
// where nil is null. Lists are read back as empty slices, not nil.
type Game struct {
	// ID names the game; see [GameID].
	ID string `parquet:"game_id,delta"`
	// Ruleset is the name of the ruleset.
	Ruleset string `parquet:"ruleset,dict"`
	// Index is the number of the game in its run, from 0.
	Index int64 `parquet:"index,delta"`
	// Seed is the game's own seed.
	Seed uint64 `parquet:"seed,plain"`
	// StartFEN is the position before the first move; nil is the usual start.
	StartFEN *string `parquet:"start_fen,dict"`
	// OpeningPlies is how many of the first moves were drawn, not searched.
	OpeningPlies int32 `parquet:"opening_plies,dict"`
	// Moves are the move texts in order.
	Moves []string `parquet:"moves,list" parquet-element:",dict"`
	// Scores has one entry for each move: what the search said before it; nil
	// where there was no search.
	Scores []*int16 `parquet:"scores,list" parquet-element:",int(16),plain"`
	// Result is +1, 0 or -1; nil where an import does not tell.
	Result *int8 `parquet:"result,int(8),dict"`
	// Termination is why the game ended.
	Termination dama.Termination `parquet:"termination,dict"`
	// EndedBy is what kind of decision that was.
	EndedBy EndedBy `parquet:"ended_by,dict"`
	// Plies is the number of moves.
	Plies int32 `parquet:"plies,delta"`
	// White and Black name the weights, engines or players.
	White string `parquet:"white,dict"`
	Black string `parquet:"black,dict"`
	// Rescored is the exact result from endgame tables; nil where they do not
	// reach.
	Rescored *int8 `parquet:"rescored,int(8),dict"`
	// Depths and Nodes have one entry for each move: how deep the search went,
	// in plies, and how many positions it saw; nil where they were not kept.
	Depths []int16 `parquet:"depths,optional,list" parquet-element:",int(16),dict"`
	Nodes  []int64 `parquet:"nodes,optional,list" parquet-element:",delta"`
}

// Check names the first thing that no game row may hold, as a [*ColumnError]. It
// does not replay the game.
func (g *Game) Check() error { return g.check() }

func (g *Game) check() error {
	var c checker
	c.needText("game_id", g.ID)
	c.needText("ruleset", g.Ruleset)
	c.require(g.Index >= 0, "index", "%d is below 0", g.Index)
	c.optionalText("start_fen", g.StartFEN)
	c.texts("moves", g.Moves)
	plies := len(g.Moves)
	c.require(int(g.Plies) == plies, "plies", "%d, but there are %d moves", g.Plies, plies)
	c.require(g.OpeningPlies >= 0 && int(g.OpeningPlies) <= plies, "opening_plies", "%d of %d plies", g.OpeningPlies, plies)
	c.require(len(g.Scores) == plies, "scores", "%d for %d moves; use null where there was no search", len(g.Scores), plies)
	c.require(g.Depths == nil || len(g.Depths) == plies, "depths", "%d for %d moves", len(g.Depths), plies)
	c.require(g.Nodes == nil || len(g.Nodes) == plies, "nodes", "%d for %d moves", len(g.Nodes), plies)
	c.text("white", g.White)
	c.text("black", g.Black)
	g.checkEnd(&c)
	return c.err()
}

// checkEnd checks the result and the reason against each other.
func (g *Game) checkEnd(c *checker) {
	c.result("result", g.Result)
	c.result("rescored", g.Rescored)
	allowed := endings(g.EndedBy)
	c.require(allowed != nil, "ended_by", "%q is not known", g.EndedBy)
	c.require(slices.Contains(allowed, g.Termination), "termination", "%q does not go with ended_by %q", g.Termination, g.EndedBy)
	c.require(g.Result != nil || g.EndedBy == EndedByImport, "result", "null is for imported games only")
	if g.EndedBy == EndedByGuard && g.Result != nil {
		c.require(*g.Result == 0, "result", "%d, but a guard ends a game with 0", *g.Result)
	}
}
