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
	// FaultsA and FaultsB count the pairs that were broken off because a side's
	// engine died, hung or played an illegal move. Such pairs are counted here
	// and nowhere else.
	FaultsA int `json:"faults_a"`
	FaultsB int `json:"faults_b"`
}

// Pairs returns the number of whole pairs counted.
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

// Add counts a pair.
func (t *Tally) Add(p *Pair) {
	switch p.Fault {
	case "a":
		t.FaultsA++
		return
	case "b":
		t.FaultsB++
		return
	}
	if t.Reasons == nil {
		t.Reasons = map[dama.Termination]int{}
	}
	points := 2
	for _, g := range p.Games {
		points += g.Result
		t.Reasons[g.Termination]++
		switch {
		case g.Result > 0:
			t.Wins++
		case g.Result == 0:
			t.Draws++
		default:
			t.Losses++
		}
	}
	t.Pentanomial[points]++
}
