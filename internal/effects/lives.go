package effects

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
)

// lives reports whether fn goes on until one of some of its parameters, a context, ends:
// it waits for that, or has something done then. The end of such a context is the end of
// more than of one call: of a server that makes its tables before it serves.
func lives(fn *ssa.Function, params []int) bool {
	return slices.ContainsFunc(params, func(p int) bool {
		return p < len(fn.Params) && deadline.IsRequest(fn.Params[p].Type()) && waitsForEnd(fn.Params[p], 0)
	})
}

// waitsForEnd follows a context through cells, literals and functions of the package.
func waitsForEnd(ctx ssa.Value, depth int) bool {
	if depth > 5 || ctx.Referrers() == nil {
		return false
	}
	for _, instr := range *ctx.Referrers() {
		switch instr := instr.(type) {
		case *ssa.Store:
			if cell, ok := instr.Addr.(*ssa.Alloc); ok && instr.Val == ctx && waitsForEnd(cell, depth+1) {
				return true
			}
		case *ssa.UnOp: // what is in a cell
			if instr.Op == token.MUL && waitsForEnd(instr, depth+1) {
				return true
			}
		case *ssa.MakeClosure:
			literal := instr.Fn.(*ssa.Function)
			for i, v := range instr.Bindings {
				if v == ctx && waitsForEnd(literal.FreeVars[i], depth+1) {
					return true
				}
			}
		case ssa.CallInstruction:
			if isLife(instr, ctx, depth) {
				return true
			}
		}
	}
	return false
}

// isLife reports whether a call takes the context for the life of something.
func isLife(call ssa.CallInstruction, ctx ssa.Value, depth int) bool {
	common := call.Common()
	if common.IsInvoke() {
		return common.Value == ctx && common.Method.Name() == "Done" && isWaitedFor(call.Value())
	}
	callee := common.StaticCallee()
	if callee == nil {
		return false
	}
	if obj := callee.Object(); obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "context" && obj.Name() == "AfterFunc" {
		return true
	}
	for i, arg := range common.Args {
		if arg == ctx && i < len(callee.Params) && waitsForEnd(callee.Params[i], depth+1) {
			return true
		}
	}
	return false
}

// isWaitedFor reports whether a channel is received from where nothing else can end the
// wait. One case of a select may be the ear of a wait between attempts.
func isWaitedFor(done *ssa.Call) bool {
	return done != nil && slices.ContainsFunc(*done.Referrers(), func(instr ssa.Instruction) bool {
		receive, ok := instr.(*ssa.UnOp)
		return ok && receive.Op == token.ARROW
	})
}
