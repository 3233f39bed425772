package bad

import (
	"context"
	"errors"
	"fmt"

	"layering/nested-retry/repo"
)

// What is not marked as final is repeated.
func notFinal(ctx context.Context, c *repo.Client) error {
	return repo.Until(ctx, 4, func(ctx context.Context) error { // want `this retry multiplies: 5 attempts here × 3 in \(\*repo\.Client\)\.Get \(repo/repo\.go:\d+\) = 15 calls`
		return c.Get(ctx)
	})
}

func wrapped(ctx context.Context, c *repo.Client) error {
	return repo.Until(ctx, 4, func(ctx context.Context) error { // want `5 attempts here × 3 in \(\*repo\.Client\)\.Get`
		if err := c.Get(ctx); err != nil {
			return fmt.Errorf("loading: %w", err)
		}
		return nil
	})
}

// One kind of failure is final, the others are repeated.
func oneIsFinal(ctx context.Context, c *repo.Client) error {
	return repo.Until(ctx, 1, func(ctx context.Context) error { // want `2 attempts here × 3 in \(\*repo\.Client\)\.Get`
		err := c.Get(ctx)
		if errors.Is(err, context.DeadlineExceeded) {
			return repo.Final{Err: err}
		}
		return err
	})
}
