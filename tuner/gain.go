package tuner

// Gain is how much better the rounded fit expects results than the prior, on the part
// of the data that saw least of it. Errors are clustered by game, NaN if all
// positions are of one game.
type Gain struct {
	// Part is [TestPart] or [HeldPart], or empty if no games were kept back; then
	// all else is 0.
	Part string
	// Before and After are the mean losses with their standard errors.
	Before, BeforeError, After, AfterError float64
	// Mean is Before less After, position by position, so that its Error is that of
	// the difference: above 0 the fit is better.
	Mean, Error float64
}

// The parts of the data that were kept back.
const (
	TestPart = "test"
	HeldPart = "validation"
)

// gain fills in what the fit gains. It takes 8 bytes a position of the part.
func (f *fitter) gain(r *Fitted) error {
	m := f.test
	r.Gain.Part = TestPart
	if m.total == 0 {
		m, r.Gain.Part = f.held, HeldPart
	}
	if m.total == 0 {
		r.Gain = Gain{}
		return nil
	}
	before := make([]float64, 0, m.limit)
	loss := func(w row) float64 {
		l, _ := logLoss(m.odds(w), m.targets.of(w.label, w.score))
		return l
	}
	m.look(f.start)
	if err := m.rows.each(m.limit, func(w row) { before = append(before, loss(w)) }); err != nil {
		return err
	}
	var was, is, less tally
	i := 0
	m.look(f.model.parameters(r.Weights))
	err := m.rows.each(m.limit, func(w row) {
		weight, now := float64(w.weight)/wholeWeight, loss(w)
		was.add(w, weight, 0, before[i], 0)
		is.add(w, weight, 0, now, 0)
		less.add(w, weight, now, before[i], 0)
		i++
	})
	g := &r.Gain
	g.Before, g.BeforeError = was.mean()
	g.After, g.AfterError = is.mean()
	g.Mean, g.Error = less.mean()
	return err
}
