package retryloop

import (
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
)

var deafSleep = rule.Define(rule.Rule{
	ID: "retryloop/deaf-sleep",
	Doc: lint.RawDocumentation{
		Title: "the waits between attempts do not listen to the context",
		Text: `A caller that gives up cancels its context, and from then on each attempt fails at
once. A retry that does not look at the context takes that for one more failure,
waits, and tries again: work for nobody, for as long as the schedule lasts, and a
shutdown that has to wait for it. Wait for the time or for the end of the context,
whichever comes first.`,
		Before: `err := backoff.Retry(func() error { return client.Push(ctx, m) }, policy)`,
		After:  `err := backoff.Retry(func() error { return client.Push(ctx, m) }, backoff.WithContext(policy, ctx))`,
		Since:  "0.1",
	},
	Fix: `Passes the context that the operation uses; in a loop, time.Sleep, or the receipt from a timer, becomes
a select that also receives from ctx.Done(), where the function can return the context's error, has no result, or
goes on behind the loop as it does when all attempts have failed.`,
	Limits: `A loop is reported if its function, or one around it, was given a context or a
request. Settings of a library are reported where the operation itself uses a context that the function was given, and the
waits are a second or more together. An operation that asks the context whether it is
done decides by itself.`,
	Source:    "18 of 44 retry loops of public projects, judged by hand, sleep without an ear for the context; cenkalti/backoff v4.3.0: Retry waits under context.Background() unless the policy has a context; avast/retry-go v4.7.0: the default context is Background",
	Lifecycle: rule.Stable,
})
