package deadline

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/knowledge"
)

// maxLater is how many functions a value is followed through that it is handed
// to.
const maxLater = 4

// setLater reports whether a bound is set on v somewhere in its function, or
// may be set by a function that v is handed to.
func (e *Evaluator) setLater(v ssa.Value, depth int) bool {
	if depth > maxLater {
		return true
	}
	claim := knowledge.Type(v.Type())
	if claim == nil || v.Referrers() == nil {
		return false
	}
	_, isPointer := v.Type().Underlying().(*types.Pointer)
	if claim.Kind == knowledge.Policy && (len(claim.Fields) == 0 || !isPointer) {
		return false
	}
	_, isAlloc := v.(*ssa.Alloc)
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if e.setThrough(ref, isAlloc) {
				return true
			}
		case ssa.CallInstruction:
			if e.setBy(ref.Common(), v, depth) {
				return true
			}
		case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.TypeAssert:
			// A connection behind an interface is the same connection.
			if claim.Kind != knowledge.Policy && e.setLater(ref.(ssa.Value), depth+1) {
				return true
			}
		}
	}
	return false
}

// setThrough reports whether a bound is stored in the field at fa, or in a
// field of what it points to: c.HTTPClient.Timeout. What is stored in a literal
// itself is no later change.
func (e *Evaluator) setThrough(fa *ssa.FieldAddr, literal bool) bool {
	if !isBound(fa) {
		return false
	}
	if !literal && len(e.cellStores(fa)) > 0 {
		return true
	}
	for _, ref := range *fa.Referrers() {
		load, ok := ref.(*ssa.UnOp)
		if !ok {
			continue
		}
		for _, ref := range *load.Referrers() {
			if inner, ok := ref.(*ssa.FieldAddr); ok && e.setThrough(inner, false) {
				return true
			}
		}
	}
	return false
}

// setBy reports whether a call may set a bound on its argument v.
func (e *Evaluator) setBy(call *ssa.CallCommon, v ssa.Value, depth int) bool {
	if recv, claim := setter(call); claim != nil && recv == v {
		return e.sets(call, claim)
	}
	if method := Called(call); method != nil && knowledge.Func(method) != nil {
		return false // a table says what it does
	}
	for i, arg := range AllArguments(call) {
		if arg != v {
			continue
		}
		fn := Callee(call)
		if fn == nil {
			return !call.IsInvoke() || i > 0 // a dynamic call may do anything with its arguments
		}
		if fn.Blocks == nil {
			if obj, ok := fn.Object().(*types.Func); ok && e.facts.Sets(obj, i) {
				return true
			}
		} else if i < len(fn.Params) && e.setLater(fn.Params[i], depth+1) {
			return true
		}
	}
	return false
}

// setter is the receiver of a call of a method that sets a bound on it, and
// what is known of the method.
func setter(call *ssa.CallCommon) (recv ssa.Value, claim *knowledge.Claim) {
	method := Called(call)
	if method == nil {
		return nil, nil
	}
	claim = knowledge.Func(method)
	if claim == nil || claim.Kind != knowledge.Setter {
		return nil, nil
	}
	return Argument(call, knowledge.Source{From: "recv"}), claim
}

// sets reports whether the call of a setter may set a bound: a timeout of zero
// or a context without a deadline sets none.
func (e *Evaluator) sets(call *ssa.CallCommon, claim *knowledge.Claim) bool {
	for _, src := range claim.Bound {
		if src.From != "arg" {
			return true
		}
		if arg := Argument(call, src); arg == nil || Join(e.Argument(claim, arg, nil)).Kind != Unbounded {
			return true
		}
	}
	return false
}

// Sets reports whether fn, a function of this package, may set a bound through
// its i-th parameter.
func (e *Evaluator) Sets(fn *ssa.Function, i int) bool {
	return i < len(fn.Params) && e.setLater(fn.Params[i], 0)
}
