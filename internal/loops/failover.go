package loops

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Failovers returns the operations of which a loop tries one after the other until one
// has succeeded: each round has another operand, failure leads to the next one, and
// success leaves the loop.
func Failovers(fn *ssa.Function, j Judge) (found []*ssa.Call) {
	all := Of(fn)
	for _, b := range fn.Blocks {
		l := innermost(all, b)
		if l == nil {
			continue
		}
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if _, known, ok := operation(call, j); !ok || !known || !l.each(call) {
				continue
			}
			if o := outcomeOf(all, l, call); o.err != nil && o.again(failed, nil) && !o.again(succeeded, nil) {
				found = append(found, call)
			}
		}
	}
	return found
}

// NextRound reports whether a call follows another one only in a later round of a loop that works
// on something else each time: what it asks is the next of several.
func NextRound(first, then *ssa.Call) bool {
	for _, l := range Of(first.Parent()) {
		if l.Contains(first) && l.Contains(then) && l.each(then) && !l.sameRound(first, then) {
			return true
		}
	}
	return false
}

// sameRound reports whether a round of the loop may come from one instruction to another.
func (l *Loop) sameRound(from, to ssa.Instruction) bool {
	if from.Block() == to.Block() {
		instrs := from.Block().Instrs
		return slices.Index(instrs, from) < slices.Index(instrs, to)
	}
	seen := map[*ssa.BasicBlock]bool{l.Head: true}
	var reaches func(b *ssa.BasicBlock) bool
	reaches = func(b *ssa.BasicBlock) bool {
		if seen[b] || !l.Blocks[b] {
			return false
		}
		seen[b] = true
		return b == to.Block() || slices.ContainsFunc(b.Succs, reaches)
	}
	return slices.ContainsFunc(from.Block().Succs, reaches)
}
