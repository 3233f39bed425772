package deadline

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// endedByHand reports whether the program may end the context that a call makes
// by a rule of its own, such as a timer that calls cancel, or has ended it
// before it is used. What a cancel function does when its function returns, on
// the way out after an error, or from a field, where it waits for a Close, is
// no such rule.
func endedByHand(call *ssa.Call) bool {
	cancel := Extracted(call, 1)
	if cancel == nil {
		return false
	}
	for _, use := range *cancel.Referrers() {
		switch use := use.(type) {
		case *ssa.Defer:
			if use.Call.Value != cancel {
				return true
			}
		case *ssa.Call:
			if use.Call.Value != cancel || usedAfter(Extracted(call, 0), use) {
				return true
			}
		case *ssa.Store:
			if _, ok := use.Addr.(*ssa.FieldAddr); !ok {
				return true
			}
		case *ssa.Return, *ssa.DebugRef:
		default:
			return true
		}
	}
	return false
}

// Extracted is the i-th result of a call as a value, or nil if it is not used.
func Extracted(call *ssa.Call, i int) *ssa.Extract {
	for _, ref := range *call.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == i {
			return e
		}
	}
	return nil
}

// usedAfter reports whether v is used where only the way through at leads.
func usedAfter(v *ssa.Extract, at ssa.Instruction) bool {
	if v == nil {
		return false
	}
	for _, use := range *v.Referrers() {
		if use.Block() == at.Block() {
			if slices.Index(at.Block().Instrs, use) > slices.Index(at.Block().Instrs, at) {
				return true
			}
		} else if at.Block().Dominates(use.Block()) {
			return true
		}
	}
	return false
}
