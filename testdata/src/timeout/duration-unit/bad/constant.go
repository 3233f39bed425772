// Package bad takes numbers without a unit for nanoseconds.
package bad

import (
	"context"
	"net/http"
	"time"

	"timeout/duration-unit/lib"
)

func field() *http.Client {
	return &http.Client{Timeout: 30} // want `Timeout: 30 is 30ns: a plain number .* \(timeout/duration-unit\)`
}

func libraryField() lib.Options {
	o := lib.Options{
		Timeout: 5000, // want `Timeout: 5000 is 5µs`
		Retries: 3,
	}
	o.Timeout = 10 // want `10 is 10ns`
	return o
}

func argument(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, 5) // want `5 in context.WithTimeout\(ctx, 5\) is 5ns`
}

func sleep() {
	time.Sleep(500) // want `500 in time.Sleep\(500\) is 500ns`
}

func converted() {
	time.Sleep(time.Duration(30)) // want `time.Duration\(30\) in time.Sleep\(time.Duration\(30\)\) is 30ns`
}

func product() {
	time.Sleep(60 * 5) // want `60 \* 5 in time.Sleep\(60 \* 5\) is 300ns`
}

func sum() {
	time.Sleep(60 + 5) // want `60 \+ 5 in time.Sleep\(60 \+ 5\) is 65ns`
}

func ticker(stop <-chan struct{}) {
	t := time.NewTicker(15) // want `15 in time.NewTicker\(15\) is 15ns`
	defer t.Stop()
	for {
		select {
		case <-t.C:
		case <-stop:
			return
		case <-time.After(60): // want `60 in time.After\(60\) is 60ns`
		}
	}
}

func Result(fast bool) time.Duration {
	if fast {
		return 100 // want `return 100 is 100ns`
	}
	return 10 * time.Second
}

func send(delays chan<- time.Duration) {
	delays <- 250 // want `250 is 250ns`
}

func compared(start time.Time) bool {
	return time.Since(start) > 1500 // want `1500 in time.Since\(start\) > 1500 is 1.5µs`
}

func back(t time.Time) time.Time {
	return t.Add(-90) // want `-90 in t.Add\(-90\) is -90ns`
}

func forth(t time.Time) time.Time {
	return t.Add(90) // want `90 in t.Add\(90\) is 90ns`
}

func method(c lib.Clock) {
	c.Sleep(20) // want `20 in c.Sleep\(20\) is 20ns`
}
