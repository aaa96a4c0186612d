package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// A progress shows how far long work is: a bar with rate and time left on a
// terminal, a plain line now and then elsewhere. Safe for concurrent use.
type progress struct {
	err  io.Writer
	what string

	mu   sync.Mutex
	bar  *progressbar.ProgressBar // nil elsewhere
	last time.Time
	from time.Time
}

// plainEvery is how often a plain line is written.
const plainEvery = 10 * time.Second

func newProgress(stderr io.Writer, what string) *progress {
	now := time.Now()
	return &progress{err: stderr, what: what, last: now, from: now}
}

// Set says that done of planned are done.
func (p *progress) Set(done, planned int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if isTerminal(p.err) {
		if p.bar == nil {
			p.bar = progressbar.NewOptions(planned, progressbar.OptionSetWriter(p.err), progressbar.OptionSetDescription(p.what),
				progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetPredictTime(true),
				progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond))
		}
		if int64(done) > p.bar.State().CurrentNum { // calls may overtake each other
			_ = p.bar.Set(done)
		}
		return
	}
	now := time.Now()
	if now.Sub(p.last) < plainEvery {
		return
	}
	p.last = now
	rate := float64(done) / now.Sub(p.from).Seconds()
	left := time.Duration(float64(planned-done)/max(rate, 1e-9)) * time.Second
	fmt.Fprintf(p.err, "%s: %d of %d, %.0f a second, %v left\n", p.what, done, planned, rate, left.Round(time.Second))
}

// Close takes the bar off the terminal.
func (p *progress) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
