package layering

import (
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
)

var inventory = rule.Define(rule.Rule{
	ID: "layering/layers",
	Doc: lint.RawDocumentation{
		Title: "a layer of retries",
		Text: `Lists every place that retries, with the layers that stand inside it and the number of
calls that one request can become. It is no fault; ` + "`reslint layers`" + ` makes its tree of
this list.`,
		Before: `for range 3 {
	if err = client.Get(ctx); err == nil { // which tries three times, too
		return nil
	}
	wait(ctx)
}`,
		After: `(the same)`,
		Since: "0.1",
	},
	Fix:       "None: there is nothing to mend.",
	Limits:    "What the rules of this family and of retryloop do not see is no layer here.",
	Source:    "docs/architecture.md",
	Lifecycle: rule.Experimental,
})
