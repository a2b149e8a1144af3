package tuner

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"damalab/eval"
)

// journalled is a small sample for fits that are stopped.
func journalled(seed uint64) *Sample {
	rng := rand.New(rand.NewPCG(seed, 1))
	truth := planted(rng)
	return sampleOf(sparse(900, truth, rng), sparse(300, truth, rng))
}

// countdown is a context that is cancelled when it was asked so many times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// A fit that is cancelled again and again ends in the bits of one that is not.
func TestResumeAfterCancel(t *testing.T) {
	s := journalled(1)
	o := Options{Work: t.TempDir(), Penalty: 1}
	want := fit(t, s, listed(), Options{Penalty: 1})
	rng := rand.New(rand.NewPCG(2, 2))
	size := int64(0)
	for stops := 0; ; stops++ {
		// Every time it gets a little further, and stops anywhere.
		got, err := Fit(&countdown{t.Context(), shorter(15, 60)*stops + rng.IntN(10)}, s, listed(), o)
		if err == nil {
			if same(t, got, want); stops < 3 {
				t.Errorf("stopped %d times only", stops)
			}
			return
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		info, err := os.Stat(filepath.Join(o.Work, JournalName))
		if err != nil || info.Size() < size {
			t.Fatalf("journal after %d stops: %v, %v", stops, info, err)
		}
		size = info.Size()
	}
}

// same compares fits bit for bit; no number is equal to itself here.
func same(t *testing.T, got, want *Fitted) {
	t.Helper()
	if a, b := fmt.Sprintf("%+v %+v", *got, *got.Weights), fmt.Sprintf("%+v %+v", *want, *want.Weights); withoutAddresses(a) != withoutAddresses(b) {
		t.Errorf("the fits differ:\n%.600s\n%.600s", a, b)
	}
	if !reflect.DeepEqual(got.Weights.Patterns, want.Weights.Patterns) || !reflect.DeepEqual(got.Patterns, want.Patterns) {
		t.Error("the fits' patterns differ")
	}
	if got.Real != want.Real || !reflect.DeepEqual(got.Curve, want.Curve) || got.RealLoss != want.RealLoss {
		t.Error("the fits' weights, curves or losses differ")
	}
}

// withoutAddresses leaves out what pointers are printed as.
func withoutAddresses(s string) string {
	return regexp.MustCompile("0x[0-9a-f]+").ReplaceAllString(s, "")
}

// Whatever bytes of the journal a kill left, the fit goes on to the same bits.
func TestResumeFromTornJournal(t *testing.T) {
	s, o := journalled(3), Options{Work: t.TempDir(), Penalty: 1}
	want := fit(t, s, listed(), o)
	path := filepath.Join(o.Work, JournalName)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(4, 4))
	for i := range shorter(6, 2) {
		torn := append([]byte(nil), whole[:rng.IntN(len(whole)+1)]...)
		if i%3 == 0 && len(torn) > 100 {
			torn[60+rng.IntN(len(torn)-60)] ^= 4
		}
		if err := os.WriteFile(path, torn, 0o666); err != nil {
			t.Fatal(err)
		}
		same(t, fit(t, s, listed(), o), want)
		if again, err := os.ReadFile(path); err != nil || string(again) != string(whole) {
			t.Fatalf("torn at %d of %d bytes: the journal ends up as another, error %v", len(torn), len(whole), err)
		}
	}
}

// A repeated fit makes no pass that the journal has: it believes even a wrong one.
func TestJournalSparesPasses(t *testing.T) {
	s, o := journalled(3), Options{Work: t.TempDir(), Penalty: 1}
	fit(t, s, listed(), o)
	path := filepath.Join(o.Work, JournalName)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head := len(journalMagic) + 32 + 4
	entry := data[head : head+48+8+8*params+4]
	entry[48+6] ^= 1 // the first loss, which is the curve's first
	copy(entry, sealed(append([]byte(nil), entry[:len(entry)-4]...)))
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	again := fit(t, s, listed(), o)
	if again.Curve[0].TrainLoss == again.Before.Train {
		t.Error("the first pass was made again")
	}
}

func TestJournalOfAnotherFit(t *testing.T) {
	s, o := journalled(5), Options{Work: t.TempDir(), Penalty: 1}
	fit(t, s, listed(), o)
	path := filepath.Join(o.Work, JournalName)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	other := o
	other.Penalty = 2
	for name, c := range map[string]struct {
		s     *Sample
		prior *eval.Weights
		o     Options
	}{
		"data":    {journalled(6), listed(), o},
		"options": {s, listed(), other},
		"prior":   {s, zero(), o},
	} {
		if _, err := Fit(t.Context(), c.s, c.prior, c.o); err == nil || !strings.Contains(err.Error(), "journal of another fit") || !strings.Contains(err.Error(), path) {
			t.Errorf("other %s: error %v", name, err)
		}
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the refused journal was changed, error %v", err)
	}
	if err := os.WriteFile(path, []byte("a shopping list"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Fit(t.Context(), s, listed(), o); err == nil || !strings.Contains(err.Error(), "another fit") {
		t.Errorf("a file that is none: error %v", err)
	}
	workers := o
	workers.Work, workers.Workers = t.TempDir(), 1
	fit(t, s, listed(), workers)
	workers.Workers = 7
	fit(t, s, listed(), workers) // workers change nothing
	if _, err := Fit(t.Context(), s, listed(), Options{Work: filepath.Join(t.TempDir(), "none")}); err == nil {
		t.Error("a work folder that does not exist is no error")
	}
}

const killedEnv = "DAMALAB_TUNER_KILLED_IN"

// A process that is killed leaves a journal from which another goes on.
func TestResumeAfterKill(t *testing.T) {
	s := journalled(7)
	if work := os.Getenv(killedEnv); work != "" {
		for i := 0; ; i++ { // the child: fit until killed
			if _, err := Fit(t.Context(), s, listed(), Options{Work: work}); err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(filepath.Join(work, JournalName)); err != nil {
				t.Fatal(err)
			}
		}
	}
	want := fit(t, s, listed(), Options{})
	for range shorter(2, 1) {
		work := t.TempDir()
		child := exec.Command(os.Args[0], "-test.run=^TestResumeAfterKill$")
		child.Env = append(os.Environ(), killedEnv+"="+work)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		for range 2000 {
			time.Sleep(5 * time.Millisecond)
			if info, err := os.Stat(filepath.Join(work, JournalName)); err == nil && info.Size() > 4000 {
				break
			}
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait() // it was killed
		same(t, fit(t, s, listed(), Options{Work: work}), want)
	}
}
