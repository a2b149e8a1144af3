package house

import "testing"

func TestNoPackageState(t *testing.T) {
	none(t, checkState(typeTree(realTree(t))))
}

func TestStateCheckCanFail(t *testing.T) {
	got := checkState(typeTree(madeUpTree(t, map[string]string{
		"dama/vars.go": `package dama
import ("errors"; "sync"; "sync/atomic"; "nowhere.example/lib/v2")
type guarded struct { inner struct{ mu sync.RWMutex } }
type box struct { n int }
func (b *box) add() { b.n++ }
func (b box) get() int { return b.n }
var ErrFine = errors.New("never written")
var counts [8]int
var names = map[string]int{}
var total, index int
var one, two, three, four box
var late = lib.New()
var ready chan int
var queue = make(chan string)
var mu = &sync.Mutex{}
var hits = new(atomic.Int64)
var latest atomic.Pointer[box]
var deep guarded
var _ = make(chan int)
`,
		"dama/writes.go": `package dama
import ("errors"; "os"; "flag")
func write(list []int) {
	total = 1
	counts[2] += 3
	one.n = 4
	index++
	for index = range list {
	}
	p := errors.Join(&two)
	delete(names, "x")
	copy(counts[:], list)
	three.add()
	*(&four) = *p
	late, err := missing(), errors.New("a local late")
	late = err
	os.Args = nil
	func() { total-- }()
}
func init() { names["a"] = 1 }
func read(total int, names map[string]int) int {
	total++
	names["x"] = total
	counts := [8]int{}
	counts[1] = 2
	clear := func(map[string]int) {}
	one := one.get()
	one++
	q := &box{}
	q.add()
	q.n = one
	return late.n
}
func calls() { late = missing(index); flag.Usage = nil }
`,
		"dama/x_test.go": "package dama\nfunc reset() { total = 0 }\n",
		"eval/e.go":      "package eval\nimport \"damalab/dama\"\nvar at = dama.Guard{}\nfunc set() { dama.ErrFine = nil; dama.Set(1) }\n",
		"search/s.go":    "package search\nimport \"damalab/internal/ordered\"\nvar w ordered.Work\n",
		"internal/ordered/o.go": "package ordered\nimport \"sync\"\n" +
			"// Work has a pointer to itself.\ntype Work struct { next *Work; once []sync.Once }\n",
		"cmd/dama/main.go": "package main\nimport \"flag\"\nfunc main() { flag.Usage = nil }\n",
	})))
	const v, w = "dama/vars.go:", "dama/writes.go:"
	exactly(t, got,
		v+"13: package-level variable ready holds a channel", v+"14: package-level variable queue holds a channel",
		v+"15: package-level variable mu holds a sync.Mutex", v+"16: package-level variable hits holds a atomic.Int64",
		v+"17: package-level variable latest holds a atomic.Pointer", v+"18: package-level variable deep holds a sync.RWMutex",
		w+"4: package-level variable total is assigned", w+"5: package-level variable counts is assigned",
		w+"6: package-level variable one is assigned", w+"7: package-level variable index is counted",
		w+"8: package-level variable index is assigned to by range", w+"10: package-level variable two is lent out with &",
		w+"11: package-level variable names is changed by delete", w+"12: package-level variable counts is changed by copy",
		w+"13: package-level variable three is lent to the pointer receiver of add",
		w+"14: package-level variable four is lent", w+"17: Args of package os is assigned",
		w+"18: package-level variable total is counted", w+"20: package-level variable names is assigned",
		w+"34: package-level variable late is assigned", w+"34: Usage of package flag is assigned",
		"eval/e.go:4: ErrFine of package damalab/dama is assigned",
		"search/s.go:3: package-level variable w holds a sync.Once",
	)
}
