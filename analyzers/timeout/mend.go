package timeout

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/source"
)

// mend offers the edit that a reviewer would merge for a call that nothing
// ends: the timeout of what it is made with, if that is made here, or the form
// with a timeout, or a context with a deadline.
func (c *calls) mend(call *effects.Call) []analysis.SuggestedFix {
	if made := client(call).made; made != nil {
		if fixes := c.setBound(made); fixes != nil {
			return fixes
		}
	}
	if fixes := c.dialWithTimeout(call); fixes != nil {
		return fixes
	}
	if len(call.Requests) == 0 {
		return nil // a deadline would not be heeded
	}
	return c.withTimeout(call)
}

// setBound sets the first bounding field of a literal that is made here, where
// that is a duration: the Timeout of a net.Dialer.
func (c *calls) setBound(made ssa.Value) []analysis.SuggestedFix {
	claim := knowledge.Type(made.Type())
	if claim == nil || len(claim.Fields) == 0 {
		return nil
	}
	name := claim.Fields[0].Name
	field, _, _ := types.LookupFieldOrMethod(made.Type(), true, c.pass.Pkg, name)
	if field == nil || !isNamed(field.Type(), "time", "Duration") {
		return nil
	}
	node := c.node(made.Pos())
	if node == nil {
		return nil // a field by value, which is made with the struct around it
	}
	f := source.File(c.pass.Files, node.Pos())
	time, edits := fix.AddImport(c.pass, f, node.Pos(), "time")
	value := fix.Duration(c.rep.Settings.Timeout, time)
	set := fix.Initialize(c.pass.Fset, f, node, fix.Field{Name: name, Value: value})
	if set == nil {
		return nil
	}
	return []analysis.SuggestedFix{fix.New(c.pass, "Set "+name+" to "+value, append(edits, set...)...)}
}

// dialWithTimeout turns net.Dial into net.DialTimeout, and tls.Dial into
// tls.DialWithDialer.
func (c *calls) dialWithTimeout(call *effects.Call) []analysis.SuggestedFix {
	expr, ok := c.node(call.Instr.Pos()).(*ast.CallExpr)
	if !ok || call.Callee == nil || call.Callee.Pkg() == nil || expr.Ellipsis.IsValid() {
		return nil
	}
	sel, ok := ast.Unparen(expr.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	f := source.File(c.pass.Files, expr.Pos())
	time, edits := fix.AddImport(c.pass, f, expr.Pos(), "time")
	value := fix.Duration(c.rep.Settings.Timeout, time)
	switch call.Callee.FullName() {
	case "net.Dial":
		edits = append(edits,
			edit.ReplaceWithString(sel.Sel, "DialTimeout"),
			edit.ReplaceWithString(edit.Range{expr.Args[1].End(), expr.Args[1].End()}, ", "+value))
	case "crypto/tls.Dial":
		net, more := fix.AddImport(c.pass, f, expr.Pos(), "net")
		edits = append(append(edits, more...),
			edit.ReplaceWithString(sel.Sel, "DialWithDialer"),
			edit.ReplaceWithString(edit.Range{expr.Args[0].Pos(), expr.Args[0].Pos()}, "&"+net+".Dialer{Timeout: "+value+"}, "))
	default:
		return nil
	}
	return []analysis.SuggestedFix{fix.New(c.pass, "Give up after "+value, edits...)}
}
