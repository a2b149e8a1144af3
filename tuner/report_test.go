package tuner

import (
	"bytes"
	"strings"
	"testing"

	"damalab/internal/report"
)

func TestReport(t *testing.T) {
	f := fit(t, load(t, playGames(t, federation(t), 200, 25), Options{}), listed(), Options{})
	var page, again bytes.Buffer
	if err := (report.Page{Title: "Fit", Sections: []report.Section{Report(f)}}).Write(&page); err != nil {
		t.Fatal(err)
	}
	if err := (report.Page{Title: "Fit", Sections: []report.Section{Report(f)}}).Write(&again); err != nil || !bytes.Equal(page.Bytes(), again.Bytes()) {
		t.Errorf("the same fit gives another page (error %v)", err)
	}
	text := page.String()
	for _, want := range []string{
		"few games", "Loss by iteration", "king_lines", "A man in the opening", "A king in the ending",
		nats(f.After.Held), nats(f.Constant.Train), "won by White", "Validation chose penalty and stopping. The test was looked at once.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	if strings.Contains(text, "NaN") {
		t.Error("the page has a NaN")
	}
	f.Penalties = f.Penalties[:1]
	if got := f.steering(); got != " Validation chose when to stop. The test was looked at once." {
		t.Errorf("of a penalty that was given: %q", got)
	}
}

func TestReportWithoutHeldOut(t *testing.T) {
	f := fit(t, sampleOf(func() (r rows) { r.add(example{label: 2}); return r }(), rows{}), listed(), Options{})
	var page bytes.Buffer
	if err := (report.Page{Title: "Fit", Sections: []report.Section{Report(f)}}).Write(&page); err != nil {
		t.Fatal(err)
	}
	if text := page.String(); !strings.Contains(text, "No square of it occurs") || strings.Contains(text, "held out</span>") || strings.Contains(text, "Validation chose") || strings.Contains(text, "looked at once") {
		t.Error("squares that never occur are not told apart, or a curve is drawn of nothing")
	}
}
