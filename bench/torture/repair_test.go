package torture

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// repair mends what the type checker has to say of a mutant, where that is easy: names that are not used any
// more, and functions without a return. It reports whether it has changed anything.
func repair(file *ast.File, errs []types.Error) (changed bool) {
	for _, e := range errs {
		switch {
		case strings.HasPrefix(e.Msg, "declared and not used: "):
			changed = use(file, e.Pos, strings.TrimPrefix(e.Msg, "declared and not used: ")) || changed
		case strings.HasSuffix(e.Msg, "imported and not used"), strings.Contains(e.Msg, "imported as"):
			changed = unimport(file, e.Pos) || changed
		case e.Msg == "missing return":
			changed = end(file, e.Pos) || changed
		}
	}
	return changed
}

// use mentions a variable behind its declaration.
func use(file *ast.File, pos token.Pos, name string) (done bool) {
	mention := &ast.AssignStmt{Lhs: []ast.Expr{ast.NewIdent("_")}, Tok: token.ASSIGN, Rhs: []ast.Expr{ast.NewIdent(name)}}
	m := &mutant{file: file}
	var inner place
	for _, p := range m.places() {
		if s := p.stmt(); s.Pos() <= pos && pos < s.End() {
			inner = p // the last is the innermost
		}
	}
	if inner.list == nil {
		return false
	}
	switch s := inner.stmt().(type) {
	case *ast.IfStmt:
		s.Body.List = slices.Insert(s.Body.List, 0, ast.Stmt(mention))
	case *ast.ForStmt:
		s.Body.List = slices.Insert(s.Body.List, 0, ast.Stmt(mention))
	case *ast.RangeStmt:
		s.Body.List = slices.Insert(s.Body.List, 0, ast.Stmt(mention))
	case *ast.AssignStmt, *ast.DeclStmt:
		inner.set(s, mention)
	default:
		return false
	}
	return true
}

func unimport(file *ast.File, pos token.Pos) bool {
	for _, decl := range file.Decls {
		gd, ok := decl.(*ast.GenDecl)
		if !ok || gd.Tok != token.IMPORT {
			continue
		}
		for _, spec := range gd.Specs {
			if is := spec.(*ast.ImportSpec); is.Pos() <= pos && pos < is.End() {
				is.Name = ast.NewIdent("_")
				return true
			}
		}
	}
	return false
}

// end ends the innermost function around a position with a panic.
func end(file *ast.File, pos token.Pos) bool {
	var body *ast.BlockStmt
	ast.Inspect(file, func(n ast.Node) bool {
		if b, ok := n.(*ast.BlockStmt); ok && b.Pos() <= pos && pos <= b.End() {
			return true
		}
		var in *ast.BlockStmt
		switch n := n.(type) {
		case *ast.FuncDecl:
			in = n.Body
		case *ast.FuncLit:
			in = n.Body
		}
		if in != nil && in.Pos() <= pos && pos <= in.End() {
			body = in
		}
		return true
	})
	if body == nil {
		return false
	}
	body.List = append(body.List, &ast.ExprStmt{X: &ast.CallExpr{Fun: ast.NewIdent("panic"), Args: []ast.Expr{&ast.BasicLit{Kind: token.INT, Value: "1"}}}})
	return true
}
