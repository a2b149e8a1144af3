package match

import "damalab/dama"

// Tally counts finished pairs from the point of view of side A.
type Tally struct {
	// Pentanomial counts pairs by A's points in their two games: 0, ½, 1, 1½, 2.
	Pentanomial [5]int `json:"pentanomial"`
	// Wins, Draws and Losses count A's games.
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	// Reasons counts games by their termination.
	Reasons map[dama.Termination]int `json:"reasons"`
}

// Pairs returns the number of pairs counted.
func (t *Tally) Pairs() int {
	n := 0
	for _, c := range t.Pentanomial {
		n += c
	}
	return n
}

// Games returns the number of games counted, two a pair.
func (t *Tally) Games() int { return 2 * t.Pairs() }

// Score returns the share of the points that A has made, 0 to 1, and ½ before
// the first pair.
func (t *Tally) Score() float64 {
	if t.Pairs() == 0 {
		return 0.5
	}
	return (float64(t.Wins) + float64(t.Draws)/2) / float64(t.Games())
}

// add counts one pair: the results from A's point of view, +1, 0 or -1, and how
// the games ended.
func (t *Tally) add(results [2]int, reasons [2]dama.Termination) {
	t.Pentanomial[results[0]+results[1]+2]++
	if t.Reasons == nil {
		t.Reasons = map[dama.Termination]int{}
	}
	for i, r := range results {
		t.Reasons[reasons[i]]++
		switch {
		case r > 0:
			t.Wins++
		case r == 0:
			t.Draws++
		default:
			t.Losses++
		}
	}
}
