package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/reslint/reslint/internal/report"
)

// Progress is silent for a run that ends in this time.
const progressDelay = 2 * time.Second

// showProgress tells a waiting user at a terminal how far the run has come,
// until stop is called.
func (r *runner) showProgress() (stop func()) {
	if !report.IsTerminal(os.Stderr) {
		return func() {}
	}
	count, forget := r.engine.Count()
	done, ended := make(chan bool), make(chan bool)
	go func() {
		defer close(ended)
		watchProgress(os.Stderr, count, progressDelay, done)
	}()
	return sync.OnceFunc(func() {
		close(done)
		<-ended
		forget()
	})
}

// watchProgress writes the count to one line of w, over and over, and
// clears it at the end.
func watchProgress(w io.Writer, count func() int, delay time.Duration, done <-chan bool) {
	tick := time.NewTimer(delay)
	defer tick.Stop()
	for shown := false; ; shown = true {
		select {
		case <-done:
			if shown {
				fmt.Fprint(w, "\r\x1b[K")
			}
			return
		case <-tick.C:
			tick.Reset(200 * time.Millisecond)
		}
		fmt.Fprintf(w, "\rreslint: building and analysing, %d packages so far\x1b[K", count())
	}
}
