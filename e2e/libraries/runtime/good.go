package runtime

import (
	"time"

	"github.com/reslint/reslint/resilience"
)

var (
	byDefault = resilience.Must(resilience.NewBreaker(resilience.BreakerConfig{}))
	some      = resilience.Must(resilience.NewBreaker(resilience.BreakerConfig{MinCalls: 5, OpenFor: time.Minute}))
)

func configured(least int) (*resilience.Breaker, error) {
	return resilience.NewBreaker(resilience.BreakerConfig{MinCalls: least})
}
