package timeout

import (
	"fmt"
	"time"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/rule"
)

var accidentalBound = rule.Define(rule.Rule{
	ID: "timeout/accidental-bound",
	Doc: lint.RawDocumentation{
		Title: "only a default of the library bounds a call, and it is long",
		Text: `The call ends, but nobody decided when: the bound is a default of the library, and
it is longer than 60 s (or than -reslint.max). A caller has given up long
before, and its retry comes on top of the call that still hangs. A timeout is
set deliberately, from what the caller can wait for, rather than inherited.`,
		Before: `// With -max=30s: the API server gives up after 60 s.
pods, err := clientset.CoreV1().Pods(ns).List(context.TODO(), opts)`,
		After: `ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
defer cancel()
pods, err := clientset.CoreV1().Pods(ns).List(ctx, opts)`,
		Since: "0.1",
	},
	Fix:       "Derives a context with a deadline in front of the call, where it takes one.",
	Limits:    "The defaults are those of the version in the table of libraries below.",
	Source:    `"bounded by an accident rather than a decision"`,
	Lifecycle: rule.Stable,
})

// reportAccident reports a call that only a default of the library ends.
func (c *calls) reportAccident(call *effects.Call) {
	d := analysis.Diagnostic{Related: c.related(call)}
	d.Pos, d.End = c.span(call.Instr.Pos())
	after := round(call.Total.For)
	r := accidentalBound
	d.Message = fmt.Sprintf("only a default of the library ends %s, after %s: decide how long the caller can wait, and set it", last(call.Via), after)
	if ruleOf(call) == dial {
		r = dial
		d.Message = fmt.Sprintf("%s sets no timeout: an address that does not answer holds the call until the operating system gives up, after about %s", last(call.Via), after)
	}
	d.SuggestedFixes = c.mend(call)
	c.once(r, d)
}

// isAccident reports whether a bound is a default that is longer than wanted.
func (c *calls) isAccident(b deadline.Bound) bool {
	return b.Kind == deadline.Bounded && b.Accident && b.For > c.rep.Settings.Max
}

// round writes a duration as a person would say it: "2 minutes".
func round(d time.Duration) string {
	if d >= 2*time.Minute {
		return fmt.Sprintf("%d minutes", (d+30*time.Second)/time.Minute)
	}
	return d.String()
}
