package effects

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/ablation"
	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/layers"
)

// A wrapping follows values that wrap one another: transports around transports, clients with
// a transport, functions around functions. Their layers are in the values, not in
// the calls.
type wrapping struct {
	s *stack
	// stores are what fields and package variables are given in this package.
	stores map[types.Object][]ssa.Value
	// calls are the static calls of the functions of this package.
	calls map[*ssa.Function][]ssa.CallInstruction
	depth int
}

const maxWrapped = 8

// wrapping returns the stack's own, made at the first use.
func (s *stack) wrapping() *wrapping {
	if s.wraps == nil {
		s.wraps = &wrapping{s: s, stores: make(map[types.Object][]ssa.Value), calls: make(map[*ssa.Function][]ssa.CallInstruction)}
		for _, fn := range s.funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if store, ok := instr.(*ssa.Store); ok {
						if obj := stored(store.Addr); obj != nil {
							s.wraps.stores[obj] = append(s.wraps.stores[obj], store.Val)
						}
					}
					if call, ok := instr.(ssa.CallInstruction); ok {
						if fn := deadline.Callee(call.Common()); fn != nil && fn.Blocks != nil {
							s.wraps.calls[fn] = append(s.wraps.calls[fn], call)
						}
					}
				}
			}
		}
	}
	return s.wraps
}

// stored is the field or package variable that an address is of, or nil.
func stored(addr ssa.Value) types.Object {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		if f := deadline.Field(addr.X.Type(), addr.Field); f != nil && !ablation.Off(ablation.Fields) {
			return f
		}
	case *ssa.Global:
		return addr.Object()
	}
	return nil
}

// of are the ways of a call of v, which is or has something that may wrap: a client, a
// transport, a function. It is nil where nothing is known to retry.
func (w *wrapping) of(v ssa.Value) []Reach {
	if w.depth++; w.depth > maxWrapped {
		w.depth--
		return nil
	}
	defer func() { w.depth-- }()
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return w.of(v.X)
	case *ssa.ChangeInterface:
		return w.of(v.X)
	case *ssa.ChangeType:
		return w.of(v.X)
	case *ssa.Alloc:
		return w.made(v)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return nil
		}
		if cell, ok := v.X.(*ssa.Alloc); ok {
			return w.made(cell)
		}
		if obj := stored(v.X); obj != nil && len(w.stores[obj]) == 1 {
			return w.of(w.stores[obj][0])
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 {
			return w.returned(call)
		}
	case *ssa.Call:
		return w.returned(v)
	case *ssa.MakeClosure, *ssa.Function:
		return w.s.given(v)
	}
	return nil
}

// made are the ways through a variable or literal: what its own method repeats, and what
// stands in the field that it repeats, or in the Transport of an HTTP client.
func (w *wrapping) made(alloc *ssa.Alloc) []Reach {
	elem := alloc.Type().Underlying().(*types.Pointer).Elem()
	if _, isStruct := elem.Underlying().(*types.Struct); !isStruct {
		var only ssa.Value
		for _, ref := range *alloc.Referrers() {
			if store, ok := ref.(*ssa.Store); ok && store.Addr == alloc {
				if only != nil {
					return nil
				}
				only = store.Val
			}
		}
		return w.of(only)
	}
	return product(w.method(elem), w.inside(alloc))
}

// inside are the ways through what stands in the fields of a literal that send on.
func (w *wrapping) inside(alloc *ssa.Alloc) (inner []Reach) {
	for _, ref := range *alloc.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		field := deadline.Field(fa.X.Type(), fa.Field)
		if field == nil || !wrapsRoundTripper(field.Type()) {
			continue
		}
		for _, use := range *fa.Referrers() {
			if store, ok := use.(*ssa.Store); ok && store.Addr == fa {
				inner = append(inner, w.of(store.Val)...)
			}
		}
	}
	return inner
}

// method are the ways of the method of a type that sends a request on, if it retries.
func (w *wrapping) method(t types.Type) []Reach {
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, w.s.cs.pass.Pkg, "RoundTrip")
	fn, ok := obj.(*types.Func)
	if !ok || fn.Pkg() == nil || knowledge.Standard(fn.Pkg().Path()) {
		return nil
	}
	return w.s.reaches(fn)
}

// returned are the ways of what a function returns.
func (w *wrapping) returned(call *ssa.Call) []Reach {
	if p := w.s.calls[call]; p != nil && p.Helper != nil && p.Helper.Later {
		return w.s.from(p)
	}
	fn := deadline.Callee(&call.Call)
	if fn == nil {
		return nil
	}
	var found []Reach
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		if c, isConst := ret.Results[0].(*ssa.Const); isConst && c.IsNil() {
			continue
		}
		here := product(w.of(ret.Results[0]), w.argument(fn, call))
		if found != nil && !slices.EqualFunc(found, here, func(a, b Reach) bool { return a.String() == b.String() }) {
			return nil // one or the other
		}
		found = here
	}
	return found
}

// argument are the ways through the argument that a function keeps in what it returns.
func (w *wrapping) argument(fn *ssa.Function, call *ssa.Call) []Reach {
	for i, p := range fn.Params {
		if i < len(call.Call.Args) && wrapsRoundTripper(p.Type()) && holds(p) {
			return w.of(call.Call.Args[i])
		}
	}
	return nil
}

// wired are the places where a transport that retries is put around one that does.
func (w *wrapping) wired() (found []*Wiring) {
	note := func(v ssa.Value, inner []Reach) {
		if len(inner) == 0 {
			return
		}
		for _, r := range w.of(v) {
			if outer := len(r.Layers) - len(inner[0].Layers); outer > 0 {
				found = append(found, &Wiring{Pos: v.Pos(), Reach: r, Outer: outer})
				return
			}
		}
	}
	for _, fn := range w.s.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch v := instr.(type) {
				case *ssa.Alloc:
					note(v, w.inside(v))
				case *ssa.Call:
					if callee := deadline.Callee(&v.Call); callee != nil {
						note(v, w.argument(callee, v))
					}
				}
			}
		}
	}
	return found
}

// holds reports whether a parameter is put into a field: of what the function returns.
func holds(p *ssa.Parameter) bool {
	return slices.ContainsFunc(*p.Referrers(), func(ref ssa.Instruction) bool {
		store, ok := ref.(*ssa.Store)
		if !ok || store.Val != p {
			return false
		}
		_, field := store.Addr.(*ssa.FieldAddr)
		return field
	})
}

// product are the ways that go through one layer and then another.
func product(outer, inner []Reach) []Reach {
	switch {
	case len(outer) == 0:
		return inner
	case len(inner) == 0:
		return outer
	}
	var all []Reach
	for _, o := range outer {
		for _, i := range inner {
			if layers.Heed(o.Layers, i.Layers) {
				all = append(all, i)
				continue
			}
			all = append(all, Reach{Chain: layers.Chain{Layers: slices.Concat(o.Layers, i.Layers), Ends: i.Ends}, Asks: i.Asks})
		}
	}
	return pruned(all)
}

// wrapsRoundTripper reports whether a value of type t sends requests on.
func wrapsRoundTripper(t types.Type) bool {
	switch types.TypeString(t, nil) {
	case "net/http.RoundTripper", "*net/http.Client", "net/http.Client":
		return true
	}
	return false
}

// isSend reports whether a call sends a request through an http.Client.
func isSend(call *ssa.Call) bool {
	callee := deadline.Called(&call.Call)
	if callee == nil || callee.Pkg() == nil || callee.Pkg().Path() != "net/http" {
		return false
	}
	recv := callee.Signature().Recv()
	return recv != nil && types.TypeString(recv.Type(), nil) == "*net/http.Client"
}
