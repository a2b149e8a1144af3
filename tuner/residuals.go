package tuner

import (
	"fmt"
	"math"
)

// tally sums up what a group of positions was expected to give and gave. Sums of
// products over games make the standard error: the positions of a game count as
// one observation of their sum.
type tally struct {
	positions                           int
	weight, expected, got, loss         float64
	game                                int // the one being summed up
	gameWeight, gameRest                float64
	restSquares, products, weightSquare float64
	games                               int
}

func (t *tally) add(r row, weight, expected, got, loss float64) {
	if t.positions > 0 && r.game != t.game {
		t.closeGame()
	}
	t.game = r.game
	t.positions++
	t.weight += weight
	t.expected += weight * expected
	t.got += weight * got
	t.loss += weight * loss
	t.gameWeight += weight
	t.gameRest += weight * (got - expected)
}

func (t *tally) closeGame() {
	t.games++
	t.restSquares += t.gameRest * t.gameRest
	t.products += t.gameRest * t.gameWeight
	t.weightSquare += t.gameWeight * t.gameWeight
	t.gameWeight, t.gameRest = 0, 0
}

// mean is that of the results less the expectations, with its standard error,
// which one game does not give.
func (t *tally) mean() (mean, err float64) {
	t.closeGame()
	mean = (t.got - t.expected) / t.weight
	if t.games < 2 {
		return mean, math.NaN()
	}
	squares := t.restSquares - 2*mean*t.products + mean*mean*t.weightSquare
	n := float64(t.games)
	return mean, math.Sqrt(max(squares, 0)*n/(n-1)) / t.weight
}

// calibrationBins is how many equal parts the expected results are cut into.
const calibrationBins = 20

// pieceGroup is how many numbers of pieces share a group of residuals.
const pieceGroup = 4

// phaseNames are the parts of the game, from few pieces to many; each has as many
// numbers of pieces.
func phaseNames() [3]string { return [...]string{"ending", "middle", "opening"} }

func phaseOf(pieces int) int { return pieces * 3 / phases }

// judged is what the positions that judge a fit are sorted into.
type judged struct {
	bins   [calibrationBins]tally
	phases [3]tally
	pieces [phases/pieceGroup + 1]tally
	ended  [4]tally
	all    tally
}

// residuals fills in where expectations and results differ. It compares with
// results alone, whatever the fit's targets were made of.
func (f *fitter) residuals(r *Fitted, x []float64) error {
	m := f.test
	if m.total == 0 {
		m = f.held
	}
	if m.total == 0 {
		return nil
	}
	m.look(x)
	var j judged
	err := m.rows.each(m.limit, func(w row) {
		odds := m.odds(w)
		got, weight := float64(w.label)/2, float64(w.weight)/wholeWeight
		loss, d := logLoss(odds, got)
		expected := got + d
		for _, t := range []*tally{
			&j.bins[min(int(expected*calibrationBins), calibrationBins-1)],
			&j.phases[phaseOf(int(w.phase))], &j.pieces[max(int(w.phase)-1, 0)/pieceGroup],
			&j.ended[m.rows.ended[w.game]], &j.all,
		} {
			t.add(w, weight, expected, got, loss)
		}
	})
	j.report(r, f.s.Ruleset)
	return err
}

// report turns the sums into the result's form, empty groups left out.
func (j *judged) report(r *Fitted, ruleset string) {
	for i := range j.bins {
		t := &j.bins[i]
		if t.positions == 0 {
			continue
		}
		_, err := t.mean()
		r.Calibration = append(r.Calibration, Bin{
			From: float64(i) / calibrationBins, To: float64(i+1) / calibrationBins, Positions: t.positions,
			Expected: t.expected / t.weight, Got: t.got / t.weight, Error: err,
		})
	}
	group := func(by, label string, t *tally) {
		if t.positions == 0 {
			return
		}
		mean, err := t.mean()
		r.Residuals = append(r.Residuals, Residual{By: by, Label: label, Positions: t.positions, Mean: mean, Error: err, Loss: t.loss / t.weight})
	}
	for i := range j.phases {
		group("phase", phaseNames()[i], &j.phases[i])
	}
	for i := range j.pieces {
		group("pieces", fmt.Sprintf("%d-%d", i*pieceGroup+1, (i+1)*pieceGroup), &j.pieces[i])
	}
	for i := range j.ended {
		group("ended_by", string(endings()[i]), &j.ended[i])
	}
	group("ruleset", ruleset, &j.all)
}
