package retryloop

import (
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
)

var unbounded = rule.Define(rule.Rule{
	ID: "retryloop/unbounded",
	Doc: lint.RawDocumentation{
		Title: "a retry never gives up",
		Text: `A loop that ends only with success goes on when its caller has gone: after the
context has ended every attempt fails, and the loop never returns. Cap the
attempts (three are plenty: more is for the retry budget to decide), and end with
the context.`,
		Before: `for {
	if err := fetch(ctx); err == nil {
		return nil
	}
	time.Sleep(wait())
}`,
		After: `for range 3 {
	if err = fetch(ctx); err == nil {
		return nil
	}
	if err := resilience.Sleep(ctx, wait()); err != nil {
		return err
	}
}`,
		Since: "0.2",
	},
	Fix:       "None yet: how often to try is a decision.",
	Limits:    "Only loops in functions that are given a context, or whose call is, are reported. A loop that runs for ever by design has none.",
	Source:    `"Per-request attempts are capped at 3 or fewer, and total retry time is inside the deadline" (seed 0)`,
	Lifecycle: rule.Stable,
})
