//go:build !unix

package tuner

import "time"

// processStart stands in for processor time where the system does not tell it.
var processStart = time.Now()

func cpuTime() time.Duration { return time.Since(processStart) }
