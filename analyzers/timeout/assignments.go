package timeout

import (
	"go/ast"
	"go/token"
	"go/types"
)

// assignments knows what the variables of a package are given: locals, and the
// package's own unexported variables. It does not follow parameters, fields, or
// variables whose address is taken.
type assignments struct {
	info    *types.Info
	stores  map[*types.Var][]store
	unknown map[*types.Var]bool
	calls   map[*types.Var][]*ast.CallExpr // those that give the variable one of their results
}

// A store gives a variable a value.
type store struct {
	op    token.Token // ASSIGN, DEFINE, ADD_ASSIGN …, INC, DEC
	value ast.Expr    // nil for the zero value, and for INC and DEC
}

func newAssignments(info *types.Info, files []*ast.File) *assignments {
	a := &assignments{info: info, stores: make(map[*types.Var][]store), unknown: make(map[*types.Var]bool), calls: make(map[*types.Var][]*ast.CallExpr)}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			a.visit(n)
			return true
		})
	}
	return a
}

func (a *assignments) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			if len(n.Lhs) == len(n.Rhs) {
				a.add(lhs, store{n.Tok, n.Rhs[i]})
			} else {
				a.addResult(lhs, n.Rhs[0])
			}
		}
	case *ast.IncDecStmt:
		a.add(n.X, store{op: n.Tok})
	case *ast.ValueSpec:
		for i, name := range n.Names {
			switch len(n.Values) {
			case len(n.Names):
				a.add(name, store{token.DEFINE, n.Values[i]})
			case 0:
				a.add(name, store{op: token.DEFINE})
			default:
				a.addResult(name, n.Values[0])
			}
		}
	case *ast.RangeStmt:
		a.lose(n.Key)
		a.lose(n.Value)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			a.lose(n.X)
		}
	}
}

func (a *assignments) variable(e ast.Expr) *types.Var {
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := a.info.ObjectOf(id).(*types.Var)
	return v
}

func (a *assignments) add(e ast.Expr, s store) {
	if v := a.variable(ast.Unparen(e)); v != nil {
		a.stores[v] = append(a.stores[v], s)
	}
}

// addResult notes that the variable that e names gets one of several results.
func (a *assignments) addResult(e, from ast.Expr) {
	a.lose(e)
	v := a.variable(ast.Unparen(e))
	if call, ok := ast.Unparen(from).(*ast.CallExpr); ok && v != nil {
		a.calls[v] = append(a.calls[v], call)
	}
}

// lose notes that the variable that e names can have any value.
func (a *assignments) lose(e ast.Expr) {
	if e == nil {
		return
	}
	if v := a.variable(ast.Unparen(e)); v != nil {
		a.unknown[v] = true
	}
}

// of returns all that v is ever given. It reports false if there is more than
// can be seen.
func (a *assignments) of(v *types.Var) ([]store, bool) {
	switch {
	case v.IsField() || a.unknown[v] || len(a.stores[v]) == 0:
		return nil, false
	case v.Pkg() != nil && v.Parent() == v.Pkg().Scope() && v.Exported():
		return nil, false
	case v.Kind() == types.ParamVar || v.Kind() == types.RecvVar || v.Kind() == types.ResultVar:
		return nil, false
	}
	return a.stores[v], true
}

// single returns the one expression that the variable e is given, if it is
// given no other value than that and, before, its zero value.
func (a *assignments) single(e ast.Expr) ast.Expr {
	v := a.variable(ast.Unparen(e))
	if v == nil {
		return nil
	}
	stores, ok := a.of(v)
	if !ok {
		return nil
	}
	var found ast.Expr
	for _, s := range stores {
		switch {
		case s.value == nil && s.op == token.DEFINE:
		case found != nil || s.op != token.DEFINE && s.op != token.ASSIGN:
			return nil
		default:
			found = s.value
		}
	}
	return found
}

// funcLit returns the function literal that e is or always stands for, or nil.
func (a *assignments) funcLit(e ast.Expr) *ast.FuncLit {
	e = ast.Unparen(e)
	if value := a.single(e); value != nil {
		e = ast.Unparen(value)
	}
	lit, _ := e.(*ast.FuncLit)
	return lit
}

// call returns the one call that gives the variable e its value, as one of
// several results, or nil.
func (a *assignments) call(e ast.Expr) *ast.CallExpr {
	v := a.variable(ast.Unparen(e))
	if v == nil || len(a.calls[v]) != 1 {
		return nil
	}
	for _, s := range a.stores[v] {
		if s.value != nil {
			return nil
		}
	}
	return a.calls[v][0]
}
