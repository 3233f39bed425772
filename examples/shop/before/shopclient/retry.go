package shopclient

import (
	"context"
	"log"
	"time"
)

// Retry calls op until it succeeds, up to n times.
func Retry(ctx context.Context, n int, op func(context.Context) error) error {
	var err error
	for i := 0; i < n; i++ {
		if err = op(ctx); err == nil {
			return nil
		}
		log.Printf("attempt %d of %d: %v", i+1, n, err)
		time.Sleep(100 * time.Millisecond)
	}
	return err
}
