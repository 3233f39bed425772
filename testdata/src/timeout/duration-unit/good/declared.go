package good

import (
	"context"
	"fmt"
	"time"

	"timeout/duration-unit/lib"
)

const plainTimeout = 30

func constant(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, plainTimeout*time.Second)
}

const backoffMillis = 250

func namedConstant() {
	time.Sleep(backoffMillis * time.Millisecond)
}

const spinNanos = 500

func nanoConstant() {
	time.Sleep(spinNanos)
	time.Sleep(lib.SpinNanos)
}

// Odd, but right: it counts seconds wherever it is used.
const typed time.Duration = 45

func useTyped() { lib.Wait(typed * time.Second) }

// A unit in the name of a real duration is a matter of style.
const typedSeconds = 45 * time.Second

func useTypedSeconds() { lib.Wait(typedSeconds) }

var interval time.Duration = 20

func useInterval() <-chan time.Time { return time.Tick(time.Second * interval) }

func local(fast bool) {
	wait := time.Duration(700)
	if fast {
		wait = 70
	}
	wait *= time.Millisecond
	time.Sleep(wait)
}

func printed() {
	n := time.Duration(30)
	fmt.Printf("%d tries\n", n)
}

func quotient(d time.Duration) {
	h := d / time.Hour
	if h > 24 {
		h = 24
	}
	fmt.Println(h)
}

type poller struct {
	every time.Duration
	limit time.Duration
}

func newPoller() *poller {
	return &poller{every: 30, limit: 5}
}

func (p *poller) run() {
	if p.limit < 100 {
		p.limit = 100
	}
	time.Sleep(p.every * time.Second)
	time.Sleep(time.Duration(float64(p.limit) * 1.5 * float64(time.Second)))
}

func passed() {
	waitFor(30)
}

func waitFor(n time.Duration) { reallyWait(n) }

func reallyWait(n time.Duration) { time.Sleep(n * time.Second) }

func defaultTimeout() time.Duration {
	return 90
}

func useDefault() { time.Sleep(defaultTimeout() * time.Second) }

type level time.Duration

// Types of its own may have a unit of their own.
func own() level { return 30 }

// An enumeration.
const (
	low time.Duration = iota
	middle
	high
)

func levels() { lib.Wait(high) }
