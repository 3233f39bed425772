package retryloop

import (
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
)

var constantBackoff = rule.Define(rule.Rule{
	ID: "retryloop/constant-backoff",
	Doc: lint.RawDocumentation{
		Title: "the waits between attempts are all the same",
		Text: `When a dependency fails, its clients fail together, and with a constant wait
they come back together: a wave of requests every two seconds, each as large as
the first, for as long as the trouble lasts. The server that has just recovered
is hit by all of them at once. Jitter spreads the wave over the wait, and a wait
that grows makes room for recovery.

Some libraries draw a random wait and clip it afterwards. If the first wait is not
below the longest, all are clipped to the same: with resty, whose longest is 2 s by
default, after SetRetryWaitTime(5 * time.Second).`,
		Before: `retry.Do(call, retry.DelayType(retry.FixedDelay), retry.Delay(2*time.Second))`,
		After: `retry.Do(call, retry.DelayType(retry.CombineDelay(retry.FixedDelay, retry.RandomDelay)),
	retry.Delay(2*time.Second))`,
		Since: "0.1",
	},
	Fix: `Adds jitter in the terms of the library: the wait stays the same, and becomes
random. Where a library can only do that with another type of value, there is a fix
if the value is used as an interface only. In a loop the upper half of the constant
becomes random (math/rand/v2): no wait is longer than it was, and none is short.`,
	Limits: `An operation that provably only polls for a state (all errors that repeat it are of
its own making), or that stays on this machine, is no retry. Waits that come from
a configuration are not known.`,
	Source:    "Marc Brooker, Exponential Backoff And Jitter (AWS, 2015): without jitter the calls of clients stay in step; resty v2.17.2: jitterBackoff; go-redis v9.23.0: RetryBackoff; aws-sdk-go-v2 v1.48.0: AddWithMaxBackoffDelay below 2 s",
	Lifecycle: rule.Stable,
})
