package nats

import (
	"time"

	"github.com/nats-io/nats.go"
)

// All clients of a server that is gone come back in step.
func inStep(url string) (*nats.Conn, error) {
	return nats.Connect(url, nats.Name("shop"), nats.ReconnectJitter(0, 0)) // want "retryloop/constant-backoff: this retry always waits for the same time \\(60 × 2 s\\)"
}

func inStepForEver(url string) (*nats.Conn, error) {
	return nats.Connect(url, nats.MaxReconnects(-1),
		nats.ReconnectWait(time.Second), nats.ReconnectJitter(0, 0)) // want "constant-backoff: .*\\(1 s, 1 s, 1 s, …\\)"
}

// With TLS it is the second that counts.
func withJitter(url string, wait time.Duration, more ...nats.Option) error {
	for _, opts := range [][]nats.Option{more} {
		if _, err := nats.Connect(url, opts...); err != nil {
			return err
		}
	}
	if _, err := nats.Connect(url, nats.ReconnectJitter(0, time.Second)); err != nil {
		return err
	}
	if _, err := nats.Connect(url, nats.ReconnectJitter(time.Second, 0)); err != nil {
		return err
	}
	if _, err := nats.Connect(url, nats.ReconnectJitter(wait, 0)); err != nil {
		return err
	}
	if _, err := nats.Connect(url, nats.ReconnectJitter(0, 0), nats.NoReconnect()); err != nil {
		return err
	}
	if _, err := nats.Connect(url, nats.ReconnectJitter(0, 0), nats.MaxReconnects(0)); err != nil {
		return err
	}
	if _, err := nats.Connect(url, nats.ReconnectJitter(0, 0), own()); err != nil {
		return err
	}
	_, err := nats.Connect(url, nats.ReconnectJitter(0, 0), nats.CustomReconnectDelay(func(attempts int) time.Duration { return wait }))
	return err
}

// An option of the program's own may set anything.
func own() nats.Option {
	return func(o *nats.Options) error {
		o.ReconnectJitter = time.Second
		return nil
	}
}

// The defaults are random, a little.
func byDefault(url string) (*nats.Conn, error) {
	return nats.Connect(url, nats.ReconnectWait(5*time.Second), nats.MaxReconnects(-1))
}
