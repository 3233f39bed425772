package avast_v4

import (
	"context"
	"errors"
	"time"

	"github.com/avast/retry-go/v4"
)

func defaults(c client) error { return retry.Do(c.Close) }

func once(c client) error {
	return retry.Do(c.Close, retry.Attempts(1), retry.DelayType(retry.FixedDelay))
}

func listens(ctx context.Context, c client) (string, error) {
	return retry.DoWithData(func() (string, error) { return c.Get(ctx) }, retry.Context(ctx), retry.Attempts(0), retry.MaxDelay(time.Minute))
}

func spread(c client) error {
	return retry.Do(c.Close, retry.DelayType(retry.CombineDelay(retry.FixedDelay, retry.RandomDelay)))
}

func fullJitter(c client) error {
	return retry.Do(c.Close, retry.DelayType(retry.FullJitterBackoffDelay), retry.MaxDelay(10*time.Second), retry.Attempts(20))
}

// It may stop when the context is done.
func filtered(ctx context.Context, c client) (string, error) {
	return retry.DoWithData(func() (string, error) { return c.Get(ctx) },
		retry.RetryIf(func(err error) bool { return !errors.Is(err, context.Canceled) }), retry.Attempts(0), retry.MaxDelay(time.Minute))
}

func configured(c client, n uint, delay retry.DelayTypeFunc) error {
	return retry.Do(c.Close, retry.Attempts(n), retry.DelayType(delay))
}

func open(c client, more ...retry.Option) error {
	opts := []retry.Option{retry.DelayType(retry.FixedDelay)}
	return retry.Do(c.Close, append(opts, more...)...)
}

func polls(c client) error {
	return retry.Do(func() error {
		s, err := c.Get(context.Background())
		if err != nil {
			return retry.Unrecoverable(err)
		}
		if s != "done" {
			return errors.New("not done yet")
		}
		return nil
	}, retry.DelayType(retry.FixedDelay), retry.Delay(time.Second))
}
