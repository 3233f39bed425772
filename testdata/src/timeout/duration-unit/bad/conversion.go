package bad

import (
	"context"
	"flag"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"timeout/duration-unit/lib"
)

type config struct {
	TimeoutSeconds *int32
	DelayMs        int
	max_age_days   int
	retryAfterSecs float64
	Timeout        int
}

func deref(c *config, start time.Time) time.Time {
	return start.Add(time.Duration(*c.TimeoutSeconds)) // want `time.Duration\(\*c.TimeoutSeconds\) takes a number of seconds for`
}

func selected(c *config) {
	time.Sleep(time.Duration(c.DelayMs)) // want `takes a number of milliseconds for`
}

func snake(c *config, t time.Time) bool {
	return time.Since(t) > time.Duration(c.max_age_days) // want `takes a number of days for`
}

func float(c *config) {
	time.Sleep(time.Duration(c.retryAfterSecs)) // want `takes a number of seconds for`
}

func floatSum(c *config) {
	time.Sleep(time.Duration(c.retryAfterSecs + 0.5)) // want `takes a number of seconds for`
}

func parameter(ctx context.Context, timeoutseconds int64) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, time.Duration(timeoutseconds)) // want `takes a number of seconds for`
}

func nested(timeoutMillis uint) *http.Client {
	return &http.Client{Timeout: time.Duration(int64(timeoutMillis))} // want `takes a number of milliseconds for`
}

func call(h http.Header) {
	time.Sleep(time.Duration(retryAfterSeconds(h))) // want `takes a number of seconds for`
}

func retryAfterSeconds(h http.Header) int {
	n, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil {
		return 0
	}
	return n
}

func seconds(d time.Duration) {
	time.Sleep(time.Duration(d.Seconds())) // want `takes a number of seconds for`
}

var graceFlag = flag.Int("grace-seconds", 30, "time to finish in")

func flagged() {
	time.Sleep(time.Duration(*graceFlag)) // want `time.Duration\(\*graceFlag\) takes a number of seconds for`
}

func jitter(backoffMs int) {
	time.Sleep(time.Duration(rand.IntN(backoffMs))) // want `takes a number of milliseconds for`
}

func clamped(waitSec int) {
	time.Sleep(time.Duration(min(waitSec, 60))) // want `takes a number of seconds for`
}

func listed(delaysMs []int, attempt int) {
	time.Sleep(time.Duration(delaysMs[attempt])) // want `takes a number of milliseconds for`
}

const firstDelayMilli = 50

// The unit is that of the constant, however often it is doubled.
func traced(stop <-chan struct{}) {
	wait := int64(firstDelayMilli)
	for {
		select {
		case <-time.After(time.Duration(wait)): // want `time.Duration\(wait\) takes a number of milliseconds for nanoseconds \(they come from firstDelayMilli\)`
			wait *= 2
		case <-stop:
			return
		}
	}
}

func PlainVariable(s string) (time.Duration, error) {
	fallback := 1200
	if s == "" {
		return time.Duration(fallback), nil // want `time.Duration\(fallback\) is 1.2µs: fallback is the plain number 1200`
	}
	return time.ParseDuration(s)
}

func throughVariable(c *config) {
	d := time.Duration(c.DelayMs) // want `takes a number of milliseconds for`
	if d > time.Minute {
		d = time.Minute
	}
	lib.Wait(d)
}

func added(base time.Duration, jitterMs int) {
	time.Sleep(base + time.Duration(jitterMs)) // want `takes a number of milliseconds for`
}

func inLibrary(timeoutMinutes int) lib.Options {
	return lib.Options{Timeout: time.Duration(timeoutMinutes)} // want `takes a number of minutes for`
}
