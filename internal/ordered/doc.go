// Package ordered does numbered work on several goroutines and hands the
// results over in the order of their numbers.
//
// It is what makes a run with seven workers give the same bytes as a run with
// one: whoever writes the results never sees which worker was first.
//
//	indices  0 1 2 3 4 5 6 7 | 8 9 ...
//	         d d . w w . w w |            d delivered, . finished, w at work
//	             ^ due       ^ due+window: not handed out yet
//
// Index 2 is finished and goes out next; 5 is finished and has to wait for 3
// and 4. The window keeps a slow index from letting results pile up behind it:
// no more than window results are ever held.
package ordered
