package retryloop

import (
	"fmt"
	"go/types"
	"regexp"

	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
)

var noBudget = rule.Define(rule.Rule{
	ID: "retryloop/no-budget",
	Doc: lint.RawDocumentation{
		Title: "nothing limits the retries of all requests together",
		Text: `A number of attempts limits what one request may add, not what all of them do: with
three attempts each, a server that fails gets three times its traffic, just when it
can bear least. A budget limits the retries of a client to a share of its successes
or requests, usually a tenth or a fifth. When all is well nobody notices it; in an
outage the retries end.`,
		Before: `for i := range 3 {
	…
}`,
		After: `for i := range 3 {
	if i > 0 && !budget.Retry() {
		return err
	}
	…
}`,
		Since: "0.1",
	},
	Fix:       "None: whose budget it is, of the process or of a dependency, is a decision.",
	Limits:    "Only with -strict, and only where a loop lacks nothing else. What has a budget, a limit, a breaker or a throttle in its name is taken for one.",
	Source:    "Google, Site Reliability Engineering, chapter 21: retries up to 10 % of a client's requests keep the load of an outage at 1.1 instead of 3 times; Envoy: 20 %, with a floor of 3",
	Lifecycle: rule.Experimental,
})

var limits = regexp.MustCompile(`(?i)budget|throttl|limit|bucket|breaker|quota|token|acquire|allow|resilience`)

func (f *finder) unbudgeted(r *loops.Retry) *lack {
	if !f.rep.Settings.Strict || asksForBudget(r) {
		return nil
	}
	times := "again and again"
	if r.Attempts > 0 {
		times = fmt.Sprintf("up to %d times", r.Attempts)
	}
	return &lack{rule: noBudget, text: "has no budget: while the other side is down, every request is sent " + times}
}

// asksForBudget reports whether something in the loop may limit the retries of all.
func asksForBudget(r *loops.Retry) bool {
	for b := range r.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.FieldAddr:
				if field := deadline.Field(instr.X.Type(), instr.Field); field != nil && limits.MatchString(field.Name()) {
					return true
				}
			case ssa.CallInstruction:
				if instr == ssa.CallInstruction(r.Op) {
					continue
				}
				if fn := deadline.Called(instr.Common()); fn != nil && limits.MatchString(nameOf(fn)) {
					return true
				}
			}
		}
	}
	return false
}

// nameOf is the name of a function, with that of its receiver's type.
func nameOf(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil {
		if named := knowledge.Named(recv.Type()); named != nil {
			return named.Obj().Name() + "." + fn.Name()
		}
	}
	return fn.Name()
}
