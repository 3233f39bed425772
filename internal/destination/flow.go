package destination

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
)

// A flow knows what a package does with its variables, fields and functions.
type flow struct {
	pkg    *types.Package
	stores map[types.Object][]ssa.Value
	// lent are the variables and fields whose address something else has, and the functions
	// that are used as values: nobody can see all that is done with them.
	lent     map[types.Object]bool
	escapes  map[*ssa.Function]bool
	calls    map[*ssa.Function][]ssa.CallInstruction
	closures map[*ssa.Function]*ssa.MakeClosure
}

func newFlow(pkg *types.Package) flow {
	return flow{pkg, make(map[types.Object][]ssa.Value), make(map[types.Object]bool), make(map[*ssa.Function]bool),
		make(map[*ssa.Function][]ssa.CallInstruction), make(map[*ssa.Function]*ssa.MakeClosure)}
}

func (f *flow) read(instr ssa.Instruction) {
	if store, ok := instr.(*ssa.Store); ok {
		if obj := object(store.Addr); obj != nil {
			f.stores[obj] = append(f.stores[obj], store.Val)
		}
	}
	if closure, ok := instr.(*ssa.MakeClosure); ok {
		f.closures[closure.Fn.(*ssa.Function)] = closure
	}
	call, isCall := instr.(ssa.CallInstruction)
	if isCall {
		if fn := deadline.Callee(call.Common()); fn != nil {
			f.calls[fn] = append(f.calls[fn], call)
		}
	}
	for _, op := range instr.Operands(nil) {
		if fn, ok := (*op).(*ssa.Function); ok && !(isCall && op == &call.Common().Value) {
			f.escapes[fn] = true
		}
		if obj := object(*op); obj != nil && !onlyUsed(instr, *op) {
			f.lent[obj] = true
		}
	}
}

// object is the field or package-level variable at an address, or nil.
func object(addr ssa.Value) types.Object {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		if field := deadline.Field(addr.X.Type(), addr.Field); field != nil {
			return field
		}
	case *ssa.Global:
		if obj := addr.Object(); obj != nil {
			return obj
		}
	}
	return nil
}

// onlyUsed reports whether an instruction stores at an address, or reads what stands there.
func onlyUsed(instr ssa.Instruction, addr ssa.Value) bool {
	switch instr := instr.(type) {
	case *ssa.Store:
		return instr.Addr == addr
	case *ssa.UnOp:
		return instr.Op == token.MUL
	case *ssa.FieldAddr, *ssa.DebugRef:
		return true
	}
	return false
}

// held are the values that the package puts into a field or variable, if no other can.
func (f *flow) held(obj types.Object) []ssa.Value {
	if obj == nil || obj.Pkg() != f.pkg || f.lent[obj] || obj.Exported() && f.pkg.Name() != "main" {
		return nil
	}
	if v, ok := obj.(*types.Var); ok && v.IsField() && obj.Exported() {
		return nil // a decoder may fill it in
	}
	return f.stores[obj]
}

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

// callOf is the call that makes a value, and the function that it calls by name; or nil.
func callOf(v ssa.Value) (*ssa.CallCommon, *types.Func) {
	if e, ok := v.(*ssa.Extract); ok && e.Index == 0 {
		v = e.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil, nil
	}
	return &call.Call, deadline.Called(&call.Call)
}

func name(fn *types.Func) string {
	if fn == nil {
		return ""
	}
	return fn.FullName()
}

// literal are the values of a field of a struct that is made here, or nil.
func literal(made ssa.Value, field string) (vals []ssa.Value) {
	alloc, ok := made.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, ref := range *alloc.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		if f := deadline.Field(fa.X.Type(), fa.Field); f == nil || f.Name() != field {
			continue
		}
		for _, ref := range *fa.Referrers() {
			if store, ok := ref.(*ssa.Store); ok && store.Addr == fa {
				vals = append(vals, store.Val)
			}
		}
	}
	return vals
}

// variadic are the arguments behind the dots.
func variadic(v ssa.Value) (args []ssa.Value) {
	slice, ok := v.(*ssa.Slice)
	if !ok {
		return nil
	}
	array, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, ref := range *array.Referrers() {
		at, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, ref := range *at.Referrers() {
			if store, ok := ref.(*ssa.Store); ok && store.Addr == at {
				args = append(args, store.Val)
			}
		}
	}
	return args
}

// unboxed is the value in an interface.
func unboxed(v ssa.Value) ssa.Value {
	if box, ok := v.(*ssa.MakeInterface); ok {
		return box.X
	}
	return v
}

func isText(v ssa.Value) bool {
	basic, ok := unboxed(v).Type().Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

func isConst(v ssa.Value, s string) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.String && constant.StringVal(c.Value) == s
}
