package timeout

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/source"
)

// maxSeconds is the number up to which a plain number is taken for seconds:
// people write 100 for a tenth of a second, and 120 for two minutes.
const maxSeconds = 120

// fixConstant multiplies the constant e, whose value is n, by the unit; without
// one, by the likely unit, with the other as an alternative.
func (d *durations) fixConstant(e ast.Expr, n int64, u *unit) []analysis.SuggestedFix {
	units := []*unit{seconds, milliseconds}
	switch {
	case u != nil:
		units = []*unit{u}
	case n > maxSeconds:
		units = []*unit{milliseconds, seconds}
	}
	var fixes []analysis.SuggestedFix
	for _, u := range units {
		fixes = append(fixes, d.multiply(e, u))
	}
	return fixes
}

// fixConversion multiplies time.Duration(x) by the unit of x. A float keeps its
// fraction.
func (d *durations) fixConversion(call *ast.CallExpr, u *unit) []analysis.SuggestedFix {
	arg := call.Args[0]
	basic := types.Unalias(d.pass.TypesInfo.TypeOf(arg)).(*types.Basic)
	if basic.Info()&types.IsFloat == 0 {
		return []analysis.SuggestedFix{d.multiply(call, u)}
	}
	timeName, edits := fix.AddImport(d.pass, source.File(d.pass.Files, call.Pos()), call.Pos(), "time")
	factor := " * " + basic.Name() + "(" + u.expr(timeName) + ")"
	before, after := "", factor
	if _, ok := arg.(*ast.BinaryExpr); ok {
		before, after = "(", ")"+factor
	}
	edits = append(edits, insertion(arg.Pos(), before)...)
	edits = append(edits, insertion(arg.End(), after)...)
	return []analysis.SuggestedFix{fix.New(d.pass, "Count in "+u.plural, edits...)}
}

// multiply multiplies e by a unit.
func (d *durations) multiply(e ast.Expr, u *unit) analysis.SuggestedFix {
	timeName, edits := fix.AddImport(d.pass, source.File(d.pass.Files, e.Pos()), e.Pos(), "time")
	factor := " * " + u.expr(timeName)
	switch number := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		if e == number && number.Op != token.MUL {
			edits = append(edits, insertion(e.Pos(), "(")...)
			factor = ")" + factor
		}
	case *ast.CallExpr:
		// time.Duration(30) needs no conversion any more.
		if lit, ok := number.Args[0].(*ast.BasicLit); ok {
			edits = append(edits, edit.ReplaceWithString(e, lit.Value+factor))
			return fix.New(d.pass, "Count in "+u.plural, edits...)
		}
	}
	return fix.New(d.pass, "Count in "+u.plural, append(edits, insertion(e.End(), factor)...)...)
}

func (d *durations) fixProduct(mul *ast.BinaryExpr, has ast.Expr) []analysis.SuggestedFix {
	before := edit.Range{mul.Pos(), has.Pos()}
	after := edit.Range{has.End(), mul.End()}
	var edits []analysis.TextEdit
	for _, r := range []edit.Range{before, after} {
		if r[0] != r[1] {
			edits = append(edits, edit.Delete(r))
		}
	}
	return []analysis.SuggestedFix{fix.New(d.pass, "Leave the unit away", edits...)}
}

func insertion(at token.Pos, text string) []analysis.TextEdit {
	if text == "" {
		return nil
	}
	return []analysis.TextEdit{edit.ReplaceWithString(edit.Range{at, at}, text)}
}

// subject is how a message names the number at c: with what takes it, where
// that is short.
func (d *durations) subject(c inspector.Cursor) string {
	text := d.text(c.Node().(ast.Expr))
	parent := c.Parent().Node()
	switch c.ParentEdgeKind() {
	case edge.KeyValueExpr_Value:
		return d.text(parent.(*ast.KeyValueExpr).Key) + ": " + text
	case edge.ReturnStmt_Results:
		return "return " + text
	case edge.CallExpr_Args:
		if call := d.text(parent.(*ast.CallExpr)); len(call) <= 60 {
			return text + " in " + call
		}
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		if comparison := d.text(parent.(*ast.BinaryExpr)); len(comparison) <= 60 {
			return text + " in " + comparison
		}
	}
	return text
}

func (d *durations) text(e ast.Expr) string { return types.ExprString(e) }

func (d *durations) callee(call *ast.CallExpr) string {
	if fn, ok := typeutil.Callee(d.pass.TypesInfo, call).(*types.Func); ok {
		return fn.FullName()
	}
	return ""
}
