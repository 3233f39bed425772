package timeout

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/edit"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/rule"
)

var droppedDeadline = rule.Define(rule.Rule{
	ID: "timeout/dropped-deadline",
	Doc: lint.RawDocumentation{
		Title: "a remote call gets a fresh context where the function was given one",
		Text: `Deadlines have to propagate and shrink at every hop. A call on
context.Background() or context.TODO() goes on after the caller has given up:
nobody reads its answer, and its load is added to that of the retry.

Work that is meant to outlive the request says so with context.WithoutCancel,
with a deadline of its own, or by running in a goroutine. None of these is
reported, nor is what cleans up: what runs deferred, after an error (that there is
no such row is none), or after the context has ended.`,
		Before: `func (s *Store) Load(ctx context.Context, id string) (*User, error) {
	req, err := http.NewRequestWithContext(context.TODO(), "GET", s.url+id, nil)`,
		After: `func (s *Store) Load(ctx context.Context, id string) (*User, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", s.url+id, nil)`,
		Since: "0.1",
	},
	Fix:       "Passes the context that the function was given.",
	Limits:    "A fresh context that is kept in a field or passed through an interface is not followed.",
	Source:    `"Deadlines propagate and shrink at every hop"`,
	Lifecycle: rule.Stable,
})

// reportDropped reports the fresh contexts that stand in for one that was
// given, and returns the calls made on them.
func (c *calls) reportDropped() map[ssa.Instruction]bool {
	calls := make(map[ssa.Instruction]bool)
	if !c.rep.Settings.Enabled(droppedDeadline) {
		return calls
	}
	seen := make(map[token.Pos]bool)
	for _, call := range c.info.Calls {
		if deadline.Join(call.Requests).Kind != deadline.Unbounded {
			continue
		}
		if _, sync := call.Instr.(*ssa.Call); !sync {
			continue
		}
		for _, o := range call.Requests {
			given := c.given(o, call.Instr)
			if given == nil {
				continue
			}
			calls[call.Instr] = true
			if !seen[o.Pos] {
				seen[o.Pos] = true
				c.reportFresh(o, given, last(call.Via))
			}
		}
	}
	return calls
}

// given is the context or request that the function which makes the fresh
// context o was given and could have used for the call, or nil.
func (c *calls) given(o deadline.Origin, at ssa.Instruction) *ssa.Parameter {
	if !o.Fresh || o.In != at.Parent() {
		return nil
	}
	return c.givenTo(o.In, o.Pos, at)
}

// givenTo is the context or request that the function fn was given and can name
// at pos, or nil.
func (c *calls) givenTo(fn *ssa.Function, pos token.Pos, at ssa.Instruction) *ssa.Parameter {
	if detached(fn) {
		return nil
	}
	isHandler := slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool {
		return isNamed(p.Type(), "net/http", "ResponseWriter")
	})
	for _, p := range fn.Params {
		if p.Name() == "_" || p.Name() == "" {
			continue
		}
		// The request that a handler is given carries the context of its
		// caller; elsewhere it may be the one that is about to be sent.
		if !isNamed(p.Type(), "context", "Context") && !(isHandler && isNamed(p.Type(), "net/http", "Request")) {
			continue
		}
		if c.sees(p, pos) && !ended(p, at) && !cleansUp(at) {
			return p
		}
	}
	return nil
}

// sees reports whether the name of p means p at pos.
func (c *calls) sees(p *ssa.Parameter, pos token.Pos) bool {
	scope := c.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return false
	}
	_, obj := scope.LookupParent(p.Name(), pos)
	return obj == p.Object()
}

// detached reports whether fn is a function literal that is not simply called
// where it stands: it may run when the context has ended.
func detached(fn *ssa.Function) bool {
	return fn.Parent() != nil
}

// ended reports whether the call at can only be reached after the context p was
// asked whether it has ended: what follows is a cleanup.
func ended(p *ssa.Parameter, at ssa.Instruction) bool {
	for _, b := range p.Parent().Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !call.Call.IsInvoke() || !isNamed(call.Call.Value.Type(), "context", "Context") {
				continue
			}
			if name := call.Call.Method.Name(); name != "Done" && name != "Err" {
				continue
			}
			if b.Dominates(at.Block()) {
				return true
			}
		}
	}
	return false
}

func (c *calls) reportFresh(o deadline.Origin, given *ssa.Parameter, callee string) {
	name := contextOf(given)
	d := analysis.Diagnostic{
		Message: o.Why + " drops the deadline of " + name + ": " + callee + " goes on after the caller has given up; pass " + name,
	}
	d.Pos, d.End = c.span(o.Pos)
	if call, ok := c.node(o.Pos).(*ast.CallExpr); ok {
		d.SuggestedFixes = []analysis.SuggestedFix{
			fix.New(c.pass, "Pass "+name, edit.ReplaceWithString(call, name)),
		}
	}
	c.once(droppedDeadline, d)
}
