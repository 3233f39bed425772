package cenkalti_v4

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v4"
)

// After 15 minutes there is no wait any more.
func stopAsSleep(c client) {
	bo := backoff.NewExponentialBackOff()
	for {
		if err := c.Close(); err == nil {
			return
		}
		time.Sleep(bo.NextBackOff()) // want "retryloop/no-backoff: after 15 min NextBackOff gives Stop \\(-1\\), which is no time to wait: .* or set MaxElapsedTime to 0"
	}
}

func stopAsTimer(ctx context.Context, c client) error {
	bo := backoff.NewExponentialBackOff()
	bo.MaxElapsedTime = 2 * time.Minute
	for {
		if err := c.Push(ctx, "hello"); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(bo.NextBackOff()): // want "no-backoff: after 2 min NextBackOff gives Stop"
		}
	}
}

func stopAfterRetries(c client) {
	bo := backoff.WithMaxRetries(backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(0)), 8)
	for {
		if err := c.Close(); err == nil {
			return
		}
		time.Sleep(bo.NextBackOff()) // want "no-backoff: after 8 waits NextBackOff gives Stop \\(-1\\), which is no time to wait: the loop goes on without any pause. Compare it with Stop$"
	}
}

// Success begins the time anew, failure does not.
func stopBetweenSuccesses(c client) {
	bo := backoff.NewExponentialBackOff()
	for {
		if err := c.Close(); err != nil {
			time.Sleep(bo.NextBackOff()) // want "no-backoff: after 15 min"
			continue
		}
		bo.Reset()
		time.Sleep(time.Hour)
	}
}

// The limit is one, the loops are two.
func stopTwice(c client, ready func()) {
	bo := backoff.NewExponentialBackOff() // want "retryloop/no-backoff: 2 loops sleep for what this backoff gives, and none compares it with Stop \\(-1\\), which it gives after 15 min: .*, or set MaxElapsedTime to 0"
	for {
		if err := c.Close(); err == nil {
			break
		}
		time.Sleep(bo.NextBackOff()) // want "no-backoff: after 15 min"
	}
	ready()
	bo.Reset()
	for {
		if _, err := c.Pull(); err == nil {
			return
		}
		time.Sleep(bo.NextBackOff()) // want "no-backoff: after 15 min"
	}
}

// The sleep stands in a function of its own.
func stopInHelper(ctx context.Context, c client) error {
	bo := backoff.NewExponentialBackOff()
	for {
		if err := c.Push(ctx, "hello"); err == nil {
			return nil
		}
		if err := pause(ctx, bo.NextBackOff()); err != nil { // want "no-backoff: after 15 min"
			return err
		}
	}
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

var reconnects = backoff.NewExponentialBackOff()

// The time runs from the start of the process on.
func stopOfShared(c client) {
	for {
		if err := c.Close(); err == nil {
			return
		}
		time.Sleep(reconnects.NextBackOff()) // want "no-backoff: after 15 min"
	}
}

func stopUntilCancelled(parent context.Context, c client) {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	bo := backoff.NewExponentialBackOff()
	for ctx.Err() == nil {
		if err := c.Push(ctx, "hello"); err == nil {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(bo.NextBackOff()): // want "no-backoff: after 15 min"
		}
	}
}

type lasting struct{ waits *backoff.ExponentialBackOff }

func newLasting() *lasting { return &lasting{backoff.NewExponentialBackOff()} }

func (l *lasting) connect(dial func() error) {
	for dial() != nil {
		time.Sleep(l.waits.NextBackOff()) // want "no-backoff: after 15 min NextBackOff gives Stop"
	}
}
