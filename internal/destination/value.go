package destination

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
)

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
