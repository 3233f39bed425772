package retryloop

import (
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
)

var noBackoff = rule.Define(rule.Rule{
	ID: "retryloop/no-backoff",
	Doc: lint.RawDocumentation{
		Title: "the attempts follow each other without a pause",
		Text: `A retry that does not wait spends all its attempts within milliseconds, on a
server that has just said that it can't cope. It gives the server no time to
recover, multiplies its load by the number of attempts, and in an endless loop
takes a whole core of the client, too. Wait between the attempts, longer each
time and with jitter: base × 2^n, cut at a cap.

Some pauses only look like one: a multiplier or a cap of 0 leaves one wait and
then none, and the Stop value of a backoff (-1), which it gives when its time or its
attempts are over, is no time to sleep.`,
		Before: `backoff.Retry(op, &backoff.ZeroBackOff{})`,
		After:  `backoff.Retry(op, backoff.NewExponentialBackOff())`,
		Since:  "0.1",
	},
	Fix: `None by itself: how long to wait only a person knows. With the setting -runtime, a loop with a constant
number of attempts becomes one over resilience.Attempts, or a call of resilience.Run, which wait for 100 ms, 200 ms and so on,
at random.`,
	Limits: `Waits that come from a configuration or a parameter are not known. Two attempts in a
row are not reported (a stale connection is often tried once more), nor is one
certain error that is repeated at once, nor a loop in which something may wait that
is not seen.`,
	Source:    "cenkalti/backoff v4.3.0: NextBackOff returns Stop after MaxElapsedTime, 15 minutes by default; an ExponentialBackOff whose Multiplier or MaxInterval is 0 waits for 0 after the first attempt",
	Lifecycle: rule.Stable,
})
