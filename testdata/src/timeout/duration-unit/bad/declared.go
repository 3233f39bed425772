package bad

import (
	"context"
	"time"

	"timeout/duration-unit/lib"
)

const plainTimeout = 30

func constant(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, plainTimeout) // want `plainTimeout in context.WithTimeout\(ctx, plainTimeout\) is 30ns`
}

const backoffMillis = 250

func namedConstant() {
	time.Sleep(backoffMillis) // want `backoffMillis in time.Sleep\(backoffMillis\) takes a number of milliseconds for nanoseconds: it is 250ns`
}

const maxWaitMicros = 2_000_000

// A large number, but not of nanoseconds.
func largeConstant() {
	lib.Wait(maxWaitMicros) // want `maxWaitMicros in lib.Wait\(maxWaitMicros\) takes a number of microseconds for nanoseconds: it is 2ms`
}

func foreignConstant() {
	lib.Wait(lib.DefaultTimeout) // want `lib.DefaultTimeout in lib.Wait\(lib.DefaultTimeout\) is 30ns`
}

const typed time.Duration = 45 // want `45 is 45ns`

func useTyped() { lib.Wait(typed) }

// It is a Duration already, but its name says that it counts seconds.
const typedSeconds time.Duration = 45

func useTypedSeconds() {
	lib.Wait(typedSeconds) // want `typedSeconds in lib.Wait\(typedSeconds\) takes a number of seconds`
}

var interval time.Duration = 20 // want `20 is 20ns`

func useInterval() <-chan time.Time { return time.Tick(interval) }

func local(fast bool) {
	wait := time.Duration(700) // want `time.Duration\(700\) is 700ns`
	if fast {
		wait = 70 // want `70 is 70ns`
	}
	time.Sleep(wait)
}

func doubled() {
	for wait := time.Duration(100); wait < time.Second; wait *= 2 { // want `time.Duration\(100\) is 100ns`
		time.Sleep(wait)
	}
}

type poller struct {
	every time.Duration
	limit time.Duration
}

func newPoller() *poller {
	return &poller{every: 30, limit: time.Minute} // want `every: 30 is 30ns`
}

func newPollerUnkeyed() *poller {
	return &poller{30, time.Minute} // want `30 is 30ns`
}

func (p *poller) run() {
	if p.limit < 100 { // want `100 in p.limit < 100 is 100ns`
		p.limit = time.Hour
	}
	time.Sleep(p.every)
	time.Sleep(min(p.limit, 50)) // want `50 in min\(p.limit, 50\) is 50ns`
}

// Parameters are followed to what they do.
func passed() {
	waitFor(30) // want `30 in waitFor\(30\) is 30ns`
}

func waitFor(d time.Duration) { time.Sleep(d) }

func defaultTimeout() time.Duration {
	return 90 // want `return 90 is 90ns`
}

func useDefault() { time.Sleep(defaultTimeout()) }
