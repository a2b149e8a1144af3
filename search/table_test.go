package search

import (
	"reflect"
	"testing"
)

// TestEntryKeepsItsParts packs the ends of every range.
func TestEntryKeepsItsParts(t *testing.T) {
	const key = 0xFEDCBA9876543210
	for _, s := range []Score{-Win, -1, 0, 1, Win} {
		for _, depth := range []int{-1, 0, 1, maxPly - 1} {
			for _, m := range []moveCode{noMove, 1 << 31, 1<<32 - 1} {
				for _, game := range []uint16{1, 1<<16 - 1} {
					e := newEntry(key, m, s, game, depth, atMost)
					if !e.of(key, game) || e.of(key^1<<63, game) || e.of(key^1<<32, game) || e.of(key, game-1) {
						t.Errorf("%v does not know whose it is", e)
					}
					if e.move() != m || e.score() != s || e.depth() != depth || e.bound() != atMost {
						t.Errorf("move %x, score %d, depth %d: got %x, %d, %d, bound %d", m, s, depth, e.move(), e.score(), e.depth(), e.bound())
					}
				}
			}
		}
	}
}

func TestTableKeepsTheDeeper(t *testing.T) {
	p := DefaultParams()
	p.TableEntries, p.ShallowEntries, p.TableKeep = 1, 1, 3
	const one, other = 1 << 40, 2 << 40
	tab := newTable(&p)
	tab.store(one, 1<<31, 5, 9, exact, false)
	tab.store(other, 1<<31, 6, 5, exact, false) // four plies less
	if e := tab.fetch(one, 9); !e.of(one, tab.game) || e.score() != 5 || e.depth() != 8 {
		t.Errorf("the deeper entry gave way, or did not age: %v", e)
	}
	tab.store(other, 1<<31, 6, 5, exact, false) // three less by now
	if e := tab.fetch(other, 5); !e.of(other, tab.game) {
		t.Error("an old entry stays for ever")
	}
	tab.store(other, noMove, 7, 5, exact, false)
	if e := tab.fetch(other, 5); e.score() != 7 || e.move() != 1<<31 {
		t.Error("the move known before is lost")
	}
	tab.store(one, 1<<31, 8, p.ShallowDepth, exact, false)
	if e := tab.fetch(other, 5); !e.of(other, tab.game) {
		t.Error("a shallow entry took a deep one's place")
	}
	tab.newGame()
	if e := tab.fetch(other, 5); e.of(other, tab.game) {
		t.Error("an entry outlives its game")
	}
}

func TestEntriesAreAPowerOfTwo(t *testing.T) {
	const huge = hugePage / EntryBytes
	for limit, want := range map[int]int{0: 1, 1: 1, 3: 2, 4: 4, huge - 1: huge / 2, huge: huge, 3 * huge: 2 * huge} {
		entries := newEntries(limit)
		if len(entries) != want {
			t.Errorf("limit %d: %d entries, want %d", limit, len(entries), want)
		}
		if start := reflect.ValueOf(entries).Pointer(); want >= huge && start%hugePage != 0 {
			t.Errorf("limit %d: the entries begin at %x, not where a huge page does", limit, start)
		}
	}
}
