package fanout

import "golang.org/x/tools/go/ssa"

func (f *finder) reportPerCall(fn *ssa.Function) {}
