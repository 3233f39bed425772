package timeout

import (
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/rule"
)

var bound = rule.Define(rule.Rule{
	ID: "timeout/bound",
	Doc: lint.RawDocumentation{
		Title: "a remote call ends in time",
		Text: `Lists every remote call whose bound is known, with its length. It is no fault; the
hints of the language server are made of this list, and it serves for a review of what
a request can take.`,
		Before: `client := &http.Client{Timeout: 2 * time.Second}
resp, err := client.Get(url)`,
		After: `(the same)`,
		Since: "0.1",
	},
	Fix:       "None: there is nothing to mend.",
	Limits:    "A bound that comes from a configuration, or from another package's caller, has no known length.",
	Source:    "docs/architecture.md",
	Lifecycle: rule.Experimental,
})

// listBounds lists the calls for the inventory. One whose client can come from several places
// takes as long as the longest, and nobody knows how long if one of them is unknown.
func (c *calls) listBounds() {
	longest := make(map[ssa.Instruction]time.Duration)
	for _, call := range c.info.Calls {
		if !call.OnWire || !c.rep.Wanted(bound, position(call)) {
			continue
		}
		before, seen := longest[call.Instr]
		if call.Total.Kind == deadline.Bounded && call.Total.For > 0 && (!seen || before > 0) {
			longest[call.Instr] = max(before, call.Total.For)
		} else {
			longest[call.Instr] = 0
		}
	}
	for _, call := range c.info.Calls {
		limit := longest[call.Instr]
		if limit == 0 {
			continue
		}
		delete(longest, call.Instr)
		d := analysis.Diagnostic{Message: "≤ " + limit.String() + ": " + last(call.Via)}
		d.Pos, d.End = c.span(position(call))
		c.rep.Report(bound, d)
	}
}
