package fallback

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/ssabuild"
)

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
