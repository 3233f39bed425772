package retryloop

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/reslint/reslint/internal/effects"
)

// anyCandidate reports whether the package repeats a call that may be retried: only
// then is its SSA form worth building.
func anyCandidate(pass *analysis.Pass, conducts *effects.Conducts) bool {
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fd, ok := decl.(*ast.FuncDecl)
			if !ok || fd.Body == nil {
				continue
			}
			fn, _ := pass.TypesInfo.Defs[fd.Name].(*types.Func)
			c := candidate{pass, conducts, fn}
			if c.in(fd.Body, false) {
				return true
			}
		}
	}
	return false
}

// A candidate is a function that may have a retry in it.
type candidate struct {
	pass     *analysis.Pass
	conducts *effects.Conducts
	fn       *types.Func
}

// in reports whether there is a repeated call below n that may be retried.
func (c candidate) in(n ast.Node, repeated bool) (found bool) {
	ast.Inspect(n, func(m ast.Node) bool {
		if found {
			return false
		}
		if isLoop(m) && !repeated {
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

// isLoop reports whether a statement may be repeated: with a label, by goto.
func isLoop(n ast.Node) bool {
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
	callee, ok := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	if !ok {
		return true // a function value
	}
	recv, known := callee.Signature().Recv(), c.conducts.Of(callee)
	return known.Reaches != "" || known.Asks || isReceive(callee) || recv != nil && types.IsInterface(recv.Type())
}

// recurs reports whether a call is one of the function itself, which reaches another
// machine.
func (c candidate) recurs(call *ast.CallExpr) bool {
	callee, ok := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	return ok && callee == c.fn && c.conducts.Of(callee).Reaches != ""
}

// helps reports whether a call is one of a function that repeats what it is given.
func (c candidate) helps(call *ast.CallExpr) bool {
	callee, ok := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	return ok && c.conducts.Repeats(callee) != nil
}
