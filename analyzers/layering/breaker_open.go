package layering

import (
	"fmt"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/rule"
)

var retryWhenOpen = rule.Define(rule.Rule{
	ID: "layering/retry-when-open",
	Doc: lint.RawDocumentation{
		Title: "an open breaker is asked again and again",
		Text: `An open breaker refuses every call until its timeout is over, which is usually far longer
than the waits of a retry. To try again in between costs the caller its time and the
attempts, and cannot succeed. The error that says so is final: return it at once, or
answer in another way. It is often an accident: the breaker's error is made by the same
function as those that may go away, and so counts as one.`,
		Before: `for i := range 3 {
	if err = c.fetch(ctx); err == nil { // through a breaker
		return nil
	}
	wait(ctx)
}`,
		After: `for i := range 3 {
	if err = c.fetch(ctx); err == nil || errors.Is(err, gobreaker.ErrOpenState) {
		return err
	}
	wait(ctx)
}`,
		Since: "0.1",
	},
	Fix: "Tells a failsafe-go retry to end at the error of the open breaker, where it is built beside it. Otherwise none: what the caller gets instead is a decision.",
	Limits: `The breakers are those of the libraries in the table and those of the program's own that it shows: a method that is given
an operation and refuses it because of how earlier ones ended. The retry is a loop, a call of a retry library that repeats any error,
or of a function that repeats what it is given. It has to be certain that the error of the open breaker leads to the next attempt. A
retry that waits for 10 seconds or more, or for as long as the breaker is open, may mean to wait for it.`,
	Source:    "sony/gobreaker v2.4.0: an open breaker refuses for 60 s unless it is told another time; eapache/go-resiliency v1.7.0: Run returns ErrBreakerOpen at once",
	Lifecycle: rule.Stable,
})

// longWait is from what wait on a retry may mean to wait for the breaker.
const longWait = 10 * time.Second

// An opening is what a call leads to when a breaker is open.
type opening struct {
	errors []effects.Failure
	// guard is the call through the breaker, if it stands in this package.
	guard *guard
}

// name is how a message calls the error of the open breaker.
func (o *opening) name() string {
	f := o.errors[0]
	if f.Var != "" {
		path, name, _ := cutLast(f.Var, ".")
		_, pkg, _ := cutLast(path, "/")
		if strings.HasPrefix(pkg, "v") && len(pkg) <= 3 { // a version
			path, _, _ = cutLast(path, "/")
			_, pkg, _ = cutLast(path, "/")
		}
		return strings.TrimPrefix(pkg, "go-") + "." + name
	}
	return "the breaker's own error"
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}

// loopWhenOpen reports a loop that goes on when the breaker of its operation is open.
func (b *breakers) loopWhenOpen(fn *ssa.Function, r *loops.Retry) {
	o := b.openOf(&r.Op.Call, r.Op, 0)
	if o == nil || b.conducts.KnowsOpen(fn) || r.LongestWait() >= longWait {
		return
	}
	for i := range o.errors {
		if !b.conducts.RepeatsFailure(r, &o.errors[i]) {
			return
		}
	}
	var total time.Duration
	for _, w := range r.Trace.Waits {
		total += w
	}
	if b.outlasts(o, total) {
		return
	}
	d := analysis.Diagnostic{Pos: r.Op.Pos()}
	if len(r.Waits) > 0 {
		d.Pos = r.Waits[0].Pos
	}
	d.Message = "this retry goes on when the breaker is open, which refuses every attempt until its time is over: leave the loop at " + o.name()
	b.report(retryWhenOpen, d)
}

// outlasts reports whether the waits of a retry are known to be as long as the breaker is
// open.
func (b *breakers) outlasts(o *opening, total time.Duration) bool {
	if o.guard == nil || total == 0 {
		return false
	}
	var wait retrypolicy.Value
	for _, l := range o.guard.layers {
		if l.makes == "breaker" {
			wait = l.policy[knowledge.Wait]
		}
	}
	if claim := o.guard.claim; claim != nil && claim.Kind == knowledge.Through {
		wait = b.eval.Call(o.guard.call, claim)[knowledge.Wait]
	}
	return wait.Kind == retrypolicy.Number && wait.Number > 0 && float64(total) >= wait.Number
}

// openOf is what a call leads to when a breaker is open, if it hands on the breaker's
// error; or nil.
func (b *breakers) openOf(call *ssa.CallCommon, at ssa.CallInstruction, depth int) *opening {
	if g := b.guardOf(at); g != nil {
		if len(g.open) == 0 {
			return nil
		}
		return &opening{g.open, g}
	}
	if depth > 2 {
		return nil
	}
	if closure, ok := call.Value.(*ssa.MakeClosure); ok {
		return b.openIn(closure.Fn.(*ssa.Function), depth+1)
	}
	return nil
}

// openIn is what a function leads to when the breaker that it calls through is open, if
// it returns the breaker's error and does not look at it.
func (b *breakers) openIn(fn *ssa.Function, depth int) *opening {
	if fn == nil || b.conducts.KnowsOpen(fn) || asksKind(fn) {
		return nil
	}
	for _, block := range fn.Blocks {
		ret, ok := block.Instrs[len(block.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		for _, from := range effects.ErrorsOf(ret.Results[len(ret.Results)-1]) {
			if o := b.openOf(&from.Call, from, depth); o != nil {
				return o
			}
		}
	}
	return nil
}

// asksKind reports whether a function asks of what kind an error is, or marks one as
// permanent: who knows what it makes of the breaker's.
func asksKind(fn *ssa.Function) bool {
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			switch instr := instr.(type) {
			case *ssa.TypeAssert:
				if loops.IsError(instr.X.Type()) {
					return true
				}
			case *ssa.Call:
				callee := deadline.Called(&instr.Call)
				if callee == nil {
					continue
				}
				if claim := knowledge.Func(callee); claim != nil && (claim.Kind == knowledge.Permanent || claim.Kind == knowledge.Transient) {
					return true
				}
				results := callee.Signature().Results()
				if results.Len() == 1 && types.Identical(results.At(0).Type(), types.Typ[types.Bool]) && takesError(&instr.Call) {
					return true
				}
			}
		}
	}
	return false
}

func takesError(call *ssa.CallCommon) bool {
	for _, arg := range call.Args {
		if loops.IsError(arg.Type()) {
			return true
		}
	}
	return false
}

// repeatsOpen reports a call of a retry library, or of a function that repeats what it is
// given, that goes on when the breaker of its operation is open.
func (b *breakers) repeatsOpen(at ssa.CallInstruction, callee *types.Func, claim *knowledge.Claim) {
	call, ok := at.(*ssa.Call)
	if !ok {
		return
	}
	if claim != nil {
		b.libraryWhenOpen(call, claim)
		return
	}
	r := b.conducts.Repeats(callee)
	if r == nil || r.Param < 0 || r.Wait >= longWait || r.Attempts == 1 {
		return
	}
	o := b.opOpen(r.Given(&call.Call))
	if o == nil {
		return
	}
	for i := range o.errors {
		if !r.Again.Repeats(&o.errors[i]) {
			return
		}
	}
	why := ""
	if f := o.errors[0]; f.Type != "" && !r.Again.All {
		_, name, _ := cutLast(f.Type, "/")
		why = fmt.Sprintf(": its error, a %s, counts as one that may go away", name)
	}
	b.reportOpen(call, o, fmt.Sprintf("%s repeats this call when the breaker is open, too, which refuses every attempt until its time is over%s. End the retry there", nameOf(callee), why))
}

// opOpen is what the operation of a retry leads to when its breaker is open, or nil.
func (b *breakers) opOpen(op ssa.Value) *opening {
	fn := bodyOf(op)
	if fn == nil {
		return nil
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		if g := b.conducts.Guards(obj); g != nil && g.Param < 0 {
			return &opening{errors: g.Open}
		}
	}
	return b.openIn(fn, 0)
}

// libraryWhenOpen judges a call of a retry library.
func (b *breakers) libraryWhenOpen(call *ssa.Call, claim *knowledge.Claim) {
	if claim.Kind != knowledge.Retry || claim.Policy.Op < 0 || claim.Policy.Repeats != "" {
		return
	}
	o := b.opOpen(argument(&call.Call, claim.Policy.Op))
	if o == nil {
		return
	}
	p := b.eval.Call(call, claim)
	attempts, filter, wait := p[knowledge.Attempts], p[knowledge.Filter], p[knowledge.Wait]
	if filter.Kind != retrypolicy.None || attempts.Kind == retrypolicy.Number && attempts.Number <= 1 || !b.shorter(p, o) {
		return
	}
	if wait.Kind != retrypolicy.Number {
		return
	}
	b.reportOpen(call, o, fmt.Sprintf("%s repeats this call when the breaker is open, too, which refuses every attempt until its time is over. End the retry at %s", nameOf(deadline.Called(&call.Call)), o.name()))
}

// shorter reports whether the waits of a retry are known to be short, and to end before
// the breaker closes.
func (b *breakers) shorter(p retrypolicy.Policy, o *opening) bool {
	wait := p[knowledge.Wait]
	if wait.Kind != retrypolicy.Number || wait.Number >= float64(longWait) {
		return false
	}
	s, ok := p.Schedule()
	return !ok || !b.outlasts(o, s.Total())
}

// reportOpen reports a retry at the call through the breaker, if that stands in the
// package, and at the call that retries if not.
func (b *breakers) reportOpen(call *ssa.Call, o *opening, message string) {
	d := b.at(call)
	if o.guard != nil {
		d = b.at(o.guard.call)
		retry := b.at(call)
		d.Related = []analysis.RelatedInformation{{Pos: retry.Pos, End: retry.End, Message: "it is retried here"}}
	}
	d.Message = message
	b.report(retryWhenOpen, d)
}
