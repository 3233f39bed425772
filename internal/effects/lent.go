package effects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
)

// lent looks at a function with a need that is handed to a function of this
// package, which calls it:
//
//	retry(ctx, func(ctx context.Context) error { return client.Get(ctx) })
//
// What it is called with comes from the function that it is lent to, or from
// what that was given along with it.
func (f *finder) lent(n need, lending deadline.Lending) {
	to := deadline.Callee(lending.Site.Common())
	if to == nil || to.Blocks == nil || lending.Arg >= len(to.Params) {
		return
	}
	name, _ := to.Object().(*types.Func)
	for _, ref := range *to.Params[lending.Arg].Referrers() {
		inner, ok := ref.(ssa.CallInstruction)
		if !ok || inner.Common().Value != to.Params[lending.Arg] {
			continue
		}
		at, values := f.brought(lending.Site, inner, arguments(inner.Common(), n.Params))
		if at == nil {
			continue
		}
		f.consider(&Call{Instr: at, Callee: name, Via: hop(to, n.Via), Inner: n.call,
			As: n.As, Default: n.call.Default, proof: n.Proof}, values, nil)
		return // one call stands for the others: a retry calls it again and again
	}
}

// brought are the values that a lent function is called with, and the call that
// brings them: the inner call, where the function around it makes them, or the
// outer one, whose arguments they are. It is nil where both have a part in it.
func (f *finder) brought(outer, inner ssa.CallInstruction, values []ssa.Value) (ssa.CallInstruction, []ssa.Value) {
	var given []ssa.Value
	for _, v := range values {
		b := f.info.Eval.Bound(v)
		if b.Kind == deadline.Depends && deadline.Owner(f.info.Eval.Origins(v)) == inner.Parent() {
			given = append(given, arguments(outer.Common(), b.Params)...)
		}
	}
	switch len(given) {
	case 0:
		return inner, values
	case len(values):
		return outer, given
	}
	return nil, nil
}
