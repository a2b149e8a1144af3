package main

import (
	"context"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/eval"
	"damalab/search"
)

// searchView is one line of analysis.
type searchView struct {
	Line    int      `json:"line"`
	Move    string   `json:"move"`
	Score   int      `json:"score"`
	WinIn   *int     `json:"win_in,omitempty"`
	LossIn  *int     `json:"loss_in,omitempty"`
	Depth   int      `json:"depth"`
	Nodes   uint64   `json:"nodes"`
	Seconds float64  `json:"seconds"`
	PV      []string `json:"pv"`
}

func searchCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "search", Usage: "the best moves of a position",
		Flags: []cli.Flag{
			fenFlag(),
			&cli.Uint64Flag{Name: "nodes", Usage: "stop after this many nodes"},
			&cli.IntFlag{Name: "depth", Usage: "stop after this many plies"},
			&cli.DurationFlag{Name: "time", Usage: "stop after this time, such as 2s"},
			&cli.IntFlag{Name: "lines", Value: 1, Usage: "how many first moves to analyse"},
			&cli.StringFlag{Name: "weights", Usage: "a weights file (default: the built-in weights)"},
			endgameFlag(), rulesetFlag(), formatFlag(),
		},
		Action: func(c *cli.Context) error { return analyse(c, e) },
	}
}

// analysisEntries makes a table of 16 MB: one position is searched for long here,
// and needs a sixth fewer nodes to a depth than with the usual size.
const analysisEntries = 1 << 20

func analyse(c *cli.Context, e *env) error {
	inJSON, err := asJSON(c)
	if err != nil {
		return err
	}
	limits, err := searchLimits(c)
	if err != nil {
		return err
	}
	rules, p, err := underRules(c)
	if err != nil {
		return err
	}
	weights, err := weightsOf(c, "weights", rules)
	if err != nil {
		return err
	}
	game := dama.NewHistory(rules.Facts, p)
	if o := game.Outcome(); o.Over {
		return badUsage("--fen: the game is over in this position (%s)", o.Reason)
	}
	tables, err := (&helpersFlag{c: c, e: e}).open(rules)
	if err != nil {
		return err
	}
	defer tables.close()
	a := analysis{e: e, gen: rules.Generator(), root: p, began: time.Now(), inJSON: inJSON}
	params := search.DefaultParams()
	params.TableEntries = analysisEntries
	engine := search.New(rules.Facts, eval.New(weights), params)
	tables.help(engine)
	r := engine.Search(c.Context, game, limits, a.improved)
	for i := range r.Lines {
		completeLine(c.Context, engine, game, &r.Lines[i])
	}
	tables.warn(e)
	if err := a.print(r, len(r.Lines)); err != nil {
		return err
	}
	return c.Context.Err()
}

func searchLimits(c *cli.Context) (search.Limits, error) {
	var l search.Limits
	if !c.IsSet("nodes") && !c.IsSet("depth") && !c.IsSet("time") {
		return l, badUsage("a limit is missing: give --nodes, --depth or --time")
	}
	if c.IsSet("nodes") && c.Uint64("nodes") == 0 {
		return l, badUsage("--nodes: 0 is not possible; it is at least 1")
	}
	if c.IsSet("time") && c.Duration("time") <= 0 {
		return l, badUsage("--time: %v is not possible; it is above 0", c.Duration("time"))
	}
	l.Nodes, l.Time = c.Uint64("nodes"), c.Duration("time")
	var err error
	if c.IsSet("depth") {
		if l.Depth, err = positive(c, "depth"); err != nil {
			return l, err
		}
	}
	l.Lines, err = positive(c, "lines")
	return l, err
}

// completionNodes bounds the search for one missing part of a line.
const completionNodes = 100_000

// completeLine follows a line that is proven to end, but was cut short by what the
// search knew already, as far as that end.
func completeLine(ctx context.Context, engine *search.Engine, game *dama.History, l *search.Line) {
	end, ok := l.Score.WinIn()
	if !ok {
		if end, ok = l.Score.LossIn(); !ok {
			return
		}
	}
	played := 0
	for len(l.PV) < end && ctx.Err() == nil {
		for ; played < len(l.PV); played++ {
			game.Play(l.PV[played])
		}
		if game.Outcome().Over {
			break
		}
		limits := search.Limits{Depth: end - played, Nodes: completionNodes}
		rest := engine.Search(ctx, game, limits, nil).Lines[0].PV
		l.PV = append(l.PV, rest[:min(len(rest), end-played)]...)
	}
	for ; played > 0; played-- {
		game.Undo()
	}
}

// analysis prints results while they come.
type analysis struct {
	e      *env
	gen    dama.Generator
	root   dama.Position
	began  time.Time
	inJSON bool
	last   searchView
}

// improved prints the best line when a finished depth has changed it.
func (a *analysis) improved(r search.Result) {
	v := a.view(r, 0)
	if v.Move == a.last.Move && v.Score == a.last.Score {
		return
	}
	a.last = v
	_ = a.print(r, 1) // a closed pipe shows up again in the final lines
}

func (a *analysis) print(r search.Result, lines int) error {
	for i := range lines {
		v := a.view(r, i)
		if !a.inJSON {
			a.e.printf("%s\n", v)
		} else if err := a.e.printJSON(v); err != nil {
			return err
		}
	}
	return nil
}

func (a *analysis) view(r search.Result, i int) searchView {
	l := r.Lines[i]
	v := searchView{
		Line: i + 1, Score: int(l.Score), Depth: r.Depth, Nodes: r.Nodes, Seconds: time.Since(a.began).Seconds(),
	}
	if n, ok := l.Score.WinIn(); ok {
		v.WinIn = &n
	}
	if n, ok := l.Score.LossIn(); ok {
		v.LossIn = &n
	}
	p := a.root
	for _, m := range l.PV {
		v.PV = append(v.PV, a.gen.Text(p, m))
		p = p.Make(m)
	}
	v.Move = v.PV[0]
	return v
}

// String writes the line for people.
func (v searchView) String() string {
	var b strings.Builder
	score := signedMen(v.Score)
	switch {
	case v.WinIn != nil:
		score = "win in " + plies(*v.WinIn)
	case v.LossIn != nil:
		score = "loss in " + plies(*v.LossIn)
	}
	writef(&b, "%d. %-12s %s  depth %d  nodes %s  %.2fs ", v.Line, v.Move, score, v.Depth, thousands(v.Nodes), v.Seconds)
	for _, m := range v.PV {
		b.WriteString(" " + m)
	}
	return b.String()
}
