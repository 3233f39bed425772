package fallback

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/source"
	"github.com/reslint/reslint/internal/standin"
)

// A keptShape is a function that asks one server, and another one if that fails, so plainly
// that the second can be replaced:
//
//	v, err := first(ctx, id)
//	if err != nil {
//		return second(ctx, id)
//	}
//	return v, nil
//
// or sets v and err by the second call.
type keptShape struct {
	f             *finder
	decl          *ast.FuncDecl
	first, second *ast.CallExpr
	// answer and err are what the first call sets.
	answer, err *types.Var
	test        *ast.IfStmt
	// instead is the statement of the second call, the last one of the test's body.
	instead ast.Stmt
	// next is the return of the answer, or nil where the second call sets the variables.
	next *ast.ReturnStmt
}

// keptShape is the shape that the two calls stand in, or nil.
func (f *finder) keptShape(s standin.StandIn) *keptShape {
	one, ok := f.cursor(s.First.Pos())
	two, ok2 := f.cursor(s.Instead.Pos())
	if !ok || !ok2 {
		return nil
	}
	k := &keptShape{f: f, first: one.Node().(*ast.CallExpr), second: two.Node().(*ast.CallExpr)}
	assign, ok := one.Parent().Node().(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 2 || len(assign.Rhs) != 1 {
		return nil
	}
	k.answer, k.err = f.variable(assign.Lhs[0]), f.variable(assign.Lhs[1])
	body, ok := one.Parent().Parent().Node().(*ast.BlockStmt)
	if !ok || k.answer == nil || k.err == nil {
		return nil
	}
	if k.decl, ok = one.Parent().Parent().Parent().Node().(*ast.FuncDecl); !ok || k.isGeneric() {
		return nil
	}
	k.instead, ok = two.Parent().Node().(ast.Stmt)
	i := slices.Index(body.List, ast.Stmt(assign))
	j := slices.IndexFunc(body.List, func(stmt ast.Stmt) bool { return stmt.Pos() <= k.second.Pos() && k.second.End() <= stmt.End() })
	if !ok || i < 0 || j <= i || !k.tests(body.List[j]) || k.touches(body.List[i+1:j]) {
		return nil
	}
	switch {
	case k.returnsSecond():
		if j+1 >= len(body.List) || !k.returnsAnswer(body.List[j+1]) {
			return nil
		}
	case !k.setsBySecond() || k.changes(body.List[j+1:]):
		return nil
	}
	return k
}

// variable is the local variable that an expression is, or nil.
func (f *finder) variable(e ast.Expr) *types.Var {
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := f.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || v.Parent() == f.pass.Pkg.Scope() {
		return nil
	}
	return v
}

// isGeneric reports whether the function has type parameters: no variable of the package
// can hold what is made with them.
func (k *keptShape) isGeneric() bool {
	fn, ok := k.f.pass.TypesInfo.Defs[k.decl.Name].(*types.Func)
	return !ok || fn.Signature().TypeParams().Len()+fn.Signature().RecvTypeParams().Len() > 0
}

// tests reports whether a statement is a test for any failure of the first call, and
// nothing else, of which the second call is the end.
func (k *keptShape) tests(stmt ast.Stmt) bool {
	test, ok := stmt.(*ast.IfStmt)
	if !ok || test.Init != nil || test.Else != nil || len(test.Body.List) == 0 || test.Body.List[len(test.Body.List)-1] != k.instead {
		return false
	}
	k.test = test
	cond, ok := test.Cond.(*ast.BinaryExpr)
	return ok && cond.Op == token.NEQ && k.f.variable(cond.X) == k.err && k.isNil(cond.Y)
}

func (k *keptShape) isNil(e ast.Expr) bool { return k.f.pass.TypesInfo.Types[e].IsNil() }

func (k *keptShape) returnsSecond() bool {
	ret, ok := k.instead.(*ast.ReturnStmt)
	return ok && len(ret.Results) == 1 && ret.Results[0] == k.second
}

func (k *keptShape) returnsAnswer(stmt ast.Stmt) bool {
	ret, ok := stmt.(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 2 || k.f.variable(ret.Results[0]) != k.answer || !(k.isNil(ret.Results[1]) || k.f.variable(ret.Results[1]) == k.err) {
		return false
	}
	k.next = ret
	return true
}

func (k *keptShape) setsBySecond() bool {
	assign, ok := k.instead.(*ast.AssignStmt)
	return ok && assign.Tok == token.ASSIGN && len(assign.Lhs) == 2 && k.f.variable(assign.Lhs[0]) == k.answer && k.f.variable(assign.Lhs[1]) == k.err
}

// touches reports whether statements do anything with the answer, or set the error.
func (k *keptShape) touches(list []ast.Stmt) bool {
	return slices.ContainsFunc(list, func(stmt ast.Stmt) bool { return k.uses(stmt, k.answer) || k.sets(stmt, k.err) })
}

// changes reports whether statements set a part of the answer, or take its address.
func (k *keptShape) changes(list []ast.Stmt) (found bool) {
	for _, stmt := range list {
		ast.Inspect(stmt, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					found = found || k.isPart(e)
				}
			case *ast.IncDecStmt:
				found = found || k.isPart(n.X)
			case *ast.UnaryExpr:
				found = found || n.Op == token.AND && k.f.variable(rootOf(n.X)) == k.answer
			}
			return !found
		})
	}
	return found
}

// isPart reports whether an expression is a part of what the answer points to.
func (k *keptShape) isPart(e ast.Expr) bool {
	root := rootOf(e)
	return root != e && k.f.variable(root) == k.answer
}

// rootOf is the variable that an expression is a part of.
func rootOf(e ast.Expr) ast.Expr {
	for {
		switch x := e.(type) {
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return e
		}
	}
}

func (k *keptShape) uses(n ast.Node, v types.Object) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && k.f.pass.TypesInfo.Uses[id] == v
		return !found
	})
	return found
}

// losesSomething reports whether the second call stands beside a comment, or is the only
// one to use a variable.
func (k *keptShape) losesSomething() bool {
	file := source.File(k.f.pass.Files, k.decl.Pos())
	for _, c := range file.Comments {
		if k.instead.Pos() < c.End() && c.Pos() < k.instead.End() {
			return true
		}
	}
	needed := make(map[types.Object]bool)
	ast.Inspect(k.second, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v := k.f.variable(id); v != nil && !v.IsField() && !k.isParameter(v) {
				needed[v] = true
			}
		}
		return true
	})
	set := make(map[*ast.Ident]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return n != k.second
		case *ast.AssignStmt: // what is only set is not used
			for _, e := range n.Lhs {
				if id, ok := e.(*ast.Ident); ok {
					set[id] = true
				}
			}
		case *ast.Ident:
			if !set[n] {
				delete(needed, k.f.pass.TypesInfo.Uses[n])
			}
		}
		return true
	})
	return len(needed) > 0
}

// edits put the last good answer in the place of the second call, and keep what the first
// answers.
func (k *keptShape) edits(keep, key, kept, found string) []analysis.TextEdit {
	ask := "if " + kept + ", " + found + " := " + keep + ".Get(" + key + "); " + found + " {\n\t\t\t"
	put := keep + ".Put(" + key + ", " + k.answer.Name() + ")"
	if k.next != nil {
		return []analysis.TextEdit{
			edit.ReplaceWithString(k.instead, ask+"return "+kept+".Value, nil\n\t\t}\n\t\treturn "+k.answer.Name()+", "+k.err.Name()),
			edit.ReplaceWithString(edit.Range{k.next.Pos(), k.next.Pos()}, put+"\n\t"),
		}
	}
	return []analysis.TextEdit{
		edit.ReplaceWithString(k.instead, ask+k.answer.Name()+", "+k.err.Name()+" = "+kept+".Value, nil\n\t\t}"),
		edit.ReplaceWithString(edit.Range{k.test.End(), k.test.End()}, " else {\n\t\t"+put+"\n\t}"),
	}
}
