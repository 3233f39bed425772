package standin

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/loops"
)

// takesPlace reports whether the result of a call ends up where the answer of the first
// would have.
func (f *first) takesPlace(call *ssa.Call) bool {
	instead := newFlow(f.judge)
	instead.from(call)
	return len(instead.has) > 0 && (f.sameResult(instead, call.Block()) || f.sameVariable(instead) || f.sameField(instead))
}

// sameResult reports whether the function returns the one where it would have returned
// the other, without an error of its own.
func (f *first) sameResult(instead *flow, from *ssa.BasicBlock) bool {
	given := make(map[int]bool)
	for _, ret := range returns(f.op.Parent()) {
		if !f.passed[ret.Block()] {
			continue
		}
		for i, v := range Returned(ret) {
			given[i] = given[i] || f.answer.has[v]
		}
	}
	for _, ret := range returns(f.op.Parent()) {
		if !f.failed[ret.Block()] || !leads(from, ret.Block()) || f.fails(ret) {
			continue
		}
		for i, v := range Returned(ret) {
			if given[i] && instead.has[v] {
				return true
			}
		}
	}
	return false
}

// sameVariable reports whether one of them becomes the value of a variable, and the
// other on another way.
func (f *first) sameVariable(instead *flow) bool {
	for _, b := range f.op.Parent().Blocks {
		if !f.failed[b] || !f.passed[b] {
			continue
		}
		for _, instr := range b.Instrs {
			phi, ok := instr.(*ssa.Phi)
			if !ok {
				break
			}
			var one, other bool
			for i, edge := range phi.Edges {
				only := f.failed[b.Preds[i]] && !f.passed[b.Preds[i]]
				one = one || f.answer.has[edge] && !only
				other = other || instead.has[edge] && only
			}
			if one && other {
				return true
			}
		}
	}
	return false
}

// sameField reports whether both are put into one field, or into a variable that is
// shared with function literals, each on its own way.
func (f *first) sameField(instead *flow) bool {
	for _, store := range instead.stores {
		if b := store.Block(); b.Parent() != f.op.Parent() || !f.failed[b] || f.passed[b] {
			continue
		}
		for _, other := range f.answer.stores {
			if other != store && f.passed[other.Block()] && samePlace(store.Addr, other.Addr) {
				return true
			}
		}
	}
	return false
}

func samePlace(a, b ssa.Value) bool {
	if _, ok := a.(*ssa.IndexAddr); ok {
		return false
	}
	return SameValue(a, b)
}

// fails reports whether a function returns an error for certain.
func (f *first) fails(ret *ssa.Return) bool {
	results := Returned(ret)
	if len(results) == 0 {
		return false
	}
	err := results[len(results)-1]
	if !loops.IsError(err.Type()) {
		return false
	}
	switch v := err.(type) {
	case *ssa.MakeInterface:
		return true
	case *ssa.Const:
		return false
	case *ssa.Call:
		fn := deadline.Called(&v.Call)
		return f.ending.IsError(v) || fn != nil && (fn.FullName() == "fmt.Errorf" || fn.FullName() == "errors.New")
	case *ssa.UnOp:
		_, ok := v.X.(*ssa.Global)
		return ok
	case *ssa.Phi:
		return false
	}
	return f.ending.IsError(err)
}

// Returned are the values that a function returns. One that has deferred calls puts them
// into the variables of its results first, so that these can change them.
func Returned(ret *ssa.Return) []ssa.Value {
	values := slices.Clone(ret.Results)
	for i, v := range values {
		load, ok := v.(*ssa.UnOp)
		if !ok {
			continue
		}
		for _, instr := range ret.Block().Instrs {
			if store, ok := instr.(*ssa.Store); ok && store.Addr == load.X {
				values[i] = store.Val
			}
		}
	}
	return values
}

func returns(fn *ssa.Function) (found []*ssa.Return) {
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			found = append(found, ret)
		}
	}
	return found
}

// leads reports whether a block can follow another one, or is the same.
func leads(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{from: true}
	for list := []*ssa.BasicBlock{from}; len(list) > 0; list = list[1:] {
		if list[0] == to {
			return true
		}
		for _, next := range list[0].Succs {
			if !seen[next] {
				seen[next] = true
				list = append(list, next)
			}
		}
	}
	return false
}
