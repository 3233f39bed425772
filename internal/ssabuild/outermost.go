package ssabuild

import "golang.org/x/tools/go/ssa"

// Outermost is the declared function around a function literal.
func Outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}
