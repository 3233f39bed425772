package aws

import (
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
)

// Below 2 s nothing of the random backoff is left.
func impatient() aws.Retryer {
	return retry.AddWithMaxBackoffDelay(retry.NewStandard(), time.Second) // want "retryloop/constant-backoff: with a first wait of 2 s and a longest of 1 s this retry always waits for 1 s, without jitter"
}

func impatientOptions() aws.Retryer {
	return retry.NewStandard(func(o *retry.StandardOptions) {
		o.MaxAttempts = 10
		o.Backoff = retry.NewExponentialJitterBackoff(500 * time.Millisecond) // want "constant-backoff: .* always waits for 500 ms"
	})
}

func impatientEndless(r aws.Retryer) aws.Retryer {
	return retry.AddWithMaxBackoffDelay(retry.AddWithMaxAttempts(r, 0), 1900*time.Millisecond) // want "constant-backoff: .* always waits for 1.9 s"
}

func atOnce(r aws.Retryer) aws.Retryer {
	return retry.AddWithMaxBackoffDelay(r, 0) // want "retryloop/no-backoff: this retry does not wait between its attempts"
}

// These waits are random, at first at least, not known, or none.
func patient(r aws.Retryer, longest time.Duration) []aws.Retryer {
	return []aws.Retryer{
		retry.AddWithMaxBackoffDelay(r, 2*time.Second),
		retry.AddWithMaxBackoffDelay(r, 20*time.Second),
		retry.AddWithMaxBackoffDelay(r, longest),
		retry.AddWithMaxBackoffDelay(retry.AddWithMaxAttempts(r, 1), time.Second),
		retry.NewStandard(func(o *retry.StandardOptions) { o.MaxBackoff = 50 * time.Millisecond }),
		retry.NewStandard(func(o *retry.StandardOptions) { o.Backoff = retry.NewExponentialJitterBackoff(5 * time.Second) }),
	}
}

// The quota of the retryer ends these, and the context of each call.
func endless() aws.Retryer { return retry.AddWithMaxAttempts(retry.NewStandard(), 0) }
