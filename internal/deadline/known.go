package deadline

import (
	"go/types"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/knowledge"
)

// known follows the i-th result of a function that a table knows.
func (w *walk) known(call *ssa.Call, i int, obj *types.Func, claim *knowledge.Claim) []Origin {
	if i != claim.Result {
		return unknown()
	}
	switch claim.Kind {
	case knowledge.Constructor, knowledge.Option:
		return w.constructed(call, obj, claim)
	case knowledge.Setter:
		return w.from(call, obj, claim, append([]knowledge.Source{{From: "recv"}}, claim.Bound...))
	case knowledge.Call, knowledge.Client:
		if claim.Known {
			return w.from(call, obj, claim, claim.Gives)
		}
	}
	return unknown()
}

// handsOn reports whether fn is a method of a type in the tables that takes no
// context and returns such a value, as the methods of builders and the parts of
// a client do: what bounds the one bounds the other.
func handsOn(fn *types.Func) bool {
	sig := fn.Signature()
	if sig.Recv() == nil || sig.Results().Len() == 0 || sig.Params().Len() > 0 && knowledge.IsContext(sig.Params().At(0).Type()) {
		return false
	}
	from, to := knowledge.Type(sig.Recv().Type()), knowledge.Type(sig.Results().At(0).Type())
	return from != nil && to != nil && from.File() == to.File()
}

// constructed follows the result of a function that a table knows.
func (w *walk) constructed(call *ssa.Call, obj *types.Func, claim *knowledge.Claim) []Origin {
	if claim.Cancel && endedByHand(call) {
		return undecidable()
	}
	if local, ok := w.stays(call, claim); ok {
		return local
	}
	return w.from(call, obj, claim, claim.Bound)
}

// stays knows the clients that stay on this machine: those of a Unix socket or of
// an embedded database. Of a database handle whose driver is not known, nothing
// is.
func (w *walk) stays(call *ssa.Call, claim *knowledge.Claim) (origins []Origin, ok bool) {
	if claim.Network >= 0 {
		target, _ := constantText(Argument(call.Common(), knowledge.Source{From: "arg", Arg: claim.Network}))
		return []Origin{{Bound: Bound{Kind: Bounded}}}, strings.HasPrefix(target, "unix")
	}
	if claim.Driver < 0 {
		return nil, false
	}
	name, ok := constantText(Argument(call.Common(), knowledge.Source{From: "arg", Arg: claim.Driver}))
	if !ok {
		return undecidable(), true
	}
	if knowledge.IsLocalDriver(Called(call.Common()).Pkg().Path(), name) {
		return []Origin{{Bound: Bound{Kind: Bounded}}}, true
	}
	return nil, false
}

// from follows the result of a call to the places that bound it.
func (w *walk) from(call *ssa.Call, obj *types.Func, claim *knowledge.Claim, sources []knowledge.Source) []Origin {
	if len(sources) == 0 {
		t := obj.Signature().Results().At(0).Type()
		why := obj.Pkg().Name() + "." + obj.Name() + "()"
		if !IsRequest(t) {
			why = "from " + obj.Pkg().Name() + "." + obj.Name() + " without a timeout of its own"
		}
		return []Origin{{
			Bound: Bound{Kind: Unbounded, Why: why},
			In:    call.Parent(),
			Pos:   call.Pos(),
			Fresh: !claim.Detach && knowledge.IsContext(t),
		}}
	}
	total := []Origin{{Bound: Bound{Kind: Unbounded}, In: call.Parent()}}
	for _, src := range sources {
		var one []Origin
		arg := Argument(call.Common(), src)
		switch {
		case src.From == "self" && claim.Default > 0:
			one = []Origin{{Bound: Bound{Kind: Bounded, For: claim.Default, Accident: true}, In: call.Parent(), Pos: call.Pos()}}
		case src.From == "self":
			one = []Origin{{Bound: Bound{Kind: Bounded, For: w.constantArg(call.Common(), claim.For)}, In: call.Parent(), Pos: call.Pos()}}
		case src.From == "unknown":
			one = undecidable()
		case arg == nil:
			one = unknown()
		default:
			one = w.argument(claim, arg, call.Parent())
			if claim.Kind == knowledge.Constructor && claim.Default > 0 {
				one = orDefault(one, claim.Default)
			}
		}
		if arg != nil && knowledge.IsContext(arg.Type()) {
			one = slices.Clone(one)
			for i := range one {
				one[i].Asked = true
			}
		}
		if len(sources) == 1 {
			return one
		}
		total = either(total, one)
	}
	return total
}

// orDefault puts the default of a library in the place of no bound at all, and of
// what a parameter decides. A bound that was switched off stays off.
func orDefault(origins []Origin, d time.Duration) []Origin {
	origins = slices.Clone(origins)
	for i, o := range origins {
		if o.Kind == Unbounded && !o.Off || o.Kind == Depends {
			origins[i] = Origin{Bound: Bound{Kind: Bounded, For: d, Accident: true}, In: o.In, Pos: o.Pos}
		}
	}
	return origins
}

// argument follows an argument of a function that a table knows. A text that is
// not constant may be made by a function that a table knows, too.
func (w *walk) argument(claim *knowledge.Claim, arg ssa.Value, in *ssa.Function) []Origin {
	if len(claim.Words) > 0 && isString(arg.Type()) {
		if _, ok := constantText(arg); ok {
			return []Origin{{Bound: ofText(arg, claim.Words), In: in}}
		}
		origins := slices.Clone(w.origins(arg))
		for i, o := range origins {
			if o.Kind == Unknown || o.Kind == Depends {
				origins[i] = Origin{Bound: Bound{Decided: o.Decided}} // what is made of the text can't be followed
			}
		}
		return origins
	}
	if c, ok := arg.(*ssa.Const); ok && c.Value == nil && knowledge.Type(arg.Type()) != nil {
		// No options: what the library does without them.
		b := Bound{Kind: Unbounded}
		if claim.Nil > 0 {
			b = Bound{Kind: Bounded, For: claim.Nil, Accident: true}
		}
		return []Origin{{Bound: b, In: in}}
	}
	return w.origins(arg)
}

// Argument follows an argument of a call that a table knows to be remote.
func (e *Evaluator) Argument(claim *knowledge.Claim, arg ssa.Value, in *ssa.Function) []Origin {
	return e.walk().argument(claim, arg, in)
}

func isString(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Kind() == types.String
}

// either is the origin of a value that a or b alone is enough to bound. Several
// origins become one.
func either(a, b []Origin) []Origin {
	if len(b) == 0 {
		return a // nil sets no bound
	}
	asked := slices.ContainsFunc(slices.Concat(a, b), func(o Origin) bool { return o.Asked })
	x, y := Join(a), Join(b)
	if y.Kind == Unbounded && x.Kind != Unbounded {
		a, b, x, y = b, a, y, x
	}
	if x.Kind == Depends && y.Kind == Depends && Owner(a) != Owner(b) {
		return undecidable()
	}
	if x.Kind == Unbounded {
		b = slices.Clone(b)
		for i := range b {
			b[i].Asked = asked
		}
		return b
	}
	o := Origin{Bound: Either(x, y), In: Owner(a), Asked: asked}
	if o.In == nil {
		o.In = Owner(b)
	}
	return []Origin{o}
}

// constantArg is the constant duration that is the n-th argument, or 0.
func (w *walk) constantArg(call *ssa.CallCommon, n int) time.Duration {
	if n < 0 {
		return 0
	}
	origins := w.origins(Argument(call, knowledge.Source{From: "arg", Arg: n}))
	if len(origins) != 1 || origins[0].Kind != Bounded {
		return 0
	}
	return origins[0].For
}
