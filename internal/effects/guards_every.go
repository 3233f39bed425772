package effects

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
)

// countsEvery reports whether the breaker counts each error of the operation as a failure: it
// asks nothing of it but whether there is one.
func (o *ownBreaker) countsEvery() bool {
	for err := range o.errs {
		if !o.onlyWhether(err, 0) {
			return false
		}
	}
	return true
}

// onlyWhether reports whether nothing is asked of an error but whether it is nil.
func (o *ownBreaker) onlyWhether(err ssa.Value, depth int) bool {
	for _, ref := range *err.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Phi, *ssa.Return, *ssa.DebugRef:
		case *ssa.Store:
			if _, ok := ref.Addr.(*ssa.Alloc); !ok && depth == 0 {
				return false // somebody else may look at it
			}
		case *ssa.BinOp:
			if ref.Op != token.EQL && ref.Op != token.NEQ || !isNilConst(ref.X) && !isNilConst(ref.Y) {
				return false
			}
		case *ssa.Call:
			callee := deadline.Callee(&ref.Call)
			i := slices.Index(ref.Call.Args, err)
			if callee == nil || i < 0 || i >= len(callee.Params) || depth > 2 || !sameMethod(ref, o.fn) || !o.onlyWhether(callee.Params[i], depth+1) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func isNilConst(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}
