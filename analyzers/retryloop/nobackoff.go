package retryloop

import (
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
)

var noBackoff = rule.Define(rule.Rule{
	ID: "retryloop/no-backoff",
	Doc: lint.RawDocumentation{
		Title: "a failed call is sent again at once",
		Text: `Without a wait between attempts, a client sends as fast as the other side can
refuse: a dependency that is down, or restarts, is hit hardest when it can bear
least, and a processor of the client is busy with nothing else. Wait before each
retry, exponentially longer, up to a cap, and with full jitter.`,
		Before: `for {
	if err := fetch(ctx); err == nil {
		return nil
	}
}`,
		After: `for a := range resilience.Attempts(ctx, &orders) {
	if err = fetch(ctx); err == nil {
		return nil
	}
	err = a.Failed(err)
}`,
		Since: "0.2",
	},
	Fix:       "None yet: how long to wait, and how often, is a decision.",
	Limits:    "Two attempts in a row are not reported: a stale connection is often retried once. Nor is a loop in which something might wait that is not seen.",
	Source:    `"Backoff reduces the average retry rate" (seed 0); coreos/locksmith, minio and thanos had such loops`,
	Lifecycle: rule.Stable,
})
