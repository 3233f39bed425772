// Package layered_off has told the SDK how often to try: what the program retries around it
// is its own.
package layered_off

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

func newClient(cfg aws.Config) *s3.Client {
	return s3.NewFromConfig(cfg, func(o *s3.Options) { o.RetryMaxAttempts = 1 })
}

func get(ctx context.Context, c *s3.Client, in *s3.GetObjectInput) (out *s3.GetObjectOutput, err error) {
	for range 3 {
		if out, err = c.GetObject(ctx, in); err == nil {
			return out, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(rand.N(time.Second)):
		}
	}
	return nil, err
}
