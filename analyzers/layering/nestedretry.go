package layering

import (
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
)

var nestedRetry = rule.Define(rule.Rule{
	ID: "layering/nested-retry",
	Doc: lint.RawDocumentation{
		Title: "a retry within a retry",
		Text: `Each layer that retries multiplies the attempts of the layers below it: three times
three times three is 27 calls for one request, at the moment at which the dependency
can bear least. Nobody sees it, since each setting looks modest where it stands. One
layer should retry, the one that knows the deadline of the request; the others hand
the failure on.`,
		Before: `func (h *Handler) Serve(ctx context.Context) (err error) {
	for range 3 {
		if err = h.repo.Load(ctx); err == nil { // tries three times itself
			return nil
		}
		wait(ctx)
	}
	return err
}`,
		After: `func (h *Handler) Serve(ctx context.Context) error {
	return h.repo.Load(ctx) // retries
}`,
		Since: "0.1",
	},
	Fix: `Makes one attempt at the outer layer, where that is a function of the program or of a library that is told how often; or, as an alternative, at an inner one of the same package. A loop that is
written out is left alone.`,
	Limits: `A layer is a loop that repeats whatever failed, a function that repeats what it is given, or a retry library. A loop that
repeats only a failure that it knows by name (a conflict, an expired token), or that keeps a connection alive for ever, multiplies nothing.
Layers are followed through calls, across packages, through function values that are handed over, through goroutines that are waited for, and through interfaces: there the finding
stands where the type becomes the interface.`,
	Source:    `Google SRE book, "Addressing Cascading Failures": retry at one layer, the one directly above the layer that fails`,
	Lifecycle: rule.Stable,
})
