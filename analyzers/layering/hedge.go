package layering

import (
	"fmt"

	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/rule"
)

var hedgeWithRetry = rule.Define(rule.Rule{
	ID: "layering/hedge-with-retry",
	Doc: lint.RawDocumentation{
		Title: "hedges and retries of one call",
		Text: `A hedge sends copies of a call that is slow, a retry repeats one that failed. Around each other they
multiply: two copies of each of three attempts are six calls, all of them when the dependency is slow and failing, which is
when it can't bear more. gRPC allows one of the two for a method. Keep the one that the call needs: a hedge against a slow
tail, a retry against errors; a hedge that sends its next copy at once after an error is both.`,
		Before: `failsafe.With(retry, hedge).Get(op)`,
		After:  `failsafe.With(hedge).Get(op)`,
		Since:  "0.1",
	},
	Fix:       "None: which of the two the call needs is a decision.",
	Limits:    "Hedges are failsafe-go's, and the runtime's Hedge inside a loop that retries. gRPC service configs with both are reported by retryloop/service-config.",
	Source:    "failsafe-go v0.9.8, hedgepolicy/hedgeexecutor.go: each copy runs all that is inside; gRFC A6: a method has a retry policy or a hedging policy",
	Lifecycle: rule.Stable,
})

// hedgeMessage says what a hedge and a retry around each other lead to.
func hedgeMessage(outer, inner *layer) string {
	a, b := outer.policy[knowledge.Attempts], inner.policy[knowledge.Attempts]
	product := "the copies of each attempt add up"
	if a.Kind == retrypolicy.Number && b.Kind == retrypolicy.Number {
		product = fmt.Sprintf("%.0f × %.0f = %.0f calls go out", a.Number, b.Number, a.Number*b.Number)
	}
	return fmt.Sprintf("the %s is around the %s: when the dependency is slow and failing, %s for one. Keep the one of the two that the call needs", outer.makes, inner.makes, product)
}

// hedgeInLoop reports a loop that retries a hedged call.
func (b *breakers) hedgeInLoop(r *loops.Retry) {
	call := b.hedgeIn(r.Op, 0)
	if call == nil {
		return
	}
	d := b.at(call)
	times := "more than once"
	if r.Attempts > 0 {
		times = fmt.Sprintf("up to %d times", r.Attempts)
	}
	d.Message = fmt.Sprintf("this call is hedged, and a loop around it retries it %s: when the dependency is slow and failing, the copies of each attempt add up. Keep the one of the two that the call needs", times)
	b.report(hedgeWithRetry, d)
}

// hedgeIn is the call of a hedge that a call leads to, in this package; or nil.
func (b *breakers) hedgeIn(call *ssa.Call, depth int) *ssa.Call {
	obj := deadline.Called(&call.Call)
	if obj != nil && obj.Pkg() != nil && isHedge(obj.Pkg().Path(), obj.Name()) {
		return call
	}
	if obj == nil {
	} else if claim := knowledge.Retries(obj); claim != nil && claim.Kind == knowledge.Execute {
		recv, _ := deadline.Arguments(&call.Call)
		for _, l := range b.layersOf(recv, call) {
			if l.makes == "hedge" {
				return call
			}
		}
	}
	fn := bodyOf(call.Call.Value)
	if fn == nil || depth > 2 {
		return nil
	}
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			if inner, ok := instr.(*ssa.Call); ok {
				if found := b.hedgeIn(inner, depth+1); found != nil {
					return found
				}
			}
		}
	}
	return nil
}

// isHedge reports whether a function is the runtime's Hedge.
func isHedge(path, name string) bool {
	return path == "github.com/reslint/reslint/resilience" && name == "Hedge"
}
