package retrypolicy

import (
	"go/ast"
	"go/token"

	"github.com/reslint/reslint/internal/source"
	"golang.org/x/tools/go/ssa"
)

// Node is the expression in the files that sets a property: a call, a function that is its
// argument, a literal, or the value that a field is set to. It is nil outside of
// the package.
func (by By) Node(files []*ast.File) ast.Expr {
	p := places(files)
	switch at := by.At.(type) {
	case ssa.CallInstruction:
		call, ok := p.callAt(at.Pos())
		if !ok {
			return nil
		}
		if by.Nth > 0 {
			if by.Nth > len(call.Args) {
				return nil
			}
			return call.Args[by.Nth-1]
		}
		return call
	case *ssa.Alloc:
		return p.literalAt(at.Pos())
	case *ssa.Global:
		return p.literalAt(at.Pos())
	case *ssa.Store:
		return p.storedAt(at.Pos())
	}
	return nil
}

// places are the files in which expressions are looked for.
type places []*ast.File

// callAt is the call whose parenthesis or go or defer statement stands there.
func (p places) callAt(pos token.Pos) (*ast.CallExpr, bool) {
	for _, n := range source.Path(p, pos) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if n.Lparen == pos {
				return n, true
			}
		case *ast.GoStmt:
			return n.Call, n.Go == pos
		case *ast.DeferStmt:
			return n.Call, n.Defer == pos
		}
	}
	return nil, false
}

// literalAt is the literal that stands there, or that the variable which is
// declared there begins with.
func (p places) literalAt(pos token.Pos) ast.Expr {
	for _, n := range source.Path(p, pos) {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if n.Lbrace == pos {
				return n
			}
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if lhs.Pos() == pos && len(n.Lhs) == len(n.Rhs) {
					return literal(n.Rhs[i])
				}
			}
			return nil
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if name.Pos() == pos && i < len(n.Values) {
					return literal(n.Values[i])
				}
			}
			return nil
		}
	}
	return nil
}

// literal is the composite literal in an expression, or the expression itself.
func literal(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = u.X
	}
	return e
}

// storedAt is the literal in which a field is set there, or the value that an
// assignment gives it.
func (p places) storedAt(pos token.Pos) ast.Expr {
	for _, n := range source.Path(p, pos) {
		switch n := n.(type) {
		case *ast.CompositeLit:
			return n
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if len(n.Lhs) == len(n.Rhs) && (len(n.Lhs) == 1 || lhs.Pos() <= pos && pos < lhs.End()) {
					return n.Rhs[i]
				}
			}
			return nil
		case ast.Stmt:
			return nil
		}
	}
	return nil
}
