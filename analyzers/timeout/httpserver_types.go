package timeout

import (
	"go/ast"
	"go/types"
)

func importsHTTP(pkg *types.Package) bool {
	for _, imp := range pkg.Imports() {
		if imp.Path() == "net/http" {
			return true
		}
	}
	return false
}

// isServer reports whether t is http.Server.
func isServer(t types.Type) bool { return isType(t, "net/http", "Server") }

// holdsServer reports whether a value of type t is, points to or lists servers.
func holdsServer(t types.Type) bool {
	if isServer(t) {
		return true
	}
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return holdsServer(t.Elem())
	case *types.Slice:
		return holdsServer(t.Elem())
	case *types.Array:
		return holdsServer(t.Elem())
	case *types.Map:
		return holdsServer(t.Elem())
	case *types.Chan:
		return holdsServer(t.Elem())
	}
	return false
}

func isTimeoutField(name string) bool {
	return name == "ReadHeaderTimeout" || name == "ReadTimeout"
}

func isInterfaceMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

// fieldOf returns the field, and the value it gets, of the i-th element of a
// struct literal.
func fieldOf(info *types.Info, str *types.Struct, i int, elt ast.Expr) (*types.Var, ast.Expr) {
	kv, ok := elt.(*ast.KeyValueExpr)
	if !ok {
		return str.Field(i).Origin(), elt
	}
	key, ok := kv.Key.(*ast.Ident)
	if !ok {
		return nil, nil
	}
	field, ok := info.Uses[key].(*types.Var)
	if !ok {
		return nil, nil
	}
	return field.Origin(), kv.Value
}

// enclosingFunc returns the declared function that the innermost node of the
// stack belongs to, nil if that is a function literal.
func enclosingFunc(info *types.Info, stack []ast.Node) *types.Func {
	for i := len(stack) - 1; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.FuncLit:
			return nil
		case *ast.FuncDecl:
			fn, _ := info.Defs[n.Name].(*types.Func)
			return fn
		}
	}
	return nil
}

// isCallee reports whether the identifier, whose ancestors are on the stack,
// names the function of a call.
func isCallee(id *ast.Ident, stack []ast.Node) bool {
	var e ast.Expr = id
	for i := len(stack) - 1; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.SelectorExpr:
			if n.Sel != e {
				return false
			}
			e = n
		case *ast.ParenExpr:
			e = n
		case *ast.IndexExpr: // an instance of a generic function
			if n.X != e {
				return false
			}
			e = n
		case *ast.CallExpr:
			return n.Fun == e
		default:
			return false
		}
	}
	return false
}
