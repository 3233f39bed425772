package timeout

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/source"
)

// withTimeout gives the context of a call a deadline: it derives one in front
// of the statement and cancels it when the function returns. It is offered
// where that is certain to be the right scope: the callee itself is the one that
// sends the request, the statement runs once, and nothing that the call returns
// is read later.
func (c *calls) withTimeout(call *effects.Call) []analysis.SuggestedFix {
	if call.Lives || strings.Count(call.Via, effects.Arrow) > 1 {
		return nil // what lies between is, or may be, meant to run for long
	}
	cur, ok := c.cursor(call.Instr.Pos())
	if !ok {
		return nil
	}
	expr, ok := cur.Node().(*ast.CallExpr)
	if !ok || fix.Outlives(c.pass.TypesInfo, expr) && !isReadAtOnce(cur) {
		return nil
	}
	arg := fix.ContextArg(c.pass.TypesInfo, expr)
	stmt := statement(cur)
	if arg == nil || stmt == nil || c.derived[stmt.block] {
		return nil
	}
	c.derived[stmt.block] = true // a second one there would declare the same names
	name, cancel := fix.FreeName(c.pass.Pkg, expr.Pos(), "ctx", "callCtx"), fix.FreeName(c.pass.Pkg, expr.Pos(), "cancel", "cancelCall")
	if name == "" || cancel == "" {
		return nil
	}
	derived := fix.Deadline{Pass: c.pass, File: source.File(c.pass.Files, expr.Pos()), Before: stmt.Stmt, Arg: arg, Name: name, Cancel: cancel, For: c.rep.Settings.Timeout}
	edits, value := derived.Edits()
	return []analysis.SuggestedFix{fix.New(c.pass, "Give the call a deadline of "+value, edits...)}
}

// A bodyStmt is a statement that stands directly in the body of a function.
type bodyStmt struct {
	ast.Stmt
	block ast.Node
}

// statement is the statement around cur, if it stands directly in the body of a
// function that can be left only by returning from it.
func statement(cur inspector.Cursor) *bodyStmt {
	for cur := range cur.Enclosing() {
		stmt, ok := cur.Node().(ast.Stmt)
		if !ok {
			continue
		}
		switch stmt.(type) {
		case *ast.GoStmt, *ast.DeferStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SelectStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt:
			return nil
		}
		if cur.ParentEdgeKind() != edge.BlockStmt_List {
			continue
		}
		switch cur.Parent().Parent().Node().(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return &bodyStmt{stmt, cur.Parent().Node()}
		}
		return nil
	}
	return nil
}

// isReadAtOnce reports whether a method of the result is called where it stands
// and leaves nothing to read: db.QueryRowContext(ctx, q).Scan(&v).
func isReadAtOnce(call inspector.Cursor) bool {
	if call.ParentEdgeKind() != edge.SelectorExpr_X || call.Parent().ParentEdgeKind() != edge.CallExpr_Fun {
		return false
	}
	switch call.Parent().Node().(*ast.SelectorExpr).Sel.Name {
	case "Scan", "Decode", "Err":
		return true
	}
	return false
}
