package loops

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Limited reports whether a number of rounds or a point in time ends the loop,
// be it constant or not.
func (l *Loop) Limited() bool {
	if l.Rounds > 0 {
		return true
	}
	for b := range l.Blocks {
		test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if ok && l.Blocks[b.Succs[0]] != l.Blocks[b.Succs[1]] && l.limits(test.Cond, 0) {
			return true
		}
	}
	return false
}

// limits reports whether a condition is about a counter, or about a time or
// duration that does not move with the loop.
func (l *Loop) limits(cond ssa.Value, depth int) bool {
	if depth > 5 {
		return true // who knows
	}
	switch v := cond.(type) {
	case *ssa.UnOp:
		return v.Op == token.NOT && l.limits(v.X, depth+1)
	case *ssa.Phi: // of && and ||
		for _, edge := range v.Edges {
			if _, ok := edge.(*ssa.Const); !ok && l.limits(edge, depth+1) {
				return true
			}
		}
	case *ssa.BinOp:
		x, y := v.X, v.Y
		return isNumber(x.Type()) && (l.varies(x) && l.invariant(y) || l.varies(y) && l.invariant(x)) ||
			isDuration(x.Type()) && (l.invariant(x) || l.invariant(y))
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "time" {
			return false
		}
		for _, arg := range v.Call.Args {
			if l.invariant(arg) {
				return true
			}
		}
	}
	return false
}

func isNumber(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsInteger != 0
}
