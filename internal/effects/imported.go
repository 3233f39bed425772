package effects

import (
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/deadline"
)

// imported reads the facts of other packages.
type imported struct {
	pass  *analysis.Pass
	marks marks
}

func (im imported) function(fn *types.Func) *Function {
	fact := new(Function)
	if fn == nil || fn.Pkg() == im.pass.Pkg || !im.pass.ImportObjectFact(fn.Origin(), fact) {
		return nil
	}
	return fact
}

func (im imported) Result(fn *types.Func, i int) deadline.Bound {
	if m := im.marks[fn]; m != nil && m.Bounded {
		return deadline.Bound{Kind: deadline.Bounded}
	}
	if fact := im.function(fn); fact != nil {
		if fact.Bounded {
			return deadline.Bound{Kind: deadline.Bounded}
		}
		for _, r := range fact.Results {
			if r.Index == i {
				return r.Bound
			}
		}
	}
	return deadline.Bound{}
}

func (im imported) Sets(fn *types.Func, i int) bool {
	if fact := im.function(fn); fact != nil {
		for _, p := range fact.Sets {
			if p == i {
				return true
			}
		}
	}
	return false
}
