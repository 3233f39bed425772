package layering

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/layers"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/rule"
)

var retryInsideBreaker = rule.Define(rule.Rule{
	ID: "layering/retry-inside-breaker",
	Doc: lint.RawDocumentation{
		Title: "a circuit breaker around a retry",
		Text: `A breaker around the retries sees one failure where several calls failed, and a success where the first
two attempts failed and the third did not. So it opens as many times later as there are attempts, and until then the dependency
gets all of them. In its half-open state, the one trial call that it lets through is repeated, too. Put the retry outside and
the breaker around each attempt, and let the retry end when the breaker is open.`,
		Before: `return cb.Execute(func() (int, error) {
	return retry.DoWithData(func() (int, error) { return c.fetch(ctx) })
})`,
		After: `return retry.DoWithData(func() (int, error) {
	return cb.Execute(func() (int, error) { return c.fetch(ctx) })
}, retry.RetryIf(func(err error) bool { return !errors.Is(err, gobreaker.ErrOpenState) }))`,
		Since: "0.1",
	},
	Fix: "Turns the two round where a function literal does nothing but retry another, if the retry is told to end at the error of the open breaker already. Otherwise none: the one without the other leads to layering/retry-when-open.",
	Limits: `The operation of the breaker has to be a function of the package, or a literal. Retries of clients by themselves
(SDKs, gRPC service configs) are not looked for here. Policies that failsafe-go nests are reported by layering/policy-order. An interface
stands for a breaker if a package puts one behind it, and nothing else but what calls the operation as it is; where that is another package than
the one that retries, the finding stands where the breaker becomes the interface.`,
	Source:    "resilience/policy.go, Policy; sony/gobreaker v2.4.0, gobreaker.go, Execute: one outcome for each call",
	Lifecycle: rule.Stable,
})

// A retried is a retry that a function makes.
type retried struct {
	// attempts is how many there are at most, or 0 if that is not known.
	attempts int
	pos      token.Pos
}

// guardsRetries reports where the package puts a breaker behind an interface that another
// package hands operations with retries to.
func guardsRetries(rep *rule.Reporter, guarded []*effects.Guarding) {
	reported := make(map[token.Pos]bool)
	for _, g := range guarded {
		if reported[g.Pos] {
			continue // it has several such methods
		}
		reported[g.Pos] = true
		rep.Report(retryInsideBreaker, analysis.Diagnostic{Pos: g.Pos,
			Message: fmt.Sprintf("this puts a breaker around a retry: %s is given %s (%s), and %s records a single failure where %s failed. Put the retry outside, and the breaker around each attempt",
				shortMethod(g.Op.Method), g.Op.Retry.Name, short(g.Op.Retry.Place), nameOf(g.Breaker), failedCalls(g.Op.Retry.Attempts))})
	}
}

// failedCalls says how many calls a retry makes.
func failedCalls(attempts int) string {
	if attempts > 0 {
		return fmt.Sprintf("%d calls", attempts)
	}
	return "all its attempts"
}

// shortMethod is the full name of a method without the way to its package.
func shortMethod(name string) string {
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		return "(" + name[i+1:]
	}
	return name
}

// retryInside reports a breaker around an operation that retries.
func (b *breakers) retryInside(g *guard) {
	if g.op == nil {
		return
	}
	if passed := b.param(g.op); passed {
		return // what it is given is looked at where it is given
	}
	fn := bodyOf(g.op)
	if fn == nil {
		return
	}
	r := b.retryIn(fn, 0, make(map[*ssa.Function]bool))
	if r == nil {
		return
	}
	d := b.at(g.call)
	records := "however many calls the retry inside has made"
	if r.attempts > 0 {
		records = fmt.Sprintf("where %d calls failed", r.attempts)
	}
	d.Message = fmt.Sprintf("the breaker is around a retry: it records a single failure %s, and so opens that many times later. Put the retry outside, and %s around each attempt", records, g.name())
	if r.pos.IsValid() {
		d.Related = []analysis.RelatedInformation{{Pos: r.pos, Message: "it is retried here"}}
	}
	d.SuggestedFixes = b.turnRound(g, fn)
	b.report(retryInsideBreaker, d)
}

// param reports whether a function value is a parameter.
func (b *breakers) param(v ssa.Value) bool {
	_, ok := v.(*ssa.Parameter)
	return ok
}

// retryIn is the first retry that a function makes, or one of the package that it calls
// and waits for; or nil.
func (b *breakers) retryIn(fn *ssa.Function, depth int, seen map[*ssa.Function]bool) *retried {
	if depth > 3 || seen[fn] {
		return nil
	}
	seen[fn] = true
	for _, r := range loops.Retries(fn, b.conducts) {
		attempts := r.Attempts
		if policy, claim := b.eval.Ranged(r.Over()); claim != nil {
			attempts = int(policy[knowledge.Attempts].Number)
		}
		if attempts != 1 && !r.Reconnects && !r.Resumes {
			return &retried{attempts, r.Op.Pos()}
		}
	}
	for _, lit := range fn.AnonFuncs {
		if loops.Iteration(lit) == nil {
			continue
		}
		if r := b.retryIn(lit, depth, seen); r != nil {
			return r
		}
	}
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if r := b.retriesBy(call); r != nil {
				return r
			}
			callee := deadline.Callee(&call.Call)
			if callee == nil || callee.Blocks == nil || b.conducts.Guards(deadline.Called(&call.Call)) != nil {
				continue // a breaker of its own sees each attempt, perhaps
			}
			if r := b.retryIn(callee, depth+1, seen); r != nil {
				return &retried{r.attempts, call.Pos()}
			}
		}
	}
	return nil
}

// retriesBy is the retry that a call of a library, or of a function that repeats what it
// is given, makes; or nil.
func (b *breakers) retriesBy(call *ssa.Call) *retried {
	callee := deadline.Called(&call.Call)
	if callee == nil {
		return nil
	}
	if claim := knowledge.Retries(callee); claim != nil {
		if claim.Kind != knowledge.Retry || claim.Policy.Op < 0 || claim.Policy.Repeats == "false" || !b.mayLeave(argument(&call.Call, claim.Policy.Op)) {
			return nil
		}
		attempts := b.eval.Call(call, claim)[knowledge.Attempts]
		switch {
		case attempts.Kind != retrypolicy.Number:
			return &retried{0, call.Pos()}
		case attempts.Number > 1:
			return &retried{int(attempts.Number), call.Pos()}
		}
		return nil
	}
	r := b.conducts.Repeats(callee)
	if r == nil {
		return b.layered(call, callee)
	}
	attempts := r.AttemptsOf(&call.Call)
	if attempts == 1 || r.Later || r.Param >= 0 && !b.mayLeave(r.Given(&call.Call)) {
		return nil
	}
	return &retried{attempts, call.Pos()}
}

// layered is the retry that a function of another package runs through, as its fact says; or
// nil. What a client does by itself is not looked for.
func (b *breakers) layered(call *ssa.Call, callee *types.Func) *retried {
	if callee.Pkg() == b.pass.Pkg || b.conducts.Guards(callee) != nil {
		return nil
	}
	for _, r := range b.conducts.Of(callee).Layers {
		if len(r.Layers) > 0 && (r.Layers[0].Kind == layers.Loop || r.Layers[0].Kind == layers.Library) {
			return &retried{max(0, r.Layers[0].Attempts), call.Pos()}
		}
	}
	return nil
}

// mayLeave reports whether an operation may reach another machine: it is known to, or
// can't be seen.
func (b *breakers) mayLeave(op ssa.Value) bool {
	fn := bodyOf(op)
	if fn == nil {
		return op != nil
	}
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if _, remote := b.conducts.Remote(&call.Call); remote || b.conducts.Asks(&call.Call) {
				return true
			}
			if deadline.Called(&call.Call) == nil {
				if _, builtin := call.Call.Value.(*ssa.Builtin); !builtin {
					return true // through a function value
				}
			}
		}
	}
	return false
}
