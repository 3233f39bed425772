package loops

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// Decides reports whether the function that a call stands in returns what the call returned, or
// an error where the call failed: only then the failure of the call is one of the function.
// The body of a range over a function tells it through the variables around it. A literal that
// returns nothing may do so, and a call that returns nothing through its arguments: then it is true.
func Decides(call *ssa.Call) bool {
	if call.Call.Signature().Results().Len() == 0 {
		return true
	}
	if call.Parent().Signature.Results().Len() == 0 {
		return call.Parent().Parent() != nil
	}
	s := &returns{fn: call.Parent(), seen: make(map[ssa.Value]bool)}
	return s.reached(call)
}

// A returns is a search for the ways from a value to the results of its function.
type returns struct {
	fn   *ssa.Function
	seen map[ssa.Value]bool
}

func (s *returns) reached(v ssa.Value) bool {
	if s.seen[v] || v.Referrers() == nil {
		return false
	}
	s.seen[v] = true
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Return:
			return true
		case *ssa.Store:
			if ref.Val == v && s.stored(ref.Addr) {
				return true
			}
		case *ssa.BinOp:
			if s.tested(ref, v) {
				return true
			}
		case *ssa.Call:
			// A wrapper of the error, a reader of the response.
			if ref.Call.Signature().Results().Len() > 0 && s.reached(ref) {
				return true
			}
		case *ssa.Extract, *ssa.Phi, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert,
			*ssa.FieldAddr, *ssa.UnOp, *ssa.Slice:
			if s.reached(ref.(ssa.Value)) {
				return true
			}
		}
	}
	return false
}

// stored follows a value into a variable, or among the arguments behind the dots.
func (s *returns) stored(addr ssa.Value) bool {
	switch addr := addr.(type) {
	case *ssa.IndexAddr:
		return s.reached(addr.X)
	case *ssa.Alloc:
		return s.reached(addr)
	case *ssa.FreeVar:
		return isRangeBody(s.fn) || s.reached(addr)
	}
	return false
}

// tested reports whether a comparison of a value leads to a return of an error.
func (s *returns) tested(cmp *ssa.BinOp, v ssa.Value) bool {
	isError := IsError(v.Type())
	if !isError && s.reached(cmp) {
		return true
	}
	for _, ref := range *cmp.Referrers() {
		test, ok := ref.(*ssa.If)
		if !ok {
			continue
		}
		sides := test.Block().Succs
		if isError && cmp.Op == token.NEQ {
			sides = sides[:1] // there is one
		} else if isError {
			sides = sides[1:]
		}
		for _, next := range sides {
			if len(next.Preds) == 1 && returnsError(s.fn, next) {
				return true
			}
		}
	}
	return false
}

// returnsError reports whether a way that begins at a block, and at none beside, returns an
// error.
func returnsError(fn *ssa.Function, from *ssa.BasicBlock) bool {
	results := fn.Signature.Results()
	if results.Len() == 0 || !IsError(results.At(results.Len()-1).Type()) {
		return false
	}
	for _, b := range fn.Blocks {
		if !from.Dominates(b) {
			continue
		}
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			if c, ok := ret.Results[len(ret.Results)-1].(*ssa.Const); !ok || !c.IsNil() {
				return true
			}
		}
	}
	return false
}
