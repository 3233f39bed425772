package deadline

import (
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/knowledge"
)

// result follows the i-th result of a call.
func (w *walk) result(call *ssa.Call, i int) []Origin {
	common := call.Common()
	fn := Callee(common)
	obj := Called(common)
	if obj != nil {
		if claim := knowledge.Func(obj); claim != nil {
			return w.known(call, i, obj, claim)
		}
		if i == 0 && handsOn(obj) {
			return w.origins(Argument(common, knowledge.Source{From: "recv"}))
		}
	}
	if obj != nil {
		// A directive speaks for the functions of this package, too.
		if b := w.e.facts.Result(obj, i); b.Kind == Bounded {
			return []Origin{{Bound: b, In: call.Parent(), Pos: call.Pos()}}
		}
	}
	switch {
	case fn == nil:
		return w.appended(call)
	case fn.Blocks != nil:
		return w.returned(call, fn, i)
	case obj != nil:
		b := w.e.facts.Result(obj, i)
		if b.Kind == Unbounded {
			return []Origin{{Bound: b, In: call.Parent(), Pos: call.Pos()}}
		}
		return w.substitute(Origin{Bound: b, In: call.Parent()}, AllArguments(common))
	}
	return unknown()
}

// returned follows what a function of this package returns. Where that is as
// bounded as a parameter, it is as bounded as the argument.
func (w *walk) returned(call *ssa.Call, fn *ssa.Function, i int) []Origin {
	var all []Origin
	for _, o := range w.returns(fn, i) {
		if o.Kind == Depends && o.In == fn {
			all = append(all, w.substitute(o, AllArguments(call.Common()))...)
		} else {
			all = append(all, o)
		}
	}
	return decided(all)
}

// returns follows the i-th result of fn from its return statements.
func (w *walk) returns(fn *ssa.Function, i int) []Origin {
	var all []Origin
	for _, b := range fn.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if ok && i < len(ret.Results) {
			all = append(all, w.origins(ret.Results[i])...)
		}
	}
	return decided(all)
}

// substitute puts the arguments of a call in the place of the parameters on
// which o depends.
func (w *walk) substitute(o Origin, args []ssa.Value) []Origin {
	if o.Kind != Depends {
		return []Origin{o}
	}
	if len(o.Params) == 1 && o.Params[0] < len(args) && o.Made == nil {
		return w.origins(args[o.Params[0]])
	}
	total, in := Bound{Kind: Unbounded, Why: o.Why}, (*ssa.Function)(nil)
	for _, p := range o.Params {
		if p >= len(args) {
			return unknown()
		}
		vals := w.origins(args[p])
		if len(vals) == 0 {
			continue // nil sets no bound
		}
		b := Join(vals)
		if b.Kind == Depends {
			if owner := Owner(vals); in != nil && in != owner {
				return unknown()
			} else {
				in = owner
			}
		}
		total = Either(total, b)
	}
	o.Bound = total
	if in != nil {
		o.In = in
	}
	return []Origin{o}
}
