// Package lib stands for a library: its bodies are not seen, what it declares
// is.
package lib

import "time"

type Options struct {
	Timeout        time.Duration
	TimeoutSeconds time.Duration
	Retries        int
}

const DefaultTimeout = 30

const SpinNanos = 500

func Wait(d time.Duration) {}

func WaitSeconds(seconds time.Duration) { time.Sleep(seconds * time.Second) }

type Clock interface {
	Sleep(d time.Duration)
}

func Any(v any) {}
