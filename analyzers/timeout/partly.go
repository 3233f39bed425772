package timeout

import (
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/knowledge"
)

// reportPartly reports a client that gets a timeout on one way only, where what
// decides about the way is not the timeout: on the other way, it was forgotten.
// A client of which one call brings a deadline of its own is used as it is meant
// to be.
func (c *calls) reportPartly() {
	for _, fn := range c.info.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || !takesOptions(call) {
					continue
				}
				options := deadline.Argument(call.Common(), knowledge.Source{From: "options"})
				if !c.info.Eval.Partly(options) {
					continue
				}
				if use := c.unboundedUse(call.Common().Signature().Results().At(0).Type()); use != nil {
					c.reportForgotten(call, use)
				}
			}
		}
	}
}

// takesOptions reports whether a call makes a client that hardly any program
// gives a timeout, from options that could.
func takesOptions(call *ssa.Call) bool {
	fn := deadline.Called(call.Common())
	if fn == nil {
		return false
	}
	claim := knowledge.Func(fn)
	if claim == nil || claim.Kind != knowledge.Constructor || fn.Signature().Results().Len() == 0 {
		return false
	}
	made := knowledge.Type(fn.Signature().Results().At(0).Type())
	if made == nil || !made.Unbounded {
		return false
	}
	for _, src := range claim.Bound {
		if src.From == "options" {
			return true
		}
	}
	return false
}

// unboundedUse is a call through a client of type t that brings no deadline that
// is known, or nil if there is none or if another call does bring one.
func (c *calls) unboundedUse(t types.Type) (use *effects.Call) {
	for _, call := range c.info.Calls {
		if !call.OnWire || call.Callee == nil || call.Callee.Signature().Recv() == nil ||
			!types.Identical(call.Callee.Signature().Recv().Type(), t) {
			continue
		}
		if call.Request.Kind == deadline.Bounded {
			return nil
		}
		if use == nil {
			use = call
		}
	}
	return use
}

func (c *calls) reportForgotten(made *ssa.Call, use *effects.Call) {
	d := analysis.Diagnostic{
		Message: sentence("this client gets a timeout on one way only, and what decides has nothing to do with the timeout; on the other, nothing but a context ends %s", last(use.Via)),
		Related: c.related(use),
	}
	d.Pos, d.End = c.span(made.Pos())
	c.once(remoteCall, d)
}
