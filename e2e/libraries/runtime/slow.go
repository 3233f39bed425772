package runtime

import (
	"time"

	"github.com/reslint/reslint/resilience"
)

var (
	slowAtThree = resilience.Must(resilience.NewBreaker(resilience.BreakerConfig{Slow: 3 * time.Second}))
	slowByRatio = resilience.Must(resilience.NewBreaker(resilience.BreakerConfig{}))

	neverSlow = resilience.Must(resilience.New(resilience.Config{ // want "breaker-settings: this breaker counts calls as slow from 3 s on, and each ends after 2 s: slowness never opens it"
		Timeout: 2 * time.Second,
		Breaker: slowAtThree,
	}))
	slowInTime = resilience.Must(resilience.New(resilience.Config{Timeout: 5 * time.Second, Breaker: slowAtThree}))
	byDefaults = resilience.Must(resilience.New(resilience.Config{Timeout: time.Second, Breaker: slowByRatio}))
)

func attempts(timeout time.Duration) (*resilience.Policy, error) {
	slow, err := resilience.NewBreaker(resilience.BreakerConfig{Slow: time.Second})
	if err != nil {
		return nil, err
	}
	if timeout > 0 {
		return resilience.New(resilience.Config{Timeout: timeout, Breaker: slow})
	}
	return resilience.New(resilience.Config{ // want "breaker-settings: this breaker counts calls as slow from 1 s on, and each ends after 1 s"
		Timeout:        10 * time.Second,
		AttemptTimeout: time.Second,
		Attempts:       3,
		Breaker:        slow,
	})
}
