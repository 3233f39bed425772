package good

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"time"

	"timeout/duration-unit/lib"
)

type config struct {
	TimeoutSeconds *int32
	DelayMs        int
	DelayNs        int64
	Timeout        int
	RatePerSecond  int
	retryAfterSecs float64
}

func deref(c *config, start time.Time) time.Time {
	return start.Add(time.Duration(*c.TimeoutSeconds) * time.Second)
}

func before(c *config) {
	time.Sleep(time.Millisecond * time.Duration(c.DelayMs))
	time.Sleep(time.Duration(c.DelayMs) * (2 * time.Millisecond))
	time.Sleep(time.Duration(c.DelayMs * 1000000))
	time.Sleep(time.Duration(c.DelayMs) * 1e6)
}

func inside(c *config) {
	time.Sleep(time.Duration(c.retryAfterSecs * float64(time.Second)))
}

func nanos(c *config, t time.Time) {
	time.Sleep(time.Duration(c.DelayNs))
	time.Sleep(time.Duration(t.UnixNano()))
	time.Sleep(time.Duration(lib.DefaultTimeout+c.DelayNs) + time.Duration(t.Nanosecond()))
}

// Without a name there is no unit.
func noUnit(c *config, n int) {
	time.Sleep(time.Duration(c.Timeout))
	time.Sleep(time.Duration(n))
}

func rate(c *config) time.Duration {
	return time.Second / time.Duration(c.RatePerSecond)
}

func rateUnscaled(c *config) {
	time.Sleep(time.Duration(c.RatePerSecond))
}

func later(timeoutSec int) {
	d := time.Duration(timeoutSec)
	time.Sleep(d * time.Second)
}

func laterStill(timeoutSec int) {
	d := time.Duration(timeoutSec)
	unit := time.Second
	d = d * unit
	time.Sleep(d)
}

func printedConversion(timeoutSec int) {
	fmt.Println(time.Duration(timeoutSec))
}

func named(timeoutSec int) lib.Options {
	return lib.Options{TimeoutSeconds: time.Duration(timeoutSec)}
}

var grace = flag.Int("grace-seconds", 30, "")

func flagged() {
	time.Sleep(time.Duration(*grace) * time.Second)
}

func jitter(max int64) {
	time.Sleep(time.Duration(rand.Int64N(max)))
}

// A variable that is changed by the program has no known unit.
func changed(n int) {
	wait := 100
	for range n {
		wait += n
	}
	time.Sleep(time.Duration(wait))
}

func set(read func(*int)) {
	wait := 100
	read(&wait)
	time.Sleep(time.Duration(wait))
}

func mixed(delayMs, delaySec int, fast bool) {
	wait := delaySec
	if fast {
		wait = delayMs
	}
	time.Sleep(time.Duration(wait))
}

func thousandfold(delayMs int64) {
	wait := delayMs
	wait *= 1000
	wait *= 1000
	time.Sleep(time.Duration(wait))
}

type durationMs int64

// A type of its own may have a unit of its own.
func ownType(delayMs durationMs) {
	time.Sleep(time.Duration(delayMs))
}
