package effects

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/mesh"
)

// AnyRetry reports whether the package may retry something: whether it repeats a call that
// can fail and for which may holds, calls itself until it has succeeded, or hands something to a function
// that repeats it. Only then is its SSA form worth building.
func (cs *Conducts) AnyRetry(may func(callee *types.Func) bool) bool {
	for _, file := range cs.pass.Files {
		for _, decl := range file.Decls {
			fd, ok := decl.(*ast.FuncDecl)
			if !ok || fd.Body == nil {
				continue
			}
			fn, _ := cs.pass.TypesInfo.Defs[fd.Name].(*types.Func)
			c := candidate{cs, fn, may}
			if c.in(fd.Body, false) {
				return true
			}
		}
	}
	return false
}

// A candidate is a function that may have a retry in it.
type candidate struct {
	*Conducts
	fn  *types.Func
	may func(callee *types.Func) bool
}

// in reports whether there is a repeated call below n that may be retried.
func (c candidate) in(n ast.Node, repeated bool) (found bool) {
	ast.Inspect(n, func(m ast.Node) bool {
		if found {
			return false
		}
		if IsLoop(m) && !repeated {
			found = c.in(m, true)
			return false
		}
		if call, ok := m.(*ast.CallExpr); ok {
			found = repeated && c.mayRetry(call) || c.recurs(call) || c.helps(call)
		}
		return true
	})
	return found
}

// IsLoop reports whether a statement may be repeated: with a label, by goto.
func IsLoop(n ast.Node) bool {
	switch n.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.LabeledStmt:
		return true
	}
	return false
}

// mayRetry reports whether a call can fail, and may reach another machine.
func (c candidate) mayRetry(call *ast.CallExpr) bool {
	sig, ok := c.pass.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok || sig.Results().Len() == 0 {
		return false
	}
	switch last := sig.Results().At(sig.Results().Len() - 1).Type().Underlying().String(); last {
	case "interface{Error() string}", "bool":
	default:
		return false
	}
	callee, _ := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	return c.may(callee)
}

// recurs reports whether a call is one of the function itself, which reaches another
// machine.
func (c candidate) recurs(call *ast.CallExpr) bool {
	callee, ok := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	return ok && callee == c.fn && c.Of(callee).Reaches != ""
}

// helps reports whether a call is one of a function that repeats what it is given.
func (c candidate) helps(call *ast.CallExpr) bool {
	callee, ok := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	return ok && c.Repeats(callee) != nil
}

// anyLayer reports whether the package may be a layer of retries.
func (cs *Conducts) anyLayer() bool {
	for fn, own := range cs.own {
		if own.Reaches != "" && knowledge.Worked(fn) != nil {
			return true
		}
	}
	for _, obj := range cs.pass.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if !ok || fn.Pkg() == nil || knowledge.Standard(fn.Pkg().Path()) || fn.Pkg() == cs.pass.Pkg {
			continue
		}
		if claim := knowledge.Retries(fn.Origin()); claim != nil && (claim.Policy.Op >= 0 || claim.Remote()) {
			return true
		}
		if claim := knowledge.Func(fn.Origin()); claim != nil && (claim.Kind == knowledge.Requeue || claim.Tries != 0 || claim.Remote() && (claim.As == "grpc-call" || mesh.Known())) {
			return true
		}
		if isGRPC(fn) {
			return true
		}
	}
	return cs.AnyRetry(func(callee *types.Func) bool {
		if callee == nil {
			return false
		}
		known := cs.Of(callee)
		return known.Reaches != "" || known.Asks
	})
}
