package layering

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/retrypolicy"
)

// exchange exchanges a breaker and the retry that stands beside it among the arguments
// of a call, if the retry is known to end when the breaker is open. One that went on would
// use up its attempts on a breaker that refuses them all: the one fault in the place of the
// other.
func (b *breakers) exchange(call ssa.CallInstruction, list []layer, out, in int) []analysis.SuggestedFix {
	node, ok := (retrypolicy.By{At: call}).Node(b.pass.Files).(*ast.CallExpr)
	shift := 0
	if ok {
		shift = len(node.Args) - len(list)
	}
	if !ok || node.Ellipsis.IsValid() || shift < 0 || in != out+1 || !b.endsAtOpen(&list[in], &list[out]) {
		return nil
	}
	x, y := node.Args[out+shift], node.Args[in+shift]
	if b.hasComments(x) || b.hasComments(y) {
		return nil
	}
	return []analysis.SuggestedFix{fix.New(b.pass, "Put the retry outside the breaker",
		edit.ReplaceWithString(x, b.text(y)), edit.ReplaceWithString(y, b.text(x)))}
}

// endsAtOpen reports whether a retry is known to end at the error of an open breaker: it is
// told to, or repeats only errors of a list without it. What a function decides, or the list
// of another setter before the last, is not looked at.
func (b *breakers) endsAtOpen(retry, breaker *layer) bool {
	filter := retry.policy[knowledge.Filter]
	by, ok := filter.By.At.(*ssa.Call)
	made, isCall := breaker.by.At.(ssa.CallInstruction)
	if filter.Kind != retrypolicy.Given || !ok || !isCall {
		return false
	}
	open := deadline.Called(made.Common())
	setter := deadline.Called(&by.Call)
	errs, known := b.eval.Options(&by.Call)
	if open == nil || setter == nil || !known || len(breaker.by.Claim.Policy.Breaker.Open) == 0 {
		return false
	}
	refuses := isObject(open.Pkg().Scope().Lookup(breaker.by.Claim.Policy.Breaker.Open[0]))
	switch setter.Name() {
	case "AbortOnErrors":
		return slices.ContainsFunc(errs, refuses)
	case "HandleErrors":
		return len(errs) > 0 && !slices.ContainsFunc(errs, refuses) && !slices.ContainsFunc(errs, func(v ssa.Value) bool { return !isSentinel(v) })
	}
	return false
}

// isSentinel reports whether an error is that of a package-level variable.
func isSentinel(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	_, ok = load.X.(*ssa.Global)
	return ok
}
