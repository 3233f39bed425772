package fanout

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/spawns"
)

// libraryOf is the package of the method that starts a goroutine.
func (f *finder) libraryOf(s *spawns.Spawn) string {
	return deadline.Called(s.Instr.Common()).Pkg().Path()
}

// startedBy is the function literal that a statement starts, or nil:
//
//	go func() { … }()
//	wg.Go(func() { … })
func startedBy(stmt ast.Stmt, at token.Pos) *ast.FuncLit {
	var lit ast.Expr
	switch stmt := stmt.(type) {
	case *ast.GoStmt:
		lit = stmt.Call.Fun
	case *ast.ExprStmt:
		call, ok := stmt.X.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 {
			return nil
		}
		lit = call.Args[0]
	}
	found, ok := lit.(*ast.FuncLit)
	if !ok || found.Pos() != at {
		return nil
	}
	return found
}

// joins is the WaitGroup that a goroutine tells of its end, or nil.
func (f *finder) joins(stmt ast.Stmt, lit *ast.FuncLit) (group types.Object) {
	if call, ok := stmt.(*ast.ExprStmt); ok {
		return f.waitGroup(call.X, "Go")
	}
	for _, s := range lit.Body.List {
		if deferred, ok := s.(*ast.DeferStmt); ok && group == nil {
			group = f.waitGroup(deferred.Call, "Done")
		}
	}
	if last, ok := lit.Body.List[len(lit.Body.List)-1].(*ast.ExprStmt); ok && group == nil {
		group = f.waitGroup(last.X, "Done")
	}
	return group
}

// waitGroup is the variable of which a method of sync.WaitGroup is called, or nil.
func (f *finder) waitGroup(e ast.Expr, method string) types.Object {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return nil
	}
	fn, ok := typeutil.Callee(f.pass.TypesInfo, call).(*types.Func)
	if !ok || fn.FullName() != "(*sync.WaitGroup)."+method {
		return nil
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return nil
	}
	return f.pass.TypesInfo.Uses[id]
}

// outermostLoop is the outermost loop of a path that belongs to the same function, with
// its label, and the function.
func outermostLoop(path []ast.Node) (loop ast.Stmt, fn ast.Node) {
	for _, n := range path {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			loop = n.(ast.Stmt)
		case *ast.LabeledStmt:
			if n.Stmt == loop {
				loop = n
			}
		case *ast.FuncLit, *ast.FuncDecl:
			return loop, n
		}
	}
	return nil, nil
}

// isWaitedFor reports whether the function waits for the group behind the loop, itself,
// or in the loop: not in a goroutine of its own.
func (f *finder) isWaitedFor(group types.Object, loop ast.Stmt, fn ast.Node) (found bool) {
	var body *ast.BlockStmt
	switch fn := fn.(type) {
	case *ast.FuncLit:
		body = fn.Body
	case *ast.FuncDecl:
		body = fn.Body
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			found = found || n.Pos() > loop.Pos() && f.waitGroup(n, "Wait") == group
		}
		return !found
	})
	return found
}

// list are the statements beside one of a path.
func list(path []ast.Node, stmt ast.Stmt) []ast.Stmt {
	for i, n := range path {
		if n != ast.Node(stmt) || i+1 == len(path) {
			continue
		}
		switch around := path[i+1].(type) {
		case *ast.BlockStmt:
			return around.List
		case *ast.CaseClause:
			return around.Body
		case *ast.CommClause:
			return around.Body
		}
	}
	return nil
}

func (f *finder) sameLine(a, b token.Pos) bool {
	return f.pass.Fset.Position(a).Line == f.pass.Fset.Position(b).Line
}
