package deadline

import (
	"go/types"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/knowledge"
)

// result follows the i-th result of a call.
func (w *walk) result(call *ssa.Call, i int) []Origin {
	common := call.Common()
	fn := Callee(common)
	obj := calledMethod(common)
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

// known follows the i-th result of a function that a table knows.
func (w *walk) known(call *ssa.Call, i int, obj *types.Func, claim *knowledge.Claim) []Origin {
	if i > 0 {
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
	if sig.Recv() == nil || sig.Results().Len() == 0 || sig.Params().Len() > 0 && isContext(sig.Params().At(0).Type()) {
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
	if knowledge.IsLocalDriver(calledMethod(call.Common()).Pkg().Path(), name) {
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
			Fresh: !claim.Detach && isContext(t),
		}}
	}
	total := []Origin{{Bound: Bound{Kind: Unbounded}, In: call.Parent()}}
	for _, src := range sources {
		var one []Origin
		switch arg := Argument(call.Common(), src); {
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
		if arg := Argument(call.Common(), src); arg != nil && isContext(arg.Type()) {
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

// orDefault puts the default of a library in the place of no bound at all. A bound
// that was switched off stays off.
func orDefault(origins []Origin, d time.Duration) []Origin {
	origins = slices.Clone(origins)
	for i, o := range origins {
		if o.Kind == Unbounded && !o.Off {
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
	w := &walk{e: e, onPath: make(map[ssa.Value]bool), steps: maxSteps}
	return w.argument(claim, arg, in)
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

// endedByHand reports whether the program may end the context that a call makes
// by a rule of its own, such as a timer that calls cancel, or has ended it
// before it is used. What a cancel function does when its function returns, on
// the way out after an error, or from a field, where it waits for a Close, is
// no such rule.
func endedByHand(call *ssa.Call) bool {
	cancel := Extracted(call, 1)
	if cancel == nil {
		return false
	}
	for _, use := range *cancel.Referrers() {
		switch use := use.(type) {
		case *ssa.Defer:
			if use.Call.Value != cancel {
				return true
			}
		case *ssa.Call:
			if use.Call.Value != cancel || usedAfter(Extracted(call, 0), use) {
				return true
			}
		case *ssa.Store:
			if _, ok := use.Addr.(*ssa.FieldAddr); !ok {
				return true
			}
		case *ssa.Return, *ssa.DebugRef:
		default:
			return true
		}
	}
	return false
}

// Extracted is the i-th result of a call as a value, or nil if it is not used.
func Extracted(call *ssa.Call, i int) *ssa.Extract {
	for _, ref := range *call.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == i {
			return e
		}
	}
	return nil
}

// usedAfter reports whether v is used where only the way through at leads.
func usedAfter(v *ssa.Extract, at ssa.Instruction) bool {
	if v == nil {
		return false
	}
	for _, use := range *v.Referrers() {
		if use.Block() == at.Block() {
			if slices.Index(at.Block().Instrs, use) > slices.Index(at.Block().Instrs, at) {
				return true
			}
		} else if at.Block().Dominates(use.Block()) {
			return true
		}
	}
	return false
}

// Argument is the value from which a call gets a bound, or nil. The receiver
// of a method stands before its arguments.
func Argument(call *ssa.CallCommon, src knowledge.Source) ssa.Value {
	recv, args := Arguments(call)
	switch {
	case src.From == "options":
		return optionArgs(call)
	case src.From == "recv":
		return recv
	case src.From == "arg" && src.Arg < len(args):
		return args[src.Arg]
	}
	return nil
}

// Arguments are the receiver of a call, or nil, and its other arguments: those of
// a call of a method by its name, through an interface, or as a method value.
func Arguments(call *ssa.CallCommon) (recv ssa.Value, args []ssa.Value) {
	switch {
	case call.IsInvoke():
		return call.Value, call.Args
	case isMethodValue(call.StaticCallee()):
		if closure, ok := call.Value.(*ssa.MakeClosure); ok {
			return closure.Bindings[0], call.Args
		}
	case call.Signature().Recv() != nil && len(call.Args) > 0:
		return call.Args[0], call.Args[1:]
	}
	return nil, call.Args
}

// AllArguments are the receiver of a call, if it has one, and its arguments, as
// the parameters of a method are counted.
func AllArguments(call *ssa.CallCommon) []ssa.Value {
	recv, args := Arguments(call)
	if recv == nil {
		return args
	}
	return append([]ssa.Value{recv}, args...)
}

func isMethodValue(fn *ssa.Function) bool {
	return fn != nil && strings.HasPrefix(fn.Synthetic, "bound method wrapper")
}

// boundMethod is the method of which fn is a method value, as in
//
//	get := client.Get
//	get(ctx)
//
// or nil.
func boundMethod(fn *ssa.Function) *ssa.Function {
	if !isMethodValue(fn) {
		return nil
	}
	method, ok := fn.Object().(*types.Func)
	if !ok {
		return nil
	}
	return fn.Prog.FuncValue(method)
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

// IsRequest reports whether t bounds a call by what the caller asks for, a
// context or a request, and not by the client that it is made with.
func IsRequest(t types.Type) bool {
	claim := knowledge.Type(t)
	return claim != nil && claim.Kind == knowledge.Policy && len(claim.Bound) == 0 || isContext(t)
}

// Carries reports whether a value of type t carries a bound, or the lack of
// one, to the calls that are made with it.
func Carries(t types.Type) bool {
	return knowledge.Type(t) != nil || knowledge.Generated(t) != nil || isContext(t) || types.TypeString(t, nil) == "net/http.RoundTripper"
}

func isContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Context" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context"
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
