// Package good gives its numbers a unit, or means nanoseconds.
package good

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"timeout/duration-unit/lib"
)

func field() *http.Client {
	return &http.Client{Timeout: 30 * time.Second}
}

func zero() *http.Client {
	return &http.Client{Timeout: 0}
}

func libraryField() lib.Options {
	o := lib.Options{
		Timeout: 5000 * time.Millisecond,
		Retries: 3,
	}
	o.Timeout = -1
	return o
}

// The name says that it is multiplied there.
func namedField() lib.Options {
	return lib.Options{TimeoutSeconds: 30}
}

func argument(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, time.Second/5)
}

func large() {
	time.Sleep(1000000)
	time.Sleep(1e3)
	time.Sleep(0x200)
	time.Sleep(1 << 10)
}

func smallest() {
	time.Sleep(1)
	t := time.NewTimer(1)
	t.Stop()
}

func nanoseconds() {
	time.Sleep(500 * time.Nanosecond)
	time.Sleep(500) // 500 ns, as the data sheet has it
}

func result(n int) time.Duration {
	if n < 0 {
		return -2
	}
	return time.Duration(n) * time.Second
}

func compared(start time.Time, d time.Duration) bool {
	return time.Since(start) > 0 && d != -1 && d/time.Second > 30 && d%1000 == 7
}

func arithmetic(d time.Duration, attempt int) time.Duration {
	d *= 2
	d = d*3/2 + d/10
	d <<= 1
	return d.Round(1000) + d.Truncate(500) + d>>3 + rand.N[time.Duration](50)
}

func back(t time.Time) time.Time {
	return t.Add(-1).Add(1)
}

func loop() {
	for i := time.Duration(2); i < 10; i++ {
		time.Sleep(i * time.Second)
	}
}

func list() {
	for _, s := range []time.Duration{2, 4, 8} {
		time.Sleep(s * time.Second)
	}
}

func asAny() {
	lib.Any(time.Duration(30))
	lib.WaitSeconds(5)
}
