// Package layered has retries around what retries, by a library or as a library.
package layered

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	retry "github.com/avast/retry-go/v4"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	backoff4 "github.com/cenkalti/backoff/v4"
	"github.com/cenkalti/backoff/v5"
	"github.com/go-resty/resty/v2"
	dskit "github.com/grafana/dskit/backoff"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/redis/go-redis/v9"
)

func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(rand.N(time.Second)):
		return nil
	}
}

func retryable() *retryablehttp.Client {
	client := retryablehttp.NewClient()
	client.HTTPClient.Timeout = 10 * time.Second
	client.Backoff = retryablehttp.LinearJitterBackoff
	return client
}

func loopOverRetryable(ctx context.Context, url string) (resp *http.Response, err error) {
	client := retryable()
	for range 3 {
		if resp, err = client.Get(url); err == nil { // want "layering/library-retries-too: this retry multiplies: 3 attempts here × 5 by \\(\\*retryablehttp\\.Client\\)\\.Get = 15 calls of \\(\\*retryablehttp\\.Client\\)\\.Get per request"
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// fetch retries through the client that it makes.
func fetch(ctx context.Context, url string) error {
	client := retryable()
	client.RetryMax = 2
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func loopOverFetch(ctx context.Context, url string) (err error) {
	for range 3 {
		if err = fetch(ctx, url); err == nil { // want "library-retries-too: .*3 attempts here × 3 by .* = 9 calls"
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func avastOverFetch(ctx context.Context, url string) error {
	return retry.Do(func() error { return fetch(ctx, url) }, retry.Attempts(4), retry.Context(ctx)) // want "library-retries-too: .*4 attempts here × 3 by .* = 12 calls"
}

func avastByDefault(ctx context.Context, url string) error {
	return retry.Do(func() error { return fetch(ctx, url) }, retry.Context(ctx)) // want "library-retries-too: .*10 attempts here × 3 by .* = 30 calls"
}

func avastOverAvast(ctx context.Context, c *http.Client, url string) error {
	return retry.Do(func() error { // want "layering/nested-retry: .*3 attempts here × 10 in layered\\.byAvast .* = 30 calls"
		return byAvast(ctx, c, url)
	}, retry.Attempts(3), retry.Context(ctx))
}

func byAvast(ctx context.Context, c *http.Client, url string) error {
	return retry.Do(func() error { return once(ctx, c, url) }, retry.Context(ctx))
}

func once(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func cenkaltiOverAvast(ctx context.Context, c *http.Client, url string) (int, error) {
	return backoff.Retry(ctx, func() (int, error) { // want "nested-retry: .*3 attempts here × 10 in layered\\.byAvast .* = 30 calls"
		return 0, byAvast(ctx, c, url)
	}, backoff.WithMaxTries(3))
}

func cenkalti4OverFetch(ctx context.Context, url string) error {
	policy := backoff4.WithContext(backoff4.WithMaxRetries(backoff4.NewExponentialBackOff(), 2), ctx)
	return backoff4.Retry(func() error { return fetch(ctx, url) }, policy) // want "library-retries-too: .*3 attempts here × 3 by"
}

func loopOverResty(ctx context.Context, url string) (err error) {
	client := resty.New().SetTimeout(time.Second).SetRetryCount(4).SetRetryWaitTime(100 * time.Millisecond)
	for range 3 {
		if _, err = client.R().SetContext(ctx).Get(url); err == nil { // want "library-retries-too: .*3 attempts here × 5 by"
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func loopOverRedis(ctx context.Context, c *redis.Client) (err error) {
	for range 3 {
		if err = c.Set(ctx, "key", 1, 0).Err(); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// The SDK makes three attempts unless it is told otherwise.
func loopOverS3(ctx context.Context, c *s3.Client, in *s3.GetObjectInput) (out *s3.GetObjectOutput, err error) {
	for range 3 {
		if out, err = c.GetObject(ctx, in); err == nil { // want "library-retries-too: .*3 attempts here × 3 by \\(\\*s3\\.Client\\)\\.GetObject, its default, = 9 calls"
			return out, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// objects is the part of the client that the program uses.
type objects interface {
	GetObject(ctx context.Context, in *s3.GetObjectInput, opts ...func(*s3.Options)) (*s3.GetObjectOutput, error)
}

type bucket struct{ objects objects }

// The retry stands before the interface, and the SDK's own behind it.
func (b *bucket) get(ctx context.Context, in *s3.GetObjectInput) (out *s3.GetObjectOutput, err error) {
	for range 5 {
		if out, err = b.objects.GetObject(ctx, in); err == nil {
			return out, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// 0 is not none: it is the default, which is 3.
func newBucket(cfg aws.Config) *bucket {
	client := s3.NewFromConfig(cfg, func(o *s3.Options) { o.RetryMaxAttempts = 0 })
	return &bucket{objects: client} // want "library-retries-too: this puts a retry behind one: 5 attempts in \\(\\*layered\\.bucket\\)\\.get .* × 3 by \\(\\*s3\\.Client\\)\\.GetObject, its default, = 15 calls"
}

// observed measures what it is given.
func observed(ctx context.Context, f func(context.Context) error) error { return f(ctx) }

func loopOverObserved(ctx context.Context, c *s3.Client, in *s3.GetObjectInput) (err error) {
	for range 3 {
		err = observed(ctx, func(ctx context.Context) error { // want "library-retries-too: .*3 attempts here × 3 by \\(\\*s3\\.Client\\)\\.GetObject"
			_, err := c.GetObject(ctx, in)
			return err
		})
		if err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// The loop waits by a library, and measures what it repeats.
func (b *bucket) measured(ctx context.Context, in *s3.GetObjectInput, cfg dskit.Config) (err error) {
	retries := dskit.New(ctx, cfg)
	for retries.Ongoing() {
		err = observed(ctx, func(ctx context.Context) error {
			_, err := b.objects.GetObject(ctx, in)
			return err
		})
		if err == nil {
			return nil
		}
		retries.Wait()
	}
	return err
}
