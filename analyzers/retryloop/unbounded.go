package retryloop

import (
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
)

var unbounded = rule.Define(rule.Rule{
	ID: "retryloop/unbounded",
	Doc: lint.RawDocumentation{
		Title: "nothing ends the attempts",
		Text: `A retry without an end turns an outage of the dependency into one of the caller:
each request that arrives joins those that still retry, until memory, connections
or patience run out, and a permanent error (a wrong address, a revoked key) is
tried until the process dies. Limit the number of attempts or the time, or listen
to a context that ends.

A connection that has to come back, whatever it takes, is retried for ever on
purpose: then it needs a context, so that the process can end.`,
		Before: `retry.Do(call, retry.Attempts(0))`,
		After:  `retry.Do(call, retry.Attempts(0), retry.Context(ctx))`,
		Since:  "0.1",
	},
	Fix:       "Passes the context at hand, if the operation uses one; in a loop, lets the wait end with it or, where nothing waits, asks it before each attempt. How many attempts are enough only a person knows.",
	Limits:    "A loop is reported only in a function that is given a context, if nothing but the success of its call ends it. A context that was given, derived or configured may end, and is enough; context.Background() is not.",
	Source:    "avast/retry-go v4.7.0: Attempts(0) retries until it succeeds; cenkalti/backoff v4.3.0: it never stops if MaxElapsedTime is 0",
	Lifecycle: rule.Stable,
})
