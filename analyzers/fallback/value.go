package fallback

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/ssabuild"
)

// resolve is the value that a local variable holds that is set once, or that a
// conversion is of.
func resolve(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.MakeInterface:
			v = x.X
			continue
		case *ssa.UnOp:
			if cell, ok := x.X.(*ssa.Alloc); ok && x.Op == token.MUL {
				if val := onlyStore(cell); val != nil {
					v = val
					continue
				}
			}
		}
		return v
	}
}

// onlyStore is what a local variable holds, if it is set once.
func onlyStore(cell *ssa.Alloc) (val ssa.Value) {
	for _, ref := range *cell.Referrers() {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == cell {
			if val != nil {
				return nil
			}
			val = store.Val
		}
	}
	return val
}

// around is the name of the declared function around fn.
func around(fn *ssa.Function) string {
	fn = ssabuild.Outermost(fn)
	if obj, ok := fn.Object().(*types.Func); ok {
		return nameOfFunc(obj)
	}
	return fn.Name()
}

// arguments are the arguments of the call at pos.
func (f *finder) arguments(pos token.Pos) []ast.Expr {
	if call := f.callAt(pos); call != nil {
		return call.Args
	}
	return nil
}

// holds reports whether an argument is the function that SSA knows as fn.
func (f *finder) holds(arg ast.Expr, fn *ssa.Function) bool {
	switch arg := ast.Unparen(arg).(type) {
	case *ast.FuncLit:
		return fn.Syntax() == arg
	case *ast.Ident:
		return fn.Object() != nil && f.pass.TypesInfo.Uses[arg] == fn.Object()
	case *ast.SelectorExpr:
		return fn.Object() != nil && f.pass.TypesInfo.Uses[arg.Sel] == fn.Object()
	}
	return false
}
