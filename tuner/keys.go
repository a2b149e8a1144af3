package tuner

import "math/bits"

// keySet is a set of keys of positions: a table of them, each at the first free
// place from where its hash points. It takes 8 bytes a place, of which at most
// four fifths are taken, and is needed while loading only.
type keySet struct {
	places []uint64 // 0 is a free one
	n      int
	zero   bool // key 0 is in the set
}

// add puts a key in and tells whether it is new.
func (s *keySet) add(key uint64) bool {
	if key == 0 {
		isNew := !s.zero
		s.zero = true
		return isNew
	}
	if 5*s.n >= 4*len(s.places) {
		s.grow()
	}
	at := s.find(key)
	if s.places[at] == key {
		return false
	}
	s.places[at] = key
	s.n++
	return true
}

func (s *keySet) has(key uint64) bool {
	if key == 0 || len(s.places) == 0 {
		return key == 0 && s.zero
	}
	return s.places[s.find(key)] == key
}

// find returns the place of the key, or the free one where it belongs.
func (s *keySet) find(key uint64) int {
	at := place64(key, len(s.places))
	for s.places[at] != 0 && s.places[at] != key {
		if at++; at == len(s.places) {
			at = 0
		}
	}
	return at
}

// place64 spreads keys over n places: the upper half of a product.
func place64(key uint64, n int) int {
	at, _ := bits.Mul64(key*0x9e3779b97f4a7c15, uint64(n))
	return int(at)
}

func (s *keySet) grow() {
	old := s.places
	s.places = make([]uint64, max(1024, len(old)*3/2))
	for _, key := range old {
		if key != 0 {
			s.places[s.find(key)] = key
		}
	}
}
