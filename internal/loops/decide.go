package loops

import (
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
)

// Decide computes what a function answers that is given a struct, or a pointer to one,
// of which the fields are known by name. Nothing is known where something else than
// these and constants decides.
func Decide(fn *ssa.Function, fields map[string]int64) (holds, known bool) {
	if len(fn.Params) != 1 || len(fn.Blocks) == 0 {
		return false, false
	}
	f := newFrame(func(ssa.Value) number { return number{} })
	f.field = func(of ssa.Value, index int) number {
		if of != fn.Params[0] && !copies(of, fn.Params[0]) {
			return number{}
		}
		field := deadline.Field(of.Type(), index)
		if field == nil {
			return number{}
		}
		i, ok := fields[field.Name()]
		if !ok {
			return number{}
		}
		return number{kind: whole, i: i}.as(field.Type())
	}
	results := f.run(fn)
	if len(results) != 1 || results[0].kind != truth {
		return false, false
	}
	return results[0].b, true
}

// copies reports whether a variable holds nothing but a parameter.
func copies(v ssa.Value, p *ssa.Parameter) bool {
	cell, ok := v.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, ref := range *cell.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Val != p {
				return false
			}
		case *ssa.FieldAddr:
			for _, use := range *ref.Referrers() {
				switch use.(type) {
				case *ssa.UnOp, *ssa.DebugRef:
				default:
					return false
				}
			}
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}
