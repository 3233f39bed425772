package effects

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
)

// A Call is a call that waits for another machine, directly or through a
// function that needs a bound from its caller, with everything that could
// bound it. Storing a client in a field that needs one counts as a call, too.
type Call struct {
	Instr ssa.Instruction
	// Callee is the function or method called; nil for a function literal and
	// for a store.
	Callee *types.Func
	// Via is the way from here to the wire, beginning with the callee.
	Via string
	// Request is what the contexts and requests of the call say, and Requests
	// where they come from. A call that takes none is not bounded by them.
	Request  deadline.Bound
	Requests []deadline.Origin
	// Client is one place from which the client of the call comes. A call
	// whose client can come from several places stands once for each.
	Client deadline.Origin
	// Proven is set where the client has no bound wherever it comes from.
	Proven bool
	// Total is what bounds the call: its client or its request.
	Total deadline.Bound
	// Inner is the call in this package that this one leads to, or nil.
	Inner *Call
	// OnWire is set for calls that a table knows to be remote.
	OnWire bool

	// field is the field from which the client is read for the call, or nil.
	field *types.Var
}

// Root is the innermost call in this package that c leads to.
func (c *Call) Root() *Call {
	for c.Inner != nil {
		c = c.Inner
	}
	return c
}

// maxNeeds bounds what is remembered of one function. What it calls beyond
// that is rarely of another kind.
const maxNeeds = 8

// A need is a Need in its own package: it knows the call that it is of.
type need struct {
	Need
	of   *ssa.Function
	call *Call
	// private needs are those of a client that other code may replace: they
	// hold for the client made here, and not for every one a caller may have.
	private bool
}

// A finder finds the remote calls of a package, and what they need from the
// callers of the functions that they stand in.
type finder struct {
	pass  *analysis.Pass
	info  *Info
	facts imported
	needs map[*ssa.Function][]need
	queue []need
	// slots are the exported fields whose clients need a bound.
	slots map[*types.Var]*Field
	// alone counts the reads of a field's client for a call that nothing but
	// the client can bound. Only if no other read is left, whoever puts a
	// client into the field has to give it a timeout.
	alone map[*types.Var]int
	// kept are the needs of functions that put a client into a field.
	kept []need
}

func (f *finder) find() {
	for _, fn := range f.info.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case ssa.CallInstruction:
					f.call(instr)
				case *ssa.Store:
					f.store(instr)
				}
			}
		}
	}
	for _, n := range f.kept {
		if f.alwaysAlone(n.call.field) {
			f.queue = append(f.queue, n)
			f.needs[n.of] = append(f.needs[n.of], n)
		}
	}
	maps.DeleteFunc(f.slots, func(field *types.Var, _ *Field) bool { return !f.alwaysAlone(field) })
	// What a function needs, its callers need, and so on.
	for len(f.queue) > 0 {
		n := f.queue[0]
		f.queue = f.queue[1:]
		for _, site := range f.info.Eval.Calls[n.of] {
			callee, _ := n.of.Object().(*types.Func)
			f.consider(&Call{Instr: site, Callee: callee, Via: hop(n.of, n.Via), Inner: n.call},
				arguments(site.Common(), n.Params), nil)
		}
	}
}

func (f *finder) alwaysAlone(field *types.Var) bool {
	return f.alone[field] == f.info.Eval.Reads(field)
}

// call looks at a call of a function of another package.
func (f *finder) call(instr ssa.CallInstruction) {
	common := instr.Common()
	callee := called(common)
	if callee == nil {
		return
	}
	if claim := knowledge.Func(callee); claim != nil {
		if claim.Kind == knowledge.Call {
			f.onWire(instr, callee, claim)
		}
		return
	}
	if common.IsInvoke() {
		if claim := knowledge.Shape(callee); claim != nil {
			f.onWire(instr, callee, claim)
		}
		return
	}
	fact := f.facts.function(callee)
	if fact == nil {
		return
	}
	for _, n := range fact.Needs {
		f.consider(&Call{Instr: instr, Callee: callee, Via: join(shortName(callee), n.Via)},
			arguments(common, n.Params), nil)
	}
}

// called is the function or interface method that a call names, or nil.
func called(common *ssa.CallCommon) *types.Func {
	if common.IsInvoke() {
		return common.Method
	}
	if fn := deadline.Callee(common); fn != nil {
		callee, _ := fn.Object().(*types.Func)
		return callee
	}
	return nil
}

// onWire looks at a call that a table knows to be remote.
func (f *finder) onWire(instr ssa.CallInstruction, callee *types.Func, claim *knowledge.Claim) {
	c := &Call{Instr: instr, Callee: callee, Via: shortName(callee), OnWire: true}
	var values []ssa.Value
	var client *deadline.Origin
	for _, src := range claim.Bound {
		if src.From == "var" {
			client = f.variable(callee.Pkg(), src.Name, instr)
		} else if v := deadline.Argument(instr.Common(), src); v != nil {
			values = append(values, v)
			if field := deadline.FieldRead(v); field != nil && !deadline.IsRequest(v.Type()) {
				c.field = field
			}
		}
	}
	f.consider(c, values, client)
	if c.field == nil || c.field.Pkg() != f.pass.Pkg {
		return
	}
	if c.Request.Kind != deadline.Unbounded {
		return
	}
	f.alone[c.field]++
	if c.field.Exported() {
		f.slots[c.field] = &Field{Via: hop(instr.Parent(), c.Via)}
	}
}

// variable is a client that is a variable of the library itself.
func (f *finder) variable(pkg *types.Package, name string, at ssa.Instruction) *deadline.Origin {
	v, ok := pkg.Scope().Lookup(name).(*types.Var)
	if !ok || f.info.Eval.Changed(v) {
		return new(deadline.Origin)
	}
	return &deadline.Origin{
		Bound: deadline.Bound{Kind: deadline.Unbounded, Why: pkg.Name() + "." + name},
		Var:   v, In: at.Parent(), Pos: at.Pos(),
	}
}

// store looks at a store in a field of another package that needs a bound.
func (f *finder) store(instr *ssa.Store) {
	fa, ok := instr.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	field := deadline.Field(fa.X.Type(), fa.Field)
	fact := new(Field)
	if field == nil || field.Pkg() == f.pass.Pkg || !f.pass.ImportObjectFact(field, fact) {
		return
	}
	f.consider(&Call{Instr: instr, Via: fact.Via}, []ssa.Value{instr.Val}, nil)
}

// consider works out what bounds a call, from the values of which any one is
// enough and from the client that is a variable, if it is one.
func (f *finder) consider(c *Call, values []ssa.Value, variable *deadline.Origin) {
	c.Request = deadline.Bound{Kind: deadline.Unbounded}
	var clients [][]deadline.Origin
	if variable != nil {
		clients = append(clients, []deadline.Origin{*variable})
	}
	for _, v := range values {
		origins := f.info.Eval.Origins(v)
		if deadline.IsRequest(v.Type()) {
			c.Request = deadline.Either(c.Request, deadline.Join(origins))
			c.Requests = append(c.Requests, origins...)
		} else {
			clients = append(clients, f.info.Eval.Expand(origins, c.Instr.Parent()))
		}
	}
	candidates := alternatives(clients)
	proven := deadline.Join(candidates).Kind == deadline.Unbounded &&
		!slices.ContainsFunc(candidates, func(o deadline.Origin) bool { return o.Shared }) &&
		(c.Inner == nil || c.Inner.Proven || c.Inner.Client.Kind == deadline.Depends)
	for _, o := range candidates {
		one := *c
		one.Client, one.Proven = o, proven
		f.settle(&one)
	}
}

// alternatives are the places from which the client of a call comes. Where
// several things beside the request could bound the call, each on its own, they
// are taken together as one. A call without a client has a single place, which
// bounds nothing.
func alternatives(clients [][]deadline.Origin) []deadline.Origin {
	if len(clients) == 1 {
		return clients[0]
	}
	all := deadline.Origin{Bound: deadline.Bound{Kind: deadline.Unbounded}}
	for _, origins := range clients {
		b := deadline.Join(origins)
		if b.Kind == deadline.Depends && all.Kind == deadline.Depends && origins[0].In != all.In {
			return []deadline.Origin{{}}
		}
		if b.Kind == deadline.Depends {
			all.In = origins[0].In
		}
		all.Bound = deadline.Either(all.Bound, b)
	}
	return []deadline.Origin{all}
}

// settle records the call and hands what it needs on to the function whose
// parameters decide.
func (f *finder) settle(c *Call) {
	in := c.Client.In
	c.Total = deadline.Either(c.Request, c.Client.Bound)
	if c.Request.Kind == deadline.Depends {
		owner := dependsIn(c.Requests)
		if !encloses(owner, c.Instr.Parent()) {
			c.Total = deadline.Bound{} // a context kept in a field: whose is not known
		}
		if c.Client.Kind == deadline.Depends && c.Client.In != owner {
			c.Total = deadline.Bound{} // two functions would have to agree
		}
		if c.Client.Kind == deadline.Unbounded && !c.Proven && c.Client.Made == nil && c.Client.Var == nil {
			c.Total = deadline.Bound{} // nobody can know which client it is
		}
		in = owner
	}
	f.info.Calls = append(f.info.Calls, c)
	if c.Total.Kind != deadline.Depends || in == nil || len(f.needs[in]) >= maxNeeds {
		return
	}
	elsewhere := !encloses(in, c.Instr.Parent())
	via := c.Via
	if elsewhere {
		via = hop(c.Instr.Parent(), via)
	}
	n := need{Need: Need{Params: c.Total.Params, Via: via}, of: in, call: c,
		private: c.Client.Kind == deadline.Unbounded && !c.Proven}
	if slices.ContainsFunc(f.needs[in], func(m need) bool {
		return slices.Equal(m.Params, n.Params) && m.call.Root().Client.Made == c.Root().Client.Made
	}) {
		return
	}
	if elsewhere && c.field != nil {
		f.kept = append(f.kept, n)
		return
	}
	f.needs[in] = append(f.needs[in], n)
	f.queue = append(f.queue, n)
}

// encloses reports whether fn is inner or a function around it.
func encloses(fn, inner *ssa.Function) bool {
	for ; inner != nil; inner = inner.Parent() {
		if inner == fn {
			return true
		}
	}
	return false
}

func dependsIn(origins []deadline.Origin) *ssa.Function {
	for _, o := range origins {
		if o.Kind == deadline.Depends {
			return o.In
		}
	}
	return nil
}

func arguments(common *ssa.CallCommon, params []int) []ssa.Value {
	var values []ssa.Value
	for _, p := range params {
		if p < len(common.Args) {
			values = append(values, common.Args[p])
		}
	}
	return values
}

// outermost is the declared function around a function literal.
func outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}
