//go:build unix

package tuner

import (
	"syscall"
	"time"
)

// cpuTime returns the processor time that this process has used: on a busy
// machine it says more than the clock.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
