package deadline

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/knowledge"
)

// boxed follows a value into an interface. A type of this package that stands
// between a client and its transport is as bounded as the transport behind it,
// if it hands the request on as it is.
func (w *walk) boxed(v *ssa.MakeInterface) []Origin {
	if knowledge.Type(v.X.Type()) != nil {
		return w.origins(v.X)
	}
	if knowledge.IsContext(v.Type()) {
		return unknown()
	}
	obj, _, _ := types.LookupFieldOrMethod(v.X.Type(), true, w.e.pkg, "RoundTrip")
	method, ok := obj.(*types.Func)
	if !ok || method.Pkg() != w.e.pkg {
		return unknown()
	}
	fn := v.Parent().Prog.FuncValue(method)
	if fn == nil || fn.Blocks == nil || len(fn.Params) != 2 {
		return unknown()
	}
	return w.throughRoundTrip(v.X, fn)
}

// throughRoundTrip follows the transports that the RoundTrip method fn of the
// value recv calls. Anything in it but a plain hand-over is Unknown.
func (w *walk) throughRoundTrip(recv ssa.Value, fn *ssa.Function) []Origin {
	var all []Origin
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			method := Called(call.Common())
			if method == nil || method.Name() != "RoundTrip" {
				continue
			}
			claim := knowledge.Func(method)
			if !claim.Remote() {
				return unknown()
			}
			req := Join(w.origins(Argument(call.Common(), knowledge.Source{From: "arg", Arg: 0})))
			if req.Kind != Depends || len(req.Params) != 1 || req.Params[0] != 1 {
				return unknown()
			}
			inner := Argument(call.Common(), knowledge.Source{From: "recv"})
			all = append(all, w.fieldOf(recv, fn.Params[0], inner)...)
		}
	}
	if len(all) == 0 {
		return unknown()
	}
	return all
}

// fieldOf follows inner, a value inside a method with the receiver param. If it
// is a field of the receiver, the field of this very receiver is followed.
func (w *walk) fieldOf(recv ssa.Value, param *ssa.Parameter, inner ssa.Value) []Origin {
	load, ok := inner.(*ssa.UnOp)
	if !ok {
		return w.origins(inner)
	}
	fa, ok := load.X.(*ssa.FieldAddr)
	if !ok || fa.X != param {
		return w.origins(inner)
	}
	alloc, ok := recv.(*ssa.Alloc)
	if !ok {
		return w.origins(inner)
	}
	var all []Origin
	for _, ref := range *alloc.Referrers() {
		if set, ok := ref.(*ssa.FieldAddr); ok && set.Field == fa.Field {
			for _, val := range w.e.cellStores(set) {
				all = append(all, w.origins(val)...)
			}
		}
	}
	if len(all) == 0 {
		return w.origins(inner)
	}
	return all
}
