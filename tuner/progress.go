package tuner

// Progress says how far a fit is. The penalties that are tried, the fit that is taken
// and the points of the learning curve are descents of their own.
type Progress struct {
	// Descent counts descents from 0, and Descents is how many there may be; fewer
	// penalties may be tried.
	Descent, Descents int
	// Doing says what the descent is for.
	Doing string
	// Step is its last step.
	Step Step
}

// descend tells that another descent begins.
func (f *fitter) descend(doing string, number int) {
	f.at = Progress{Descent: number, Descents: len(penaltyLadder()) + 1 + len(learningParts()), Doing: doing}
	f.tell(Step{})
}

// tell passes on how far the descent is.
func (f *fitter) tell(s Step) {
	if f.o.Progress != nil {
		f.at.Step = s
		f.o.Progress(f.at)
	}
}
