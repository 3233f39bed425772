package effects

import (
	"go/types"
	"slices"
	"time"

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
	// As is the rule that reports the call, without its family.
	As string
	// Default is after what time the library itself ends the call, or 0.
	Default time.Duration
	// Unset is set for calls that take no context, if nothing shows that their
	// client has a bound of its own.
	Unset bool
	// Wired is set where no call stands, but a concrete type becomes an
	// interface that is called without a deadline elsewhere.
	Wired bool
	// Lives is set where the callee goes on until its context ends, so that a
	// deadline would end more than a call.
	Lives bool
	// OnWire is set for calls that a table knows to be remote.
	OnWire bool

	// proof is set where nothing may be assumed of the client.
	proof bool
	// claim is the line that knows the call to be remote, or nil.
	claim *knowledge.Claim
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

// consider works out what bounds a call, from the values of which any one is
// enough and from the client that is a variable, if it is one.
func (f *finder) consider(c *Call, values []ssa.Value, variable *deadline.Origin) {
	c.Request = deadline.Bound{Kind: deadline.Unbounded}
	var clients [][]deadline.Origin
	if variable != nil {
		clients = append(clients, []deadline.Origin{*variable})
	}
	for _, v := range values {
		var origins []deadline.Origin
		if c.claim != nil {
			origins = f.info.Eval.Argument(c.claim, v, c.Instr.Parent())
		} else {
			origins = f.info.Eval.Origins(v)
		}
		if deadline.IsRequest(v.Type()) {
			c.Request = deadline.Either(c.Request, deadline.Join(origins))
			c.Requests = append(c.Requests, origins...)
			continue
		}
		origins = f.info.Eval.Expand(origins, c.Instr.Parent())
		assumed := f.assume(v.Type(), origins)
		if !c.proof || slices.ContainsFunc(origins, func(o deadline.Origin) bool { return o.Asked }) {
			origins = assumed
		} else {
			c.Unset = deadline.Join(assumed).Kind == deadline.Unbounded
		}
		clients = append(clients, origins)
	}
	candidates := alternatives(clients)
	if len(candidates) == 0 {
		candidates = []deadline.Origin{{}} // a field that nobody here sets
	}
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
		if b.Kind == deadline.Depends {
			in := deadline.Owner(origins)
			if all.Kind == deadline.Depends && in != all.In {
				return []deadline.Origin{{}}
			}
			all.In = in
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
		owner := deadline.Owner(c.Requests)
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
	if c.Total.Kind == deadline.Unbounded && c.Default > 0 {
		c.Total = deadline.Bound{Kind: deadline.Bounded, For: c.Default, Accident: true}
	}
	f.info.Calls = append(f.info.Calls, c)
	if c.Total.Kind != deadline.Depends || in == nil {
		return
	}
	elsewhere := !encloses(in, c.Instr.Parent())
	via := c.Via
	if elsewhere {
		via = hop(c.Instr.Parent(), via)
	}
	n := need{Need: Need{Params: c.Total.Params, Via: via, As: c.As, Proof: c.proof, Lives: c.Lives || lives(in, c.Total.Params)}, of: in, call: c,
		private: c.Client.Kind == deadline.Unbounded && !c.Proven || c.Default > 0}
	if elsewhere && c.Client.Field != nil {
		f.kept = append(f.kept, n) // until all uses of the field are known
		return
	}
	f.add(n)
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
