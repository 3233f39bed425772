package effects

import (
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/ssabuild"
)

// maxElements bounds the way to the elements of a slice.
const maxElements = 8

// elements are the values that are certain to be in a slice, in their order.
func (w *wrapping) elements(v ssa.Value, depth int) (list []ssa.Value) {
	if depth > maxElements {
		return nil
	}
	switch v := ssabuild.Resolve(v).(type) {
	case *ssa.Slice:
		array, ok := v.X.(*ssa.Alloc)
		if !ok {
			return w.elements(v.X, depth+1)
		}
		return literalElements(array)
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			return append(w.elements(v.Call.Args[0], depth+1), w.elements(v.Call.Args[1], depth+1)...)
		}
		if result := onlyResult(deadline.Callee(&v.Call)); result != nil {
			return w.elements(result, depth+1)
		}
	case *ssa.Phi:
		for i, e := range v.Edges {
			if here := w.elements(e, depth+1); i == 0 {
				list = here
			} else {
				list = slices.DeleteFunc(list, func(o ssa.Value) bool { return !slices.Contains(here, o) })
			}
		}
		return list
	case *ssa.UnOp:
		if one := w.single(v); one != v {
			return w.elements(one, depth+1)
		}
	}
	return nil
}

// literalElements are the elements of an array that is written as a literal, in their order.
func literalElements(array *ssa.Alloc) []ssa.Value {
	elems := make(map[int64]ssa.Value)
	for _, ref := range *array.Referrers() {
		at, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		i, ok := at.Index.(*ssa.Const)
		if !ok {
			continue
		}
		for _, use := range *at.Referrers() {
			if store, ok := use.(*ssa.Store); ok && store.Addr == at {
				elems[i.Int64()] = store.Val
			}
		}
	}
	var list []ssa.Value
	for i := range int64(len(elems)) {
		if elems[i] == nil {
			return nil
		}
		list = append(list, elems[i])
	}
	return list
}

// single is what a field or package variable of the package holds that is set once, or v.
func (w *wrapping) single(v ssa.Value) ssa.Value {
	v = ssabuild.Resolve(v)
	if load, ok := v.(*ssa.UnOp); ok {
		if obj := stored(load.X); obj != nil && len(w.stores[obj]) == 1 {
			return ssabuild.Resolve(w.stores[obj][0])
		}
	}
	if c := ssabuild.Captured(v); c != nil {
		return ssabuild.Resolve(c)
	}
	return v
}

// maker is the call of another package's function that makes v, through functions of this one.
func (w *wrapping) maker(v ssa.Value, depth int) *ssa.Call {
	v = w.single(v)
	if e, ok := v.(*ssa.Extract); ok && e.Index == 0 {
		v = e.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok || depth > maxElements {
		return nil
	}
	fn := deadline.Callee(&call.Call)
	if fn == nil {
		return nil
	}
	if fn.Blocks == nil {
		return call
	}
	if result := onlyResult(fn); result != nil {
		return w.maker(result, depth+1)
	}
	return nil
}

// written is the function of this package that v is, or that a function of this package returns.
func (w *wrapping) written(v ssa.Value, depth int) *ssa.Function {
	v = w.single(v)
	if lit := ssabuild.Literal(v); lit != nil || depth > maxElements {
		return lit
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil
	}
	if result := onlyResult(deadline.Callee(&call.Call)); result != nil {
		return w.written(result, depth+1)
	}
	return nil
}

// onlyResult is the first result of a function of this package that returns one, or nil in its place; or nil.
func onlyResult(fn *ssa.Function) (result ssa.Value) {
	if fn == nil {
		return nil
	}
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) > 0 && ssabuild.IsNil(ret.Results[0]) {
			continue
		}
		if result != nil || len(ret.Results) == 0 {
			return nil
		}
		result = ret.Results[0]
	}
	return result
}

func constantInt(v ssa.Value) (int, bool) {
	if conv, ok := v.(*ssa.Convert); ok {
		v = conv.X
	}
	c, ok := ssabuild.Resolve(v).(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	n, exact := constant.Int64Val(c.Value)
	return int(n), exact
}

func constantText(v ssa.Value) (string, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}
