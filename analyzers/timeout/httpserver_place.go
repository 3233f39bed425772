package timeout

import (
	"go/ast"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// A place is where a server can be: a variable or field (types.Object), a
// result of a function, or the expression that makes it (ast.Expr).
type place any

type result struct {
	fn *types.Func
	i  int
}

// outside is every place that the package does not see.
var outside place = "outside"

// source returns the place that e reads, nil if it holds no server or an
// unknown one.
func (f *serverFlow) source(e ast.Expr) place {
	if !holdsServer(f.pass.TypesInfo.TypeOf(e)) {
		return nil
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return f.variable(e)
	case *ast.SelectorExpr:
		return f.variable(e.Sel)
	case *ast.UnaryExpr: // &x, <-ch
		return f.source(e.X)
	case *ast.StarExpr:
		return f.source(e.X)
	case *ast.IndexExpr:
		return f.source(e.X)
	case *ast.SliceExpr:
		return f.source(e.X)
	case *ast.CompositeLit:
		f.makeLiteral(e)
		return e
	case *ast.CallExpr:
		return f.callSource(e)
	}
	return nil
}

func (f *serverFlow) variable(id *ast.Ident) place {
	v, ok := f.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok {
		return nil
	}
	v = v.Origin()
	if v.Pkg() != f.pass.Pkg {
		return outside
	}
	if v.Exported() && !f.closed && (v.IsField() || v.Parent() == f.pass.Pkg.Scope()) {
		f.edge(v, outside)
	}
	return v
}

func (f *serverFlow) callSource(call *ast.CallExpr) place {
	info := f.pass.TypesInfo
	if tv := info.Types[call.Fun]; tv.IsType() && len(call.Args) == 1 {
		return f.source(call.Args[0])
	}
	switch callee := typeutil.Callee(info, call).(type) {
	case *types.Builtin:
		switch callee.Name() {
		case "new":
			if isServer(info.TypeOf(call.Args[0])) && f.servers[call] == nil {
				f.servers[call] = &server{at: call}
			}
			return call
		case "append":
			for _, arg := range call.Args {
				f.edge(f.source(arg), call)
			}
			return call
		}
	case *types.Func:
		if callee.Pkg() == f.pass.Pkg && !isInterfaceMethod(callee) {
			return result{callee.Origin(), 0}
		}
	}
	return nil
}

// makeLiteral notes a server literal, or the elements of a literal of servers.
func (f *serverFlow) makeLiteral(lit *ast.CompositeLit) {
	if f.done[lit] {
		return
	}
	f.done[lit] = true
	if !isServer(deref(f.pass.TypesInfo.TypeOf(lit))) { // []*T{{…}} has literals of type *T
		for _, elt := range lit.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			f.edge(f.source(elt), lit)
		}
		return
	}
	s := &server{at: lit}
	f.servers[lit] = s
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			s.fixed = true // all fields are given
			return
		}
		switch key := kv.Key.(*ast.Ident).Name; {
		case isTimeoutField(key):
			s.fixed = s.fixed || !f.isZero(kv.Value)
		case key == "Addr":
			s.addrs = append(s.addrs, kv.Value)
		}
	}
}

// sourceOfOK is source for an expression with a second value, whose type is a
// tuple.
func (f *serverFlow) sourceOfOK(e ast.Expr) place {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		return f.source(e.X)
	case *ast.UnaryExpr:
		return f.source(e.X)
	}
	return nil
}

// into is the place of a variable or field as a destination.
func (f *serverFlow) into(v *types.Var) place {
	v = v.Origin()
	switch {
	case v.Pkg() != f.pass.Pkg || !holdsServer(v.Type()):
		return outside
	case v.IsField() && v.Exported() && !f.closed:
		f.edge(v, outside)
	}
	return v
}

// owner returns the place of the server whose field or method sel selects, be
// it through an embedded server; nil if it is no server's.
func (f *serverFlow) owner(sel *ast.SelectorExpr) place {
	selection := f.pass.TypesInfo.Selections[sel]
	if selection == nil {
		return nil
	}
	recv := selection.Recv()
	path := selection.Index()
	if len(path) == 1 {
		if !isServer(deref(recv)) {
			return nil
		}
		return f.source(sel.X)
	}
	var field *types.Var
	for _, i := range path[:len(path)-1] {
		str, ok := types.Unalias(deref(recv)).Underlying().(*types.Struct)
		if !ok {
			return nil
		}
		field = str.Field(i)
		recv = field.Type()
	}
	if !isServer(deref(recv)) {
		return nil
	}
	return f.into(field)
}

func (f *serverFlow) isZero(e ast.Expr) bool {
	v := f.pass.TypesInfo.Types[e].Value
	return v != nil && v.Kind() == constant.Int && constant.Sign(v) == 0
}
