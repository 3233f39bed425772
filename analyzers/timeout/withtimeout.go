package timeout

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/fix"
)

// withTimeout gives the context of a call a deadline: it derives one in front
// of the statement and cancels it when the function returns. It is offered
// where that is certain to be the right scope: the callee itself is the one that
// sends the request, the statement runs once, and nothing that the call returns
// is read later.
func (c *calls) withTimeout(call *effects.Call) []analysis.SuggestedFix {
	if strings.Count(call.Via, effects.Arrow) > 1 {
		return nil // what lies between may be meant to run for long
	}
	cur, ok := c.cursor(call.Instr.Pos())
	if !ok {
		return nil
	}
	expr, ok := cur.Node().(*ast.CallExpr)
	if !ok || c.outlives(expr) && !isReadAtOnce(cur) {
		return nil
	}
	arg := c.contextArg(expr)
	stmt := statement(cur)
	if arg == nil || stmt == nil || c.derived[stmt.block] {
		return nil
	}
	c.derived[stmt.block] = true // a second one there would declare the same names
	f := fileOf(c.pass, expr.Pos())
	name, cancel := c.free(expr.Pos(), "ctx", "callCtx"), c.free(expr.Pos(), "cancel", "cancelCall")
	if name == "" || cancel == "" {
		return nil
	}
	ctx, edits := fix.AddImport(c.pass, f, expr.Pos(), "context")
	time, more := fix.AddImport(c.pass, f, expr.Pos(), "time")
	value := fix.Duration(c.rep.Settings.Timeout, time)
	indent := strings.Repeat("\t", c.pass.Fset.Position(stmt.Pos()).Column-1)
	text := name + ", " + cancel + " := " + ctx + ".WithTimeout(" + types.ExprString(arg) + ", " + value + ")\n" +
		indent + "defer " + cancel + "()\n" + indent
	edits = append(append(edits, more...),
		edit.ReplaceWithString(edit.Range{stmt.Pos(), stmt.Pos()}, text),
		edit.ReplaceWithString(arg, name))
	return []analysis.SuggestedFix{fix.New(c.pass, "Give the call a deadline of "+value, edits...)}
}

// contextArg is the context that is passed to a call, if it is simple enough to
// be moved.
func (c *calls) contextArg(call *ast.CallExpr) ast.Expr {
	for _, arg := range call.Args {
		if !isNamed(c.pass.TypesInfo.TypeOf(arg), "context", "Context") {
			continue
		}
		switch arg := ast.Unparen(arg).(type) {
		case *ast.Ident, *ast.SelectorExpr:
			return arg
		case *ast.CallExpr:
			if len(arg.Args) == 0 {
				return arg
			}
		}
		return nil
	}
	return nil
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

// outlives reports whether something that a call returns may be read after the
// function that calls it has returned: a response, a stream, rows.
func (c *calls) outlives(call *ast.CallExpr) bool {
	results, ok := c.pass.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok {
		return true
	}
	for v := range results.Results().Variables() {
		if !isPlain(v.Type()) {
			return true
		}
	}
	return false
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

// isPlain reports whether a value of type t is complete when it is returned.
func isPlain(t types.Type) bool {
	if types.Identical(t, types.Universe.Lookup("error").Type()) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Slice:
		return isPlain(u.Elem())
	case *types.Map:
		return isPlain(u.Elem())
	}
	for _, name := range []string{"Close", "Read", "Next", "Recv", "Body", "Scan", "Decode", "Commit"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name); obj != nil {
			return false
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return true
	case *types.Pointer:
		_, ok := u.Elem().Underlying().(*types.Struct)
		return ok
	}
	return false
}

// free is the first of the names that is declared nowhere around pos, be it
// further down.
func (c *calls) free(pos token.Pos, names ...string) string {
	for _, name := range names {
		taken := false
		for scope := c.pass.Pkg.Scope().Innermost(pos); scope != nil; scope = scope.Parent() {
			taken = taken || scope.Lookup(name) != nil
		}
		if !taken {
			return name
		}
	}
	return ""
}
