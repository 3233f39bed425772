package deadline

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// cell follows a local variable that lives in memory, because a function
// literal shares it or its address is taken: any of its stores may be the last.
func (w *walk) cell(alloc *ssa.Alloc) []Origin {
	var all []Origin
	for _, val := range w.e.cellStores(alloc) {
		all = append(all, w.origins(val)...)
	}
	for _, other := range w.e.cellLoads(alloc) {
		if w.e.setLater(other, 0) {
			return undecidable()
		}
	}
	return decided(all)
}

// cellStores are the values stored in a local, here and in the function
// literals that share it.
func (e *Evaluator) cellStores(addr ssa.Value) []ssa.Value {
	var vals []ssa.Value
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == addr {
				vals = append(vals, ref.Val)
			}
		case *ssa.Call:
			if to, val := storedBy(ref.Common()); to == addr {
				vals = append(vals, val)
			}
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == addr {
					vals = append(vals, e.cellStores(ref.Fn.(*ssa.Function).FreeVars[i])...)
				}
			}
		}
	}
	return vals
}

// cellLoads are the values read from a local, here and in the function literals
// that share it.
func (e *Evaluator) cellLoads(addr ssa.Value) []ssa.Value {
	var vals []ssa.Value
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			if ref.Op == token.MUL {
				vals = append(vals, ref)
			}
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == addr {
					vals = append(vals, e.cellLoads(ref.Fn.(*ssa.Function).FreeVars[i])...)
				}
			}
		}
	}
	return vals
}
