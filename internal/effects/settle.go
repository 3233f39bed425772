package effects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// settle looks at the candidates among functions until no more is found: what one of them is
// may depend on what another is, which it hands its parameters to.
func settle[F any](all []*ssa.Function, candidates map[*types.Func]bool, found map[*types.Func]*F, look func(*ssa.Function) *F) {
	var funcs []*ssa.Function
	for _, fn := range all {
		if obj, ok := fn.Object().(*types.Func); ok && candidates[obj] {
			funcs = append(funcs, fn)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, fn := range funcs {
			obj := fn.Object().(*types.Func)
			if found[obj] != nil {
				continue
			}
			if f := look(fn); f != nil {
				found[obj], changed = f, true
			}
		}
	}
}
