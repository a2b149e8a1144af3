package datasets

import (
	"context"
	"testing"
)

// BenchmarkAudit audits games in one worker and reports plies a second, the
// referee's share included, and allocations a ply.
func BenchmarkAudit(b *testing.B) {
	s := newAuditSet(b, federation(b), selfPlaySpec(), 200)
	s.perShard = 200
	s.save()
	b.ReportAllocs()
	plies := int64(0)
	for b.Loop() {
		r, err := Audit(context.Background(), s.dir, AuditOptions{Workers: 1})
		if err != nil || r.Differences != 0 {
			b.Fatal(err, r.Differences)
		}
		plies += r.ReplayedPlies
	}
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
	b.ReportMetric(float64(plies)/float64(b.N), "plies/op")
}
