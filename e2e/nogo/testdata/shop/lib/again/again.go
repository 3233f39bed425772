// Package again stands for a library: nogo is asked for its facts alone.
package again

import (
	"context"
	"math/rand/v2"
	"time"
)

// Three makes three attempts.
func Three(ctx context.Context, op func(context.Context) error) (err error) {
	wait := 100 * time.Millisecond
	for i := range 3 {
		if err = op(ctx); err == nil || i == 2 {
			return err
		}
		select {
		case <-time.After(rand.N(wait)):
		case <-ctx.Done():
			return ctx.Err()
		}
		wait = min(2*wait, time.Second)
	}
	return err
}
