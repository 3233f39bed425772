package cenkalti_v4

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v4"
)

func stopChecked(c client) error {
	bo := backoff.NewExponentialBackOff()
	for {
		err := c.Close()
		if err == nil {
			return nil
		}
		d := bo.NextBackOff()
		if d == backoff.Stop {
			return err
		}
		time.Sleep(d)
	}
}

func neverStops(ctx context.Context, c client) error {
	bo := backoff.NewExponentialBackOff()
	bo.MaxElapsedTime = 0
	for {
		if err := c.Close(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(bo.NextBackOff()):
		}
	}
}

// Five waits are over long before the quarter of an hour.
func fewAttempts(c client) (err error) {
	bo := backoff.NewExponentialBackOff()
	for range 5 {
		if err = c.Close(); err == nil {
			return nil
		}
		time.Sleep(bo.NextBackOff())
	}
	return err
}

func configuredAttempts(c client, attempts int) (err error) {
	bo := backoff.NewExponentialBackOff()
	for i := 0; i < attempts; i++ {
		if err = c.Close(); err == nil {
			return nil
		}
		time.Sleep(bo.NextBackOff())
	}
	return err
}

func countedInside(c client, most int) error {
	bo := backoff.NewExponentialBackOff()
	attempt := 0
	for {
		err := c.Close()
		if err == nil {
			return nil
		}
		if attempt++; attempt > most {
			return err
		}
		time.Sleep(bo.NextBackOff())
	}
}

// The loop has a limit of its own.
func untilDeadline(c client, limit time.Duration) (err error) {
	bo := backoff.NewExponentialBackOff()
	for start := time.Now(); time.Since(start) < limit; {
		if err = c.Close(); err == nil {
			return nil
		}
		time.Sleep(bo.NextBackOff())
	}
	return err
}

func beforeDeadline(c client, end time.Time) (err error) {
	bo := backoff.NewExponentialBackOff()
	for time.Now().Before(end) {
		if err = c.Close(); err == nil {
			return nil
		}
		time.Sleep(bo.NextBackOff())
	}
	return err
}

func byItsOwnClock(c client) error {
	bo := backoff.NewExponentialBackOff()
	for {
		err := c.Close()
		if err == nil || bo.GetElapsedTime() > 10*time.Minute {
			return err
		}
		time.Sleep(bo.NextBackOff())
	}
}

// Each failure begins the time anew.
func resetInEachRound(c client) {
	for bo := backoff.NewExponentialBackOff(); ; {
		bo.Reset()
		if err := c.Close(); err == nil {
			return
		}
		time.Sleep(bo.NextBackOff())
	}
}

func newInEachRound(c client) {
	for {
		bo := backoff.NewExponentialBackOff()
		if err := c.Close(); err == nil {
			return
		}
		time.Sleep(bo.NextBackOff())
	}
}

// What is called begins it anew, nobody knows when.
func resetByCallback(subscribe func(connected func()) error) {
	bo := backoff.NewExponentialBackOff()
	for {
		if err := subscribe(func() { bo.Reset() }); err == nil {
			return
		}
		time.Sleep(bo.NextBackOff())
	}
}

// One sleep is no loop.
func sleepsOnce(c client) error {
	bo := backoff.NewExponentialBackOff()
	if err := c.Close(); err == nil {
		return nil
	}
	time.Sleep(bo.NextBackOff())
	return c.Close()
}

func noLessThan(c client) {
	bo := backoff.NewExponentialBackOff()
	for {
		if err := c.Close(); err == nil {
			return
		}
		time.Sleep(max(bo.NextBackOff(), time.Second))
	}
}

// The helper knows what Stop is.
func checkedInHelper(c client) {
	bo := backoff.NewExponentialBackOff()
	for {
		if err := c.Close(); err == nil {
			return
		}
		if !sleepUnlessStopped(bo.NextBackOff()) {
			return
		}
	}
}

func sleepUnlessStopped(d time.Duration) bool {
	if d < 0 {
		return false
	}
	time.Sleep(d)
	return true
}

var watches = backoff.NewExponentialBackOff()

func watched() { watches.Reset() }

func resetByOthers(c client) {
	for {
		if err := c.Close(); err == nil {
			return
		}
		time.Sleep(watches.NextBackOff())
	}
}

// The deadline is over long before.
func withinAMinute(ctx context.Context, c client) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	bo := backoff.NewExponentialBackOff()
	for {
		if err := c.Push(ctx, "hello"); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(bo.NextBackOff()):
		}
	}
}

func whileItLasts(parent context.Context, c client) {
	ctx, cancel := context.WithDeadline(context.WithoutCancel(parent), time.Now().Add(time.Minute))
	defer cancel()
	bo := backoff.NewExponentialBackOff()
	for ctx.Err() == nil {
		if err := c.Push(ctx, "hello"); err == nil {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(bo.NextBackOff()):
		}
	}
}

// Another method begins the backoff anew, perhaps in time.
type renewing struct{ waits *backoff.ExponentialBackOff }

func newRenewing() *renewing { return &renewing{backoff.NewExponentialBackOff()} }

func (r *renewing) connect(dial func() error) {
	for dial() != nil {
		time.Sleep(r.waits.NextBackOff())
	}
}

func (r *renewing) received() { r.waits.Reset() }
