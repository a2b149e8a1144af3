package search

import (
	"context"
	"testing"

	"damalab/dama"
	"damalab/eval"
)

// threeKings claims that the side with more kings wins in a fixed number of plies.
type threeKings struct{ asked int }

func (*threeKings) MaxPieces() int { return 4 }

func (k *threeKings) Probe(p dama.Position) (result, plies int, ok bool) {
	k.asked++
	own, foe := p.Kings(p.Side()).Count(), p.Kings(p.Side().Other()).Count()
	switch {
	case p.Men(dama.White)|p.Men(dama.Black) != 0:
		return 0, 0, false
	case own > foe:
		return 1, 10, true
	case own < foe:
		return -1, 10, true
	}
	return 0, 0, true
}

func TestEndgamesAreAsked(t *testing.T) {
	// The man is one step from being the third king.
	h := dama.NewHistory(facts(t, "share-link"), mustFEN(t, "W:Wa7,Kb1,Kc1:BKh5"))
	e := New(h.Facts(), eval.New(eval.Default()), DefaultParams())
	k := &threeKings{}
	e.UseEndgames(k)
	r := e.Search(context.Background(), h, Limits{Depth: 2}, nil)
	if n, ok := r.Score().WinIn(); k.asked == 0 || !ok || n != 11 {
		t.Errorf("asked %d times, score %d; want a win in 1 + 10 plies", k.asked, r.Score())
	}
	if m := r.Best(); !m.Crowned() {
		t.Errorf("the best move is %v-%v, not the crowning", m.From(), m.To())
	}
}
