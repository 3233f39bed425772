// Package cenkalti_v4 retries through github.com/cenkalti/backoff/v4.
package cenkalti_v4

import (
	"context"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
)

type client interface {
	Push(ctx context.Context, m string) error
	Pull() (string, error)
	Close() error
}

func constant(c client) error {
	bo := backoff.NewConstantBackOff(2 * time.Second) // want "retryloop/constant-backoff: this retry always waits for the same time \\(2 s, 2 s, 2 s\\): .* Add jitter: backoff.NewExponentialBackOff"
	return backoff.Retry(c.Close, backoff.WithMaxRetries(bo, 3))
}

func constantInPlace(c client) error {
	return backoff.Retry(func() error {
		_, err := c.Pull()
		return err
	}, backoff.WithMaxRetries(backoff.NewConstantBackOff(100*time.Millisecond), 5)) // want "constant-backoff: .*\\(5 × 100 ms\\)"
}

func constantForEver(c client) error {
	return backoff.Retry(func() error { // want "retryloop/unbounded: nothing ends this retry, no number of attempts, no time and no context: .*\\(also: its waits have no jitter\\)"
		_, err := c.Pull()
		return err
	}, backoff.NewConstantBackOff(time.Second))
}

// The interval is not a constant; that it is always the same is certain.
func constantOf(c client, d time.Duration) error {
	bo := backoff.NewConstantBackOff(d) // want "constant-backoff: this retry always waits for the same time: "
	return backoff.Retry(func() error {
		_, err := c.Pull()
		if err != nil {
			return backoff.Permanent(err)
		}
		resp, err := http.Head("http://localhost/") // want "default-client"
		if err == nil {
			resp.Body.Close()
		}
		return err
	}, backoff.WithMaxRetries(bo, 3))
}

func withoutJitter(c client) (string, error) {
	bo := backoff.NewExponentialBackOff()
	bo.InitialInterval = 200 * time.Millisecond
	bo.Multiplier = 2
	bo.RandomizationFactor = 0 // want "retryloop/no-jitter: these waits grow, but have no jitter \\(200 ms, 400 ms, 800 ms, …\\): .* Add jitter: set RandomizationFactor to 0.5"
	return backoff.RetryWithData(c.Pull, bo)
}

func withoutJitterByOption(c client) (string, error) {
	bo := backoff.NewExponentialBackOff(backoff.WithInitialInterval(time.Second), backoff.WithRandomizationFactor(0)) // want "no-jitter: .*\\(1 s, 1.5 s, 2.25 s\\)"
	return backoff.RetryWithData(c.Pull, backoff.WithMaxRetries(bo, 3))
}

func withoutJitterInLiteral(c client) error {
	bo := &backoff.ExponentialBackOff{ // want "no-jitter: "
		InitialInterval: time.Second,
		Multiplier:      2,
		MaxInterval:     time.Minute,
		MaxElapsedTime:  time.Hour,
		Stop:            backoff.Stop,
		Clock:           backoff.SystemClock,
	}
	return backoff.Retry(c.Close, bo)
}

// Without a multiplier there is one wait only.
func forgottenMultiplier(c client) error {
	bo := &backoff.ExponentialBackOff{ // want "retryloop/no-backoff: with Multiplier 0 the waits are 1 s, 0 s, 0 s, …: "
		InitialInterval:     time.Second,
		RandomizationFactor: 0.5,
		MaxInterval:         time.Minute,
		MaxElapsedTime:      time.Hour,
		Stop:                backoff.Stop,
		Clock:               backoff.SystemClock,
	}
	return backoff.Retry(c.Close, bo)
}

func forEver(c client) error {
	bo := backoff.NewExponentialBackOff()
	bo.MaxElapsedTime = 0
	return backoff.Retry(c.Close, bo) // want "retryloop/unbounded: nothing ends this retry, no number of attempts, no time and no context"
}

func forEverOnPurpose(c client) error {
	bo := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(0))
	return backoff.Retry(c.Close, backoff.WithContext(bo, context.Background())) // want "unbounded: nothing ends this retry, no number of attempts and no time, and its context never ends"
}

func atOnce(c client) error {
	return backoff.Retry(c.Close, backoff.WithMaxRetries(&backoff.ZeroBackOff{}, 10)) // want "retryloop/no-backoff: this retry does not wait between its attempts"
}

func deaf(ctx context.Context, c client) error {
	return backoff.Retry(func() error { // want "retryloop/deaf-sleep: the operation ends with ctx, but this retry does not listen to it: when the caller has gone, it goes on for up to 15 min, .* Pass it by backoff.WithContext"
		return c.Push(ctx, "hello")
	}, backoff.NewExponentialBackOff())
}

func deafWithin(parent context.Context, c client) error {
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	defer cancel()
	bo := backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 10)
	operation := func() error { return c.Push(ctx, "hello") }
	return backoff.RetryNotify(operation, bo, nil) // want "deaf-sleep: .*it goes on for 56.7 s, "
}

// Both faults are mended at once.
func deafAndConstant(ctx context.Context, c client) error {
	return backoff.Retry(func() error { return c.Push(ctx, "hello") },
		backoff.WithMaxRetries(backoff.NewConstantBackOff(5*time.Second), 4)) // want "constant-backoff: .*\\(also: it does not listen to ctx\\)"
}

var shared = backoff.NewExponentialBackOff()

func throughShared(c client) error {
	return backoff.Retry(c.Close, shared) // want "retryloop/shared-policy: all calls of throughShared share shared, which counts the attempts of one retry"
}
