package main

import (
	"os"
	"runtime/debug"
)

// roomy lets the heap grow, up to 700 MB, before it is collected. The benchmark
// holds a few episodes, some tens of MB, and makes much that is dropped at once:
// collecting it as often as Go would costs a seventh of the time. GOGC in the
// environment wins.
func roomy() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(1600)
		debug.SetMemoryLimit(700 << 20)
	}
}
