package timeout

import (
	"slices"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
)

// inward is the call nearest to the wire that call leads to and that hangs
// whoever calls its function: there a deadline is for one operation, and not for
// all that the functions around it do.
func (c *calls) inward(call *effects.Call) *effects.Call {
	for call.Inner != nil && c.hangs(call.Inner) {
		inner := *call.Inner
		inner.Requests = slices.Concat(inner.Requests, call.Requests)
		call = &inner
	}
	return call
}

// hangs reports whether nothing ends a call, whoever calls the function that it
// stands in.
func (c *calls) hangs(call *effects.Call) bool {
	switch call.Total.Kind {
	case deadline.Unbounded:
		return true
	case deadline.Depends:
		fn := call.Instr.Parent()
		return c.info.Eval.AllCallersSeen(fn) &&
			!slices.ContainsFunc(c.outer[call], func(outer *effects.Call) bool {
				return outer.Instr.Parent() == fn || !c.hangs(outer)
			})
	}
	return false
}
