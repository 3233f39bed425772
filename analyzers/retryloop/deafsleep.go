package retryloop

import (
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
)

var deafSleep = rule.Define(rule.Rule{
	ID: "retryloop/deaf-sleep",
	Doc: lint.RawDocumentation{
		Title: "the wait between attempts does not listen to the context",
		Text: `time.Sleep goes on after the caller has given up, its deadline has passed or the
program wants to end: the goroutine is held for nothing, and the next attempt is
made for nobody. Wait for the timer or the context, whichever comes first.`,
		Before: `time.Sleep(backoff)`,
		After: `select {
case <-time.After(backoff):
case <-ctx.Done():
	return ctx.Err()
}`,
		Since: "0.2",
	},
	Fix:       "None yet.",
	Limits:    "Only functions that are given a context or a request are reported.",
	Source:    `"The loop checks the parent between attempts so it never sleeps past the deadline" (seed 4); 18 of 44 retry loops of public projects sleep without`,
	Lifecycle: rule.Stable,
})
