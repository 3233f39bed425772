package timeout

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/fix"
)

// reportContextForms reports calls of database methods that take no context,
// in functions that were given one and could have passed it to the form that
// does, and returns them.
func (c *calls) reportContextForms() map[ssa.Instruction]bool {
	seen := make(map[ssa.Instruction]bool)
	for _, call := range c.info.Calls {
		if !call.OnWire || len(call.Requests) > 0 || ruleOf(call) != database || !call.Unset || seen[call.Instr] {
			continue
		}
		if _, sync := call.Instr.(*ssa.Call); !sync {
			continue // a deferred call is a cleanup
		}
		form := contextForm(call.Callee)
		given := c.givenTo(call.Instr.Parent(), call.Instr.Pos(), call.Instr)
		if form == nil || given == nil {
			continue
		}
		seen[call.Instr] = true
		c.reportForm(call, form, contextOf(given))
	}
	return seen
}

// reportUnset reports, for teams that want it written down, the other calls of
// which nothing shows that their handle has a timeout, and that take no context.
func (c *calls) reportUnset(reported map[ssa.Instruction]bool) {
	for _, call := range c.info.Calls {
		if !call.OnWire || !call.Unset || reported[call.Instr] || call.Total.Kind == deadline.Unbounded {
			continue
		}
		d := analysis.Diagnostic{
			Message: last(call.Via) + " takes no context, and nothing here proves that what it is called on has a timeout",
		}
		d.Pos, d.End = c.span(call.Instr.Pos())
		c.once(ruleOf(call), d)
	}
}

// contextForm is the method beside fn that takes a context first and then what
// fn takes: QueryContext for Query.
func contextForm(fn *types.Func) *types.Func {
	sig := fn.Signature()
	if sig.Recv() == nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(sig.Recv().Type(), true, fn.Pkg(), fn.Name()+"Context")
	form, ok := obj.(*types.Func)
	if !ok || form.Signature().Params().Len() != sig.Params().Len()+1 ||
		!isNamed(form.Signature().Params().At(0).Type(), "context", "Context") {
		return nil
	}
	for i := range sig.Params().Len() {
		if !types.Identical(sig.Params().At(i).Type(), form.Signature().Params().At(i+1).Type()) {
			return nil
		}
	}
	return form
}

func (c *calls) reportForm(call *effects.Call, form *types.Func, ctx string) {
	d := analysis.Diagnostic{
		Message: last(call.Via) + " takes no context, so it goes on after " + ctx + " has ended: call " + form.Name() + " and pass " + ctx,
	}
	d.Pos, d.End = c.span(call.Instr.Pos())
	if expr, ok := c.node(call.Instr.Pos()).(*ast.CallExpr); ok {
		if sel, ok := ast.Unparen(expr.Fun).(*ast.SelectorExpr); ok {
			arg := ctx
			if len(expr.Args) > 0 {
				arg += ", "
			}
			at := expr.Lparen + 1
			d.SuggestedFixes = []analysis.SuggestedFix{fix.New(c.pass, "Call "+form.Name(),
				edit.ReplaceWithString(sel.Sel, form.Name()),
				edit.ReplaceWithString(edit.Range{at, at}, arg))}
		}
	}
	c.once(database, d)
}

// contextOf is the expression for the context that a parameter is or carries.
func contextOf(given *ssa.Parameter) string {
	if isNamed(given.Type(), "context", "Context") {
		return given.Name()
	}
	return given.Name() + ".Context()"
}
