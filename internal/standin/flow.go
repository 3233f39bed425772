package standin

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/loops"
)

// A flow is where the result of a call goes: all values that are made of it.
type flow struct {
	judge loops.Judge
	has   map[ssa.Value]bool
	// stores are those that put such a value somewhere.
	stores []*ssa.Store
}

func newFlow(j loops.Judge) *flow { return &flow{judge: j, has: make(map[ssa.Value]bool)} }

// from lets the results of a call flow, and what it writes into variables.
func (f *flow) from(call *ssa.Call) {
	switch results := call.Call.Signature().Results(); {
	case results.Len() > 1:
		for _, ref := range *call.Referrers() {
			if e, ok := ref.(*ssa.Extract); ok {
				f.add(e)
			}
		}
	case results.Len() == 1:
		f.add(call)
	}
	for v := range targets(call) {
		f.add(v)
	}
}

// add lets a value flow. Errors do not: they tell why there is no answer.
func (f *flow) add(v ssa.Value) {
	if f.has[v] || loops.IsError(v.Type()) || isBool(v.Type()) || v.Referrers() == nil {
		return
	}
	f.has[v] = true
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Val == v {
				f.stores = append(f.stores, ref)
				if cell := root(ref.Addr); cell != nil {
					f.add(cell)
				}
			}
		case *ssa.MapUpdate:
			if ref.Value == v {
				f.add(ref.Map)
			}
		case *ssa.Call:
			f.through(ref)
		case *ssa.MakeClosure, *ssa.Alloc:
		case ssa.Value:
			f.add(ref)
		}
	}
}

// through follows what a call makes of an argument. What another machine makes of it
// is its answer, and no longer the first one's.
func (f *flow) through(call *ssa.Call) {
	if _, remote := Remote(&call.Call, f.judge); remote || canStop(&call.Call) && asksItself(&call.Call, f.judge) {
		return
	}
	if call.Call.Signature().Results().Len() == 1 {
		f.add(call)
	} else {
		for _, ref := range *call.Referrers() {
			if e, ok := ref.(*ssa.Extract); ok {
				f.add(e)
			}
		}
	}
	for v := range writes(call) {
		f.add(v)
	}
}

// root is the local variable that an address lies in, or nil.
func root(addr ssa.Value) *ssa.Alloc {
	for {
		switch a := addr.(type) {
		case *ssa.Alloc:
			return a
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		default:
			return nil
		}
	}
}

// writes are the local variables that a call is given the addresses of, one by one or
// among the arguments of a variadic one.
func writes(call *ssa.Call) map[ssa.Value]bool {
	found := make(map[ssa.Value]bool)
	_, args := deadline.Arguments(&call.Call)
	var look func(v ssa.Value, deep bool)
	look = func(v ssa.Value, deep bool) {
		switch v := v.(type) {
		case *ssa.Alloc:
			found[v] = true
		case *ssa.FieldAddr:
			if cell := root(v); cell != nil {
				found[cell] = true
			}
		case *ssa.MakeInterface:
			look(v.X, deep)
		case *ssa.Slice:
			array, ok := v.X.(*ssa.Alloc)
			if !ok || !deep {
				return
			}
			for _, ref := range *array.Referrers() {
				if at, ok := ref.(*ssa.IndexAddr); ok {
					for _, use := range *at.Referrers() {
						if store, ok := use.(*ssa.Store); ok {
							look(store.Val, false)
						}
					}
				}
			}
		}
	}
	for _, arg := range args {
		look(arg, true)
	}
	return found
}

// targets are the variables that a call fills with its answer, where that is all that
// it has to give: row.Scan(&name), client.Get(ctx, key, &object).
func targets(call *ssa.Call) map[ssa.Value]bool {
	if call.Call.Signature().Results().Len() != 1 || !givesError(call) || !reads(call) {
		return nil
	}
	return writes(call)
}

func isBool(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Kind() == types.Bool
}
