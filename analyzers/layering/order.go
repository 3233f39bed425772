package layering

import (
	"fmt"
	"go/ast"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/edit"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/source"
)

var policyOrder = rule.Define(rule.Rule{
	ID: "layering/policy-order",
	Doc: lint.RawDocumentation{
		Title: "policies around each other in an order in which one of them does nothing",
		Text: `A policy judges what comes out of those inside it. A breaker around a retry sees one failure where all attempts
failed. A fallback that answers inside a retry or a breaker makes a success of every failure, so that nothing is repeated and
the breaker never opens. A timeout around a shorter one is the deadline of the whole; around a longer one it ends the call
before the inner one could end an attempt. From the outside in, the usual order is: fallback, timeout of the whole, retry,
breaker, timeout of one attempt.`,
		Before: `failsafe.With(breaker, retry).Get(op)`,
		After:  `failsafe.With(retry, breaker).Get(op)`,
		Since:  "0.1",
	},
	Fix: "Exchanges a breaker and the retry beside it, if the retry is told to end at the error of the open breaker, or to repeat only certain others. Otherwise none: it would go on when the breaker is open.",
	Limits: `The policies have to be made in the package, or be kept in a field or variable that it sets once. The fallbacks are
those with a constant result that handle every error. The runtime's own order is fixed.`,
	Source:    "failsafe-go v0.9.8, executor.go, With: the first policy is the outermost; retrypolicy/retryexecutor.go, timeout/timeoutexecutor.go, fallback/fallbackexecutor.go",
	Lifecycle: rule.Stable,
})

// A layer is one of the policies around an operation.
type layer struct {
	// makes is its kind, or empty where it is not known.
	makes  string
	policy retrypolicy.Policy
	// by is what makes it.
	by retrypolicy.By
	// value is the policy as it is handed to the executor.
	value ssa.Value
}

// layersOf are the policies of an executor, from the outside in. One that is not known
// is there, too, unless all that is known is that there are some.
func (b *breakers) layersOf(executor ssa.Value, at ssa.Instruction) []layer {
	p := b.eval.Value(executor, at)
	made := p[knowledge.Made]
	call, ok := made.By.At.(ssa.CallInstruction)
	if made.Kind != retrypolicy.Given || !ok || made.By.Claim.Policy.Breaker.Makes != "executor" {
		return nil
	}
	return b.nested(call, made.By.Claim)
}

// nested are the policies that a call puts around each other, from the outside in.
func (b *breakers) nested(call ssa.CallInstruction, claim *knowledge.Claim) (list []layer) {
	for _, src := range claim.Policy.Breaker.Nests {
		switch src.From {
		case "recv":
			recv, _ := deadline.Arguments(call.Common())
			list = append(list, b.layersOf(recv, call)...)
		case "options":
			values, _ := b.eval.Options(call.Common())
			for _, v := range values {
				list = append(list, b.layer(v, call))
			}
		default:
			list = append(list, b.layer(deadline.Argument(call.Common(), src), call))
		}
	}
	return list
}

func (b *breakers) layer(v ssa.Value, at ssa.Instruction) layer {
	l := layer{value: v}
	if v == nil {
		return l
	}
	l.policy = b.eval.Value(v, at)
	if made := l.policy[knowledge.Made]; made.Kind == retrypolicy.Given && made.By.Claim.Policy.Breaker != nil {
		if _, ok := made.By.At.(ssa.CallInstruction); ok {
			l.makes, l.by = made.By.Claim.Policy.Breaker.Makes, made.By
		}
	}
	return l
}

// judgeOrder judges the policies that a call puts around each other. What its receiver
// has around each other was judged where that was made.
func (b *breakers) judgeOrder(call ssa.CallInstruction, claim *knowledge.Claim) {
	list := b.nested(call, claim)
	from := 1
	if claim.Policy.Breaker.Nests[0].From == "recv" {
		if len(claim.Policy.Breaker.Nests) == 1 {
			return
		}
		from = len(list) - 1
	}
	for in := max(from, 1); in < len(list); in++ {
		for out := in - 1; out >= 0; out-- {
			b.judgePair(call, list, out, in)
		}
	}
}

// judgePair judges a policy that is around another.
func (b *breakers) judgePair(call ssa.CallInstruction, list []layer, out, in int) {
	outer, inner := &list[out], &list[in]
	d := b.at(call)
	which := policyOrder
	switch {
	case outer.makes == "breaker" && inner.makes == "retry":
		if n := inner.policy[knowledge.Attempts]; n.Kind == retrypolicy.Number && n.Number <= 1 {
			return
		}
		d.Message = fmt.Sprintf("the breaker is around the retry: it records a single failure where %s failed, and opens that many times later. Put the retry first", calls(inner))
		d.SuggestedFixes = b.exchange(call, list, out, in)
	case (outer.makes == "retry" || outer.makes == "breaker") && inner.makes == "fallback" && answersAll(inner):
		loses := "nothing is ever repeated"
		if outer.makes == "breaker" {
			loses = "the breaker never opens"
		}
		d.Message = fmt.Sprintf("the fallback is inside the %s, and its answer is no failure: %s. Put the fallback first", outer.makes, loses)
	case outer.makes == "timeout" && inner.makes == "timeout":
		whole, one := outer.policy[knowledge.Limit], inner.policy[knowledge.Limit]
		if whole.Kind != retrypolicy.Number || one.Kind != retrypolicy.Number || whole.Number <= 0 || one.Number < whole.Number {
			return
		}
		d.Message = fmt.Sprintf("the timeout of %s is inside one of %s, so that it never ends anything%s. Put the longer one first",
			retrypolicy.Format(time.Duration(one.Number)), retrypolicy.Format(time.Duration(whole.Number)), between(list[out+1:in]))
	case outer.makes == "hedge" && inner.makes == "retry" || outer.makes == "retry" && inner.makes == "hedge":
		which = hedgeWithRetry
		d.Message = hedgeMessage(outer, inner)
	case outer.makes == "retry" && inner.makes == "breaker":
		b.retriesLayer(call, outer, inner)
		return
	default:
		return
	}
	b.report(which, d)
}

// between says what the inner timeout was meant for, if a retry stands between the two.
func between(list []layer) string {
	for _, l := range list {
		if l.makes == "retry" {
			return ": the first attempt may use up the time of all"
		}
	}
	return ""
}

// answersAll reports whether a fallback makes a success of every failure.
func answersAll(l *layer) bool {
	filter, ok := l.policy[knowledge.Filter]
	return l.policy[knowledge.Succeeds].Kind == retrypolicy.Given && ok && filter.Kind == retrypolicy.None
}

// calls says how many calls a retry makes.
func calls(l *layer) string {
	if n := l.policy[knowledge.Attempts]; n.Kind == retrypolicy.Number {
		return fmt.Sprintf("%.0f calls", n.Number)
	}
	return "all its attempts"
}

// retriesLayer reports a retry that goes on when the breaker inside it is open.
func (b *breakers) retriesLayer(call ssa.CallInstruction, retry, breaker *layer) {
	attempts, filter := retry.policy[knowledge.Attempts], retry.policy[knowledge.Filter]
	if filter.Kind != retrypolicy.None || attempts.Kind == retrypolicy.Number && attempts.Number <= 1 {
		return
	}
	wait := breaker.policy[knowledge.Wait]
	s, ok := retry.policy.Schedule()
	if !ok || s.Waits == 0 || wait.Kind != retrypolicy.Number || float64(s.Total()) >= wait.Number || s.Last() >= longWait {
		return
	}
	opened := breaker.by.Claim.Policy.Breaker.Open
	made := deadline.Called(breaker.by.At.(ssa.CallInstruction).Common())
	if len(opened) == 0 || made == nil {
		return
	}
	o := &opening{errors: []effects.Failure{*effects.Sentinel(made.Pkg().Path(), opened[0])}}
	d := b.at(call)
	d.Message = fmt.Sprintf("this retry goes on when the breaker inside it is open, which refuses every attempt for %s, longer than all its waits: let it end at %s",
		retrypolicy.Format(time.Duration(wait.Number)), o.name())
	if edits := b.abort(retry, made.Pkg().Path(), opened[0]); edits != nil {
		d.SuggestedFixes = []analysis.SuggestedFix{fix.New(b.pass, "Let the retry end when the breaker is open", edits...)}
	}
	b.report(retryWhenOpen, d)
}

// abort adds the error of the open breaker to those at which a retry ends, where it is
// built by a chain of calls.
func (b *breakers) abort(retry *layer, path, name string) []analysis.TextEdit {
	call, ok := retry.by.Node(b.pass.Files).(*ast.CallExpr)
	if !ok {
		return nil
	}
	build, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || build.Sel.Name != "Build" {
		return nil
	}
	chain, ok := build.X.(*ast.CallExpr)
	file := source.File(b.pass.Files, call.Pos())
	if !ok || file == nil {
		return nil
	}
	pkg, edits := fix.AddImport(b.pass, file, call.Pos(), path)
	if pkg == "" {
		return nil
	}
	return append(edits, edit.ReplaceWithString(edit.Range{chain.End(), chain.End()}, ".AbortOnErrors("+pkg+"."+name+")"))
}

func (b *breakers) hasComments(n ast.Node) bool {
	for _, group := range source.File(b.pass.Files, n.Pos()).Comments {
		if n.Pos() <= group.Pos() && group.End() <= n.End() {
			return true
		}
	}
	return false
}
