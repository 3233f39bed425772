package destination

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
)

// A walk is one search against the flow of values.
type walk struct {
	f      *Finder
	onPath map[ssa.Value]bool
	// done are the requests, URLs and connections whose hosts are known already.
	done  map[ssa.Value]bool
	steps int
	// lost is set where something on the way is not known.
	lost bool
}

// maxSteps bounds a walk.
const maxSteps = 300

// makers are the constants, calls, literals and sums that a value may come from.
func (w *walk) makers(v ssa.Value) []ssa.Value {
	if w.steps--; w.steps < 0 {
		w.lost = true
	}
	if w.lost || w.onPath[v] {
		return nil // a cycle adds nothing to what its entries bring
	}
	w.onPath[v] = true
	defer delete(w.onPath, v)
	switch v := v.(type) {
	case *ssa.Phi:
		return w.all(v.Edges)
	case *ssa.MakeInterface:
		return w.makers(v.X)
	case *ssa.ChangeInterface:
		return w.makers(v.X)
	case *ssa.ChangeType:
		return w.makers(v.X)
	case *ssa.Extract:
		if _, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 {
			return w.called(v)
		}
	case *ssa.Call:
		return w.called(v)
	case *ssa.Const:
		if !v.IsNil() {
			return []ssa.Value{v}
		}
		return nil // nothing can be done with it
	case *ssa.BinOp, *ssa.Alloc:
		return []ssa.Value{v}
	case *ssa.Field:
		return w.known(w.f.held(deadline.Field(v.X.Type(), v.Field)))
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return w.loaded(v.X)
		}
	case *ssa.Parameter:
		return w.given(v)
	case *ssa.FreeVar:
		if bound := w.binding(v); bound != nil {
			return w.makers(bound)
		}
	}
	w.lost = true
	return nil
}

func (w *walk) all(values []ssa.Value) (list []ssa.Value) {
	for _, v := range values {
		list = append(list, w.makers(v)...)
	}
	return list
}

// known follows values of which there has to be one.
func (w *walk) known(values []ssa.Value) []ssa.Value {
	if len(values) == 0 {
		w.lost = true
	}
	return w.all(values)
}

// called follows the result of a function of the package, and stops at those of others.
func (w *walk) called(v ssa.Value) []ssa.Value {
	call, _ := v.(*ssa.Call)
	if e, ok := v.(*ssa.Extract); ok {
		call = e.Tuple.(*ssa.Call)
	}
	fn := deadline.Callee(&call.Call)
	if fn == nil || fn.Blocks == nil {
		return []ssa.Value{v}
	}
	var results []ssa.Value
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) > 0 {
			results = append(results, ret.Results[0])
		}
	}
	return w.known(results)
}

// loaded follows what is read from an address.
func (w *walk) loaded(addr ssa.Value) []ssa.Value {
	if free, ok := addr.(*ssa.FreeVar); ok {
		if addr = w.binding(free); addr == nil {
			w.lost = true
			return nil
		}
	}
	if cell, ok := addr.(*ssa.Alloc); ok {
		vals, ok := w.cell(cell)
		if !ok {
			w.lost = true
			return nil
		}
		return w.known(vals)
	}
	return w.known(w.f.held(object(addr)))
}

// cell are the values stored in a local, here and in the function literals that share it,
// if nothing else has its address.
func (w *walk) cell(addr ssa.Value) (vals []ssa.Value, ok bool) {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr != addr {
				return nil, false
			}
			vals = append(vals, ref.Val)
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == addr {
					more, ok := w.cell(ref.Fn.(*ssa.Function).FreeVars[i])
					if !ok {
						return nil, false
					}
					vals = append(vals, more...)
				}
			}
		default:
			return nil, false
		}
	}
	return vals, true
}

// given follows a parameter to all the callers, if the package shows them.
func (w *walk) given(p *ssa.Parameter) []ssa.Value {
	fn := p.Parent()
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Exported() && w.f.pkg.Name() != "main" || w.f.escapes[fn] || len(w.f.calls[fn]) == 0 {
		w.lost = true
		return nil
	}
	var vals []ssa.Value
	for i, param := range fn.Params {
		if param != p {
			continue
		}
		for _, call := range w.f.calls[fn] {
			args := deadline.AllArguments(call.Common())
			if i >= len(args) {
				w.lost = true
				return nil
			}
			vals = append(vals, args[i])
		}
	}
	return w.known(vals)
}

// binding is the value that a function literal closes over.
func (w *walk) binding(v *ssa.FreeVar) ssa.Value {
	closure := w.f.closures[v.Parent()]
	if closure == nil {
		return nil
	}
	for i, free := range v.Parent().FreeVars {
		if free == v {
			return closure.Bindings[i]
		}
	}
	return nil
}
