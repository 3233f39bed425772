package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/reslint/reslint/internal/report"
)

// progressVar names the file to which each process of the vet tool appends a
// byte. The environment is not part of the cache's key, so that it changes
// no finding; a package that the cache answers for is not counted.
const progressVar = "RESLINT_PROGRESS"

// Progress is silent for a run that ends in this time.
const progressDelay = 2 * time.Second

// markProgress counts this process.
func markProgress() {
	name := os.Getenv(progressVar)
	if name == "" {
		return
	}
	// Progress is a courtesy: a run without it is as good.
	if f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0); err == nil {
		f.Write([]byte{'.'})
		f.Close()
	}
}

// showProgress tells a waiting user at a terminal how far the run has come,
// until stop is called.
func (r *runner) showProgress() (stop func()) {
	if !report.IsTerminal(os.Stderr) {
		return func() {}
	}
	file, err := os.CreateTemp("", "reslint-progress-")
	if err != nil {
		return func() {}
	}
	file.Close()
	r.engine.Env = append(r.engine.Env, progressVar+"="+file.Name())
	done, ended := make(chan bool), make(chan bool)
	go func() {
		defer close(ended)
		watchProgress(os.Stderr, file.Name(), progressDelay, done)
	}()
	return sync.OnceFunc(func() {
		close(done)
		<-ended
		os.Remove(file.Name())
	})
}

// watchProgress writes the file's size to one line of w, over and over, and
// clears it at the end.
func watchProgress(w io.Writer, file string, delay time.Duration, done <-chan bool) {
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
		if info, err := os.Stat(file); err == nil {
			fmt.Fprintf(w, "\rreslint: building and analysing, %d packages so far\x1b[K", info.Size())
		}
	}
}
