package loops

import "golang.org/x/tools/go/ssa"

// A Repeat is a call in a loop that is made again after it has failed, whatever a
// success leads to.
type Repeat struct {
	*Loop
	Call *ssa.Call
}

// Repeats returns the calls that an error without a name leads back to, in the innermost
// loop around each, of those that are asked for.
func Repeats(fn *ssa.Function, wanted func(*ssa.Call) bool) (found []Repeat) {
	var all []*Loop
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !wanted(call) {
				continue
			}
			if all == nil {
				all = Of(fn)
			}
			l := innermost(all, b)
			if l == nil {
				continue
			}
			o := &outcome{loop: l, op: call, own: true}
			if o.find(); o.again(surprised, nil) {
				found = append(found, Repeat{l, call})
			}
		}
	}
	return found
}
