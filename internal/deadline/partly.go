package deadline

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Partly reports whether options v come together from several ways, on some of
// which nothing is a bound and on others something may be, while what decides
// between the ways has nothing to do with that something. Where it has, the
// bound is a decision of the program's.
func (e *Evaluator) Partly(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Phi:
		none, other, some := false, false, make(map[types.Object]bool)
		for _, edge := range v.Edges {
			if e.Bound(edge).Kind == Unbounded {
				none = true
				continue
			}
			other = true
			for obj := range sources(edge) {
				some[obj] = true
			}
		}
		return none && other && !intersects(some, conditions(v))
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); !ok || b.Name() != "append" || e.Bound(v.Call.Args[1]).Kind != Unbounded {
			return false
		}
		return e.Partly(v.Call.Args[0])
	}
	return false
}

// conditions are the sources of what is tested between the block that leads to
// all edges of the phi, and the phi.
func conditions(phi *ssa.Phi) map[types.Object]bool {
	all := make(map[types.Object]bool)
	from := phi.Block().Idom()
	if from == nil {
		return all
	}
	for _, b := range phi.Parent().Blocks {
		if len(b.Instrs) == 0 || !from.Dominates(b) || phi.Block().Dominates(b) {
			continue
		}
		if test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			for obj := range sources(test.Cond) {
				all[obj] = true
			}
		}
	}
	return all
}

// sources are the parameters, fields and variables that a value is made of.
func sources(v ssa.Value) map[types.Object]bool {
	found := make(map[types.Object]bool)
	seen := make(map[ssa.Value]bool)
	var visit func(v ssa.Value)
	visit = func(v ssa.Value) {
		if v == nil || seen[v] {
			return
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Parameter:
			found[v.Object()] = true
			return
		case *ssa.Global:
			found[v.Object()] = true
			return
		case *ssa.FieldAddr:
			if alloc, ok := v.X.(*ssa.Alloc); !ok || isParameterCopy(alloc) {
				found[Field(v.X.Type(), v.Field)] = true
				return
			}
		case *ssa.Field:
			found[Field(v.X.Type(), v.Field)] = true
			return
		case *ssa.Alloc:
			// A literal is made of what is stored in it.
			for _, ref := range *v.Referrers() {
				switch ref := ref.(type) {
				case *ssa.Store:
					visit(ref.Val)
				case *ssa.FieldAddr:
					visitStores(ref, visit)
				case *ssa.IndexAddr:
					visitStores(ref, visit)
				}
			}
			return
		}
		if instr, ok := v.(ssa.Instruction); ok {
			for _, op := range instr.Operands(nil) {
				visit(*op)
			}
		}
	}
	visit(v)
	return found
}

func visitStores(addr ssa.Value, visit func(ssa.Value)) {
	for _, ref := range *addr.Referrers() {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == addr {
			visit(store.Val)
		}
	}
}

// isParameterCopy reports whether the local is where a parameter is kept whose
// fields are read.
func isParameterCopy(alloc *ssa.Alloc) bool {
	for _, ref := range *alloc.Referrers() {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == alloc {
			if _, ok := store.Val.(*ssa.Parameter); ok {
				return true
			}
		}
	}
	return false
}

func intersects(a, b map[types.Object]bool) bool {
	for obj := range a {
		if b[obj] {
			return true
		}
	}
	return false
}
