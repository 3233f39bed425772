// Package runtime sets the breakers of the runtime of reslint itself.
package runtime

import "github.com/reslint/reslint/resilience"

var onFirst = resilience.Must(resilience.NewBreaker(resilience.BreakerConfig{ // want "breaker-settings: this breaker judges by a rate from the first call on: a single failed call is 100 % of one, and all calls are refused for 10 s"
	MinCalls: 1,
}))
