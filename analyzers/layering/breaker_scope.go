package layering

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/ssabuild"
)

var breakerScope = rule.Define(rule.Rule{
	ID: "layering/breaker-scope",
	Doc: lint.RawDocumentation{
		Title: "a circuit breaker that is made for each call, or shared by several dependencies",
		Text: `A breaker learns from many calls that a dependency is down, and then refuses the next ones. One
that is made for a call and forgotten after it has seen nothing before, and there is nothing that it
could refuse: it never opens for anybody. The code looks protected, and every call goes out. Make it
once, where the client of the dependency is made, and keep it in a field or a variable.

One that several dependencies share sees them as one: when payments are down it opens, and refuses the calls to the inventory,
which works. Give each dependency a breaker of its own, by name or by host if there are many.`,
		Before: `func (c *client) status(ctx context.Context) (int, error) {
	cb := gobreaker.NewCircuitBreaker[int](settings)
	return cb.Execute(func() (int, error) { return c.fetch(ctx) })
}`,
		After: `func newClient() *client {
	return &client{cb: gobreaker.NewCircuitBreaker[int](settings)}
}

func (c *client) status(ctx context.Context) (int, error) {
	return c.cb.Execute(func() (int, error) { return c.fetch(ctx) })
}`,
		Since: "0.1",
	},
	Fix: "None: where the breaker lives, and what it is shared by, is a decision.",
	Limits: `The breaker has to be made in the function that calls through it, or by a function of the package that does
nothing else with it, and must not be kept, handed on or used in a function literal. Breakers of a program's own are known by
what they do (docs/architecture.md). Shared is a breaker only if the package shows that: the same field of a receiver, the same variable,
one that is handed to several constructors, or one name of hystrix. Its dependencies have to be known: hosts that are constants, or
a database beside an HTTP server. Hosts that differ in numbers, regions, stages or roles are replicas, and an operation that calls
several is one.`,
	Source:    "sony/gobreaker v2.4.0, gobreaker.go: all counts are fields of the breaker; the same in each library of the table",
	Lifecycle: rule.Stable,
})

// judgeScope looks for a breaker that is made for the call through it.
func (b *breakers) judgeScope(g *guard) {
	fn := g.call.Parent()
	if outer := ssabuild.Outermost(fn); outer.Name() == "main" && outer.Signature.Recv() == nil || outer.Synthetic != "" {
		return // it runs once
	}
	for _, v := range b.receivers(g) {
		made, uses := b.freshBreaker(v)
		if made == nil || uses != 1 || aroundButNot(g.call, made) {
			continue
		}
		d := b.at(g.call)
		d.Message = fmt.Sprintf("this breaker is made anew for each call of %s and asked once: it has seen no failure before, so that it never refuses anything. Make it once, and keep it in a field or a variable",
			fn.Name())
		b.report(breakerScope, d)
		return
	}
}

// receivers are the values that are the breaker of a guard: its receiver, or the
// policies of the executor that it is.
func (b *breakers) receivers(g *guard) (list []ssa.Value) {
	if g.claim != nil && g.claim.Kind == knowledge.Execute {
		for _, l := range g.layers {
			if l.makes == "breaker" {
				list = append(list, l.value)
			}
		}
		return list
	}
	guards := b.conducts.Guards(g.callee)
	if recv, _ := deadline.Arguments(g.call.Common()); recv != nil && guards.Own {
		list = append(list, recv)
	}
	return list
}

// freshBreaker is the instruction that makes a breaker which nothing else knows, and how
// many calls go through it; or nil.
func (b *breakers) freshBreaker(v ssa.Value) (made ssa.Instruction, uses int) {
	v = unwrap(v)
	switch v := v.(type) {
	case *ssa.Call:
		if !b.makesBreaker(v, 0) {
			return nil, 0
		}
	case *ssa.Alloc:
		if !b.isOwn(v.Type()) {
			return nil, 0
		}
	default:
		return nil, 0
	}
	uses, ok := b.uses(v)
	if !ok {
		return nil, 0
	}
	return v.(ssa.Instruction), uses
}

// unwrap is the value that v is, as another interface or read from a variable that is
// set once.
func unwrap(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		default:
			return v
		}
	}
}

// makesBreaker reports whether a call makes a breaker each time: a constructor of a
// library, or a function of the package that returns nothing else.
func (b *breakers) makesBreaker(call *ssa.Call, depth int) bool {
	obj := deadline.Called(&call.Call)
	if obj == nil || depth > 2 {
		return false
	}
	if knowledge.Makes(obj) == "breaker" {
		return true
	}
	fn := deadline.Callee(&call.Call)
	if fn == nil || fn.Blocks == nil {
		return false
	}
	any := false
	for _, block := range fn.Blocks {
		ret, ok := block.Instrs[len(block.Instrs)-1].(*ssa.Return)
		if !ok || block == fn.Recover {
			continue
		}
		if len(ret.Results) != 1 || !b.returnsFresh(unwrap(ret.Results[0]), depth) {
			return false
		}
		any = true
	}
	return any
}

// returnsFresh reports whether a value is a breaker that the function around it makes
// and does nothing with but return it.
func (b *breakers) returnsFresh(v ssa.Value, depth int) bool {
	switch v := v.(type) {
	case *ssa.Call:
		return b.makesBreaker(v, depth+1) && onlyReturned(v)
	case *ssa.Alloc:
		return b.isOwn(v.Type()) && onlyReturned(v)
	}
	return false
}

func onlyReturned(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Return, *ssa.DebugRef, *ssa.FieldAddr:
		case *ssa.MakeInterface:
			if !onlyReturned(ref) {
				return false
			}
		case *ssa.ChangeInterface:
			if !onlyReturned(ref) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isOwn reports whether t is, or points to, a type with a method that is a breaker of
// the program's own.
func (b *breakers) isOwn(t types.Type) bool {
	named := knowledge.Named(t)
	if named == nil {
		return false
	}
	for i := range named.NumMethods() {
		if g := b.conducts.Guards(named.Method(i)); g != nil && g.Own && knowledge.Retries(named.Method(i)) == nil {
			return true
		}
	}
	return false
}

// uses counts the calls through a breaker, if nothing else is done with it: it is not
// kept or handed on.
func (b *breakers) uses(v ssa.Value) (n int, ok bool) {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.FieldAddr:
		case *ssa.ChangeInterface, *ssa.MakeInterface:
			more, ok := b.uses(ref.(ssa.Value))
			if !ok {
				return 0, false
			}
			n += more
		case *ssa.Store:
			// An element of the list of policies that an executor is made of.
			at, isElem := ref.Addr.(*ssa.IndexAddr)
			if !isElem || ref.Val != v {
				if _, isAlloc := v.(*ssa.Alloc); isAlloc && ref.Addr == v {
					continue // its first value
				}
				return 0, false
			}
			more, ok := b.usesOfList(at)
			if !ok {
				return 0, false
			}
			n += more
		case *ssa.Call:
			more, ok := b.usesIn(ref, v)
			if !ok {
				return 0, false
			}
			n += more
		default:
			return 0, false
		}
	}
	return n, true
}

// usesIn counts the calls through a breaker that a call with it leads to.
func (b *breakers) usesIn(call *ssa.Call, v ssa.Value) (n int, ok bool) {
	callee := deadline.Called(&call.Call)
	if callee == nil {
		return 0, false
	}
	claim := knowledge.Retries(callee)
	if claim != nil && claim.Policy.Breaker != nil && len(claim.Policy.Breaker.Nests) > 0 {
		return b.usesOfExecutor(call)
	}
	if recv, _ := deadline.Arguments(&call.Call); recv != v {
		return 0, false
	}
	if g := b.conducts.Guards(callee); g != nil && g.Own {
		return 1, true
	}
	// Another method of the library, State and its like, or of the type itself.
	named := knowledge.Named(v.Type())
	return 0, named != nil && callee.Pkg() == named.Obj().Pkg() && (callee.Pkg() != b.pass.Pkg || b.isOwn(v.Type()))
}

func (b *breakers) usesOfList(at *ssa.IndexAddr) (n int, ok bool) {
	for _, ref := range *at.X.Referrers() {
		switch ref := ref.(type) {
		case *ssa.IndexAddr, *ssa.DebugRef:
		case *ssa.Slice:
			for _, use := range *ref.Referrers() {
				call, isCall := use.(*ssa.Call)
				if !isCall {
					return 0, false
				}
				more, ok := b.usesIn(call, ref)
				if !ok {
					return 0, false
				}
				n += more
			}
		default:
			return 0, false
		}
	}
	return n, true
}

// usesOfExecutor counts the calls through an executor that is not kept.
func (b *breakers) usesOfExecutor(executor *ssa.Call) (n int, ok bool) {
	for _, ref := range *executor.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Call:
			callee := deadline.Called(&ref.Call)
			if callee == nil {
				return 0, false
			}
			claim := knowledge.Retries(callee)
			switch recv, _ := deadline.Arguments(&ref.Call); {
			case claim == nil || recv != ssa.Value(executor):
				return 0, false
			case claim.Kind == knowledge.Execute:
				n++
			case claim.Policy.Breaker != nil && len(claim.Policy.Breaker.Nests) > 0:
				more, ok := b.usesOfExecutor(ref)
				if !ok {
					return 0, false
				}
				n += more
			default:
				return 0, false
			}
		default:
			return 0, false
		}
	}
	return n, true
}

// aroundButNot reports whether a loop is around a call and not around another
// instruction: then the call is made many times.
func aroundButNot(call, other ssa.Instruction) bool {
	if call.Parent() != other.Parent() {
		return true
	}
	for _, l := range loops.Of(call.Parent()) {
		if l.Contains(call) && !l.Contains(other) {
			return true
		}
	}
	return false
}
