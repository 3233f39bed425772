//go:build go1.21

package bad

import (
	"context"
	"time"
)

// This language is older than math/rand/v2.
func old(ctx context.Context) (err error) {
	wait := time.Second
	for range [4]int{} {
		if err = call(ctx); err == nil {
			return nil
		}
		time.Sleep(wait) // want `waits 1 s, 2 s, 4 s, without jitter: clients that failed together return together; sleeps without listening`
		wait *= 2
	}
	return err
}
