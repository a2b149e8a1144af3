package dama

// sideKey is in the key of a position when Black is to move.
const sideKey uint64 = 0x9E3779B97F4A7C15

// pieceKeys holds one random number for each (color, kind, square). A key is the
// exclusive-or of the numbers of the pieces on the board, so a move changes it
// in a few steps. The numbers come from a fixed seed: keys are the same on every
// machine and in every run, and may be stored.
var pieceKeys = makePieceKeys(0x64616D61)

func makePieceKeys(seed uint64) (keys [2][2][64]uint64) {
	for c := range keys {
		for k := range keys[c] {
			for s := range keys[c][k] {
				seed += 0x9E3779B97F4A7C15
				keys[c][k][s] = Mix(seed)
			}
		}
	}
	return keys
}

// Mix scrambles 64 bits so that nearby inputs give unrelated outputs: the
// finishing step of the SplitMix64 generator (Steele, Lea and Flood, 2014).
// It is a bijection.
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// computeKey builds the key from nothing; Make keeps it from then on.
func (p Position) computeKey() uint64 {
	key := uint64(0)
	if p.side == Black {
		key = sideKey
	}
	for c := White; c <= Black; c++ {
		for s := range p.Men(c).Squares() {
			key ^= pieceKeys[c][Man][s]
		}
		for s := range p.Kings(c).Squares() {
			key ^= pieceKeys[c][King][s]
		}
	}
	return key
}
