package retryloop

import (
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
)

var noCap = rule.Define(rule.Rule{
	ID: "retryloop/no-cap",
	Doc: lint.RawDocumentation{
		Title: "the waits between attempts grow beyond all use",
		Text: `A wait that doubles is small for some attempts only: from 100 ms it takes 16
doublings to an hour and 21 to a day. Twenty attempts that look like patience are
a process that sleeps until tomorrow, while the dependency has long recovered. A
shift or product that overflows even becomes negative, and then there is no wait
at all. Cut the waits at a cap of some seconds, and the attempts at a number that
fits into the deadline of the caller.`,
		Before: `wait.Backoff{Duration: 2 * time.Second, Factor: 1.5, Jitter: 1, Steps: 100}`,
		After:  `wait.Backoff{Duration: 2 * time.Second, Factor: 1.5, Jitter: 1, Steps: 10}`,
		Since:  "0.1",
	},
	Fix: `Of a library's policy none. In a loop the wait is cut where it grows, before it can overflow: the
variable at 30 s (the setting -cap), a counter where the wait passes that. Only if the first wait is
constant: what is given may be longer on purpose.`,
	Limits:    "In a loop any comparison on the way to the wait counts as a cap, and fewer than 12 attempts as one. Of a library, reported are waits of more than an hour, where all numbers are constant and no deadline may cut them.",
	Source:    "100 steps of 2 s × 1.5 pass an hour at the 20th wait (kubernetes-sigs/cluster-api-provider-aws #1069)",
	Lifecycle: rule.Stable,
})
