package loops

import "golang.org/x/tools/go/ssa"

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
