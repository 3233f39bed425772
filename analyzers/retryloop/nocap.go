package retryloop

import (
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
)

var noCap = rule.Define(rule.Rule{
	ID: "retryloop/no-cap",
	Doc: lint.RawDocumentation{
		Title: "a backoff grows without limit",
		Text: `A wait that doubles each time is 17 minutes at the tenth retry from one second,
and longer than a day at the seventeenth; nobody comes back soon after the repair.
Later it overflows, becomes negative, and the loop runs without any wait. Limit
it: min(backoff, 5*time.Second).`,
		Before: `backoff *= 2`,
		After:  `backoff = min(2*backoff, 5*time.Second)`,
		Since:  "0.2",
	},
	Fix:       "None yet.",
	Limits:    "Any comparison on the way to the wait counts as a limit, as does a limit on the attempts.",
	Source:    `"Backoff is capped and uses full or decorrelated jitter" (seed 0)`,
	Lifecycle: rule.Stable,
})
