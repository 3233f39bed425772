package dskit

import (
	"context"
	"time"

	"github.com/grafana/dskit/backoff"
)

func limited(c client) error {
	b := backoff.New(context.Background(), backoff.Config{MinBackoff: 100 * time.Millisecond, MaxBackoff: 10 * time.Second, MaxRetries: 10})
	for b.Ongoing() {
		if err := c.Push(context.Background()); err == nil {
			return nil
		}
		b.Wait()
	}
	return b.Err()
}

func reconnect(ctx context.Context, c client) error {
	b := backoff.New(ctx, backoff.Config{MinBackoff: 100 * time.Millisecond, MaxBackoff: 10 * time.Second})
	for b.Ongoing() {
		if err := c.Push(ctx); err == nil {
			return nil
		}
		b.Wait()
	}
	return b.Err()
}

func configured(c client, cfg backoff.Config) *backoff.Backoff {
	return backoff.New(context.Background(), cfg)
}
