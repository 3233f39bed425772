package loops

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// tellsOfFailure reports whether a function has a boolean result that says whether
// its call of another machine succeeded: it returns false after an error, and true
// without one. A boolean that comes from the answer says what state something is
// in, and to ask again is to poll.
func tellsOfFailure(fn *ssa.Function, j Judge) bool {
	results := fn.Signature.Results()
	if results.Len() != 1 || !isBool(results.At(0).Type()) {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if _, remote := j.Remote(&call.Call); remote && decidesAlone(fn, call) {
				return true
			}
		}
	}
	return false
}

// decidesAlone reports whether fn returns false wherever the call has failed, and
// true wherever it has not.
func decidesAlone(fn *ssa.Function, call *ssa.Call) bool {
	whole := &Loop{Head: fn.Blocks[0], Blocks: make(map[*ssa.BasicBlock]bool)}
	for _, b := range fn.Blocks {
		whole.Blocks[b] = true
	}
	o := outcomeOf(Of(fn), whole, call)
	return o.err != nil && o.returnsOnly(failed, false) && o.returnsOnly(succeeded, true)
}

// returnsOnly reports whether the function returns nothing but the given value once
// the operation has ended in a way.
func (o *outcome) returnsOnly(how result, want bool) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	any := false
	var visit func(b *ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		if seen[b] {
			return true
		}
		seen[b] = true
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			any = true
			c, ok := ret.Results[0].(*ssa.Const)
			return ok && c.Value != nil && c.Value.Kind() == constant.Bool && constant.BoolVal(c.Value) == want
		}
		for _, next := range o.ways(b, how) {
			if !visit(next) {
				return false
			}
		}
		return true
	}
	return visit(o.op.Block()) && any
}

func isBool(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Kind() == types.Bool
}
