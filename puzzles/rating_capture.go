package puzzles

// capture is how a reader looks for the longest capture. He plays jump by jump.
// Before each he follows the routes that go on from where he is for a number of
// jumps, his horizon, as far as he notices them, and takes the first step of the
// one that he sees take the most. Where he notices nothing he takes any jump there
// is.
//
// What makes a jump likely to be missed: being the first of another piece, a turn
// sideways, and running over squares that the capture itself has emptied, which
// the board before his eyes still shows as taken. To go straight on is natural.
func (r *reader) capture(ways []wayOf, seed uint64) moveID {
	for made := 0; ; made++ {
		var best wayOf
		most, luck := -1, uint64(0)
		for _, w := range ways {
			seen, next := r.follow(w.jumps, made, seed)
			if seen > most || seen == most && next > luck {
				best, most, luck = w, seen, next
			}
		}
		if made+1 >= len(best.jumps) {
			return best.move
		}
		ways = onwards(ways, best.jumps[made], made)
	}
}

// follow counts the jumps that he notices on a route in one go after those made,
// within his horizon. next is a number for the first of them, the same for all
// routes that go on with that jump.
func (r *reader) follow(jumps []jump, made int, seed uint64) (seen int, next uint64) {
	path := seed
	for i, j := range jumps {
		path = mixed(path, uint64(j.from)<<8|uint64(j.to))
		if i == made {
			next = path
		}
		if i < made {
			continue
		}
		if i-made >= r.horizon || !chance(r.notices(jumps, i), path) {
			break
		}
		seen++
	}
	return seen, next
}

// notices is the probability that he notices a jump on a route.
func (r *reader) notices(jumps []jump, i int) float64 {
	const straight = 0.25 // of what is missed elsewhere
	missed, p := 1-r.eye, r.eye
	if i > 0 && jumps[i].vertical() == jumps[i-1].vertical() {
		p = 1 - straight*missed
	}
	if jumps[i].over&jumps[i].emptied != 0 {
		p *= r.eye
	}
	return p
}

// onwards keeps the routes that begin alike up to and including a jump.
func onwards(ways []wayOf, j jump, made int) []wayOf {
	var kept []wayOf
	for _, w := range ways {
		if made < len(w.jumps) && w.jumps[made].from == j.from && w.jumps[made].to == j.to {
			kept = append(kept, w)
		}
	}
	return kept
}
