package fallback

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/source"
)

// ownDeadline gives a call that stands in for another one a deadline of its own.
func (f *finder) ownDeadline(call *ssa.Call) []analysis.SuggestedFix {
	cur, ok := f.cursor(call.Pos())
	if !ok {
		return nil
	}
	expr := cur.Node().(*ast.CallExpr)
	arg := fix.ContextArg(f.pass.TypesInfo, expr)
	stmt, list := statement(cur)
	if arg == nil || stmt == nil || fix.Outlives(f.pass.TypesInfo, expr) || f.derived[list] {
		return nil
	}
	name, cancel := fix.FreeName(f.pass.Pkg, expr.Pos(), "fallbackCtx"), fix.FreeName(f.pass.Pkg, expr.Pos(), "cancel", "cancelFallback")
	if name == "" || cancel == "" {
		return nil
	}
	f.derived[list] = true // a second one there would declare the same names
	derived := fix.Deadline{Pass: f.pass, File: source.File(f.pass.Files, expr.Pos()), Before: stmt, Arg: arg, Name: name, Cancel: cancel, For: f.rep.Settings.Timeout}
	edits, value := derived.Edits()
	return []analysis.SuggestedFix{fix.New(f.pass, "Give the fallback a deadline of its own, "+value, edits...)}
}

// statement is the statement around cur in the list that it stands in, if a statement
// in front of it runs exactly where it does, and not more than once in a function.
func statement(cur inspector.Cursor) (stmt ast.Stmt, list ast.Node) {
	for cur := range cur.Enclosing() {
		kind := cur.ParentEdgeKind()
		switch n := cur.Node().(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return stmt, list
		case *ast.ForStmt, *ast.RangeStmt, *ast.GoStmt, *ast.DeferStmt, *ast.CommClause, *ast.LabeledStmt:
			return nil, nil
		case *ast.CaseClause:
			if stmt == nil {
				return nil, nil // in front of it stands no statement
			}
		case ast.Stmt:
			if stmt == nil && kind == edge.IfStmt_Else {
				return nil, nil // in front of it is in front of the test
			}
			if stmt == nil && (kind == edge.BlockStmt_List || kind == edge.CaseClause_Body) {
				stmt, list = n, cur.Parent().Node()
			}
		}
	}
	return nil, nil
}
