package tuner

import (
	"math"
	"testing"
)

// TestGainAgreesWithLosses holds the gain against the losses that are computed pass by
// pass, with adjudicated games at half weight.
func TestGainAgreesWithLosses(t *testing.T) {
	o := Options{Adjudicated: 0.5}
	f := fit(t, load(t, playGames(t, federation(t), 300, 11), o), listed(), o)
	g := f.Gain
	if g.Part != TestPart || math.Abs(g.Before-f.Before.Test) > 1e-12 || math.Abs(g.After-f.After.Test) > 1e-12 || math.Abs(g.Mean-(g.Before-g.After)) > 1e-12 {
		t.Errorf("gain %+v, losses %+v and %+v", g, f.Before, f.After)
	}
	if !(g.Error > 0 && g.Error < g.BeforeError+g.AfterError && g.BeforeError > 0) {
		t.Errorf("errors of %+v", g)
	}
	none := Options{HeldOut: -1, Test: -1}
	if g := fit(t, load(t, playGames(t, federation(t), 60, 11), none), listed(), none).Gain; g != (Gain{}) {
		t.Errorf("nothing is kept back, and the gain is %+v", g)
	}
}
