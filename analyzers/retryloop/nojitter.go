package retryloop

import (
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
)

var noJitter = rule.Define(rule.Rule{
	ID: "retryloop/no-jitter",
	Doc: lint.RawDocumentation{
		Title: "the waits between attempts have no jitter",
		Text: `Exponential backoff alone does not spread load: clients that failed at the same
moment compute the same waits, and meet again after 100 ms, 200 ms, 400 ms. Between
these waves the server is idle. Half of the wait at random is enough to turn the
waves into a steady trickle; a tenth helps little, and still more than nothing.`,
		Before: `wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}`,
		After:  `wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5, Jitter: 0.1}`,
		Since:  "0.1",
	},
	Fix: `Adds jitter in the terms of the library, by the share that its own examples or
defaults have: Jitter: 0.1 of wait.Backoff, RandomizationFactor: 0.5 of
cenkalti/backoff, Jitter: true of jpillora/backoff, WithJitterPercent(10, …) of
sethvargo/go-retry, RandomDelay beside the delay of avast/retry-go. In a loop a
growing wait is drawn between nothing and what it was (math/rand/v2), one that does not grow
between half of it and all of it. No wait becomes longer. rand.N panics at 0, so where the wait
is not proven to be above it, it is given max(wait, 1).`,
	Limits: `The wait of a loop that comes from another package, from a function value or from the
server is not judged. A policy that other code may change, that comes from a parameter or that gets an
option which no table knows, is not judged.`,
	Source:    "Marc Brooker, Exponential Backoff And Jitter (AWS, 2015); the defaults of each library are cited in its table",
	Lifecycle: rule.Stable,
})
