package effects

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/layers"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/ssabuild"
)

// find finds the places of a function that retry something.
func (s *stack) find(fn *ssa.Function) (places []*Place) {
	for _, r := range loops.Retries(fn, s.cs) {
		if p := s.loop(fn, r); p != nil {
			places = append(places, p)
		}
	}
	outer, _ := ssabuild.Outermost(fn).Object().(*types.Func)
	waited := waitedFor(fn)
	if p := s.worked(fn); p != nil {
		places = append(places, p)
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if p := s.call(call); p != nil {
				places = append(places, p)
			}
			if (isSend(call) || isRPC(call) || s.meshed(call) != nil) && outer != nil && waited && loops.Decides(call) {
				s.sends[outer] = append(s.sends[outer], call)
			}
		}
	}
	for _, p := range places {
		p.In = fn
		p.Layer.Place = s.cs.at(p.Pos())
		if p.Layer.Name == "" && outer != nil {
			p.Layer.Name = shortName(outer)
		}
		if p.Call == nil {
			continue
		}
		if p.Layer.Kind == layers.Loop {
			s.loops[p.Call] = p
		} else {
			s.calls[p.Call] = p
		}
		if outer != nil && waited && !p.unwaited && loops.Decides(p.Call) {
			s.of[outer] = append(s.of[outer], p)
		}
	}
	return places
}

// loop is the place of a loop. A loop that keeps a connection alive multiplies nothing,
// nor does one that repeats only what it knows by name: a conflict, an expired token.
func (s *stack) loop(fn *ssa.Function, r *loops.Retry) *Place {
	if r.Reconnects || !r.RepeatsErrors() && !r.RepeatsStatus(503) {
		return nil
	}
	p := &Place{Layer: layers.Layer{Kind: layers.Loop, Attempts: r.Attempts}, Call: r.Op, via: r.Via}
	if r.Attempts == 0 && !r.EndsItself {
		p.Layer.Attempts = layers.Endless
	}
	if policy, claim := s.policies.Ranged(r.Over()); claim != nil {
		if p.Layer.Attempts = attemptsOf(policy); p.Layer.Attempts == 1 {
			return nil
		}
		p.Layer.Heeds = claim.Policy.Heeds
	}
	// A helper is a layer of those who give it something to repeat.
	p.Lent = !r.Op.Call.IsInvoke() && paramOf(fn, r.Op.Call.Value) >= 0
	p.unwaited = p.Lent
	return p
}

// worked is the place of a method that a queue calls again after a failure, as long as that
// is one of another machine.
func (s *stack) worked(fn *ssa.Function) *Place {
	obj, ok := fn.Object().(*types.Func)
	if !ok || knowledge.Worked(obj) == nil || s.cs.Of(obj).Reaches == "" {
		return nil
	}
	return &Place{Layer: layers.Layer{Kind: layers.Queue, Attempts: layers.Endless}, via: s.cs.Of(obj).Reaches, unwaited: true}
}

// call is the place of a call that repeats what it is given, or what is sent through it.
func (s *stack) call(call *ssa.Call) *Place {
	callee := deadline.Called(&call.Call)
	if callee == nil {
		return nil
	}
	if r := s.cs.Repeats(callee); r != nil {
		if r.Param < 0 {
			return nil // a directive says so of the function itself
		}
		attempts := r.AttemptsOf(&call.Call)
		via, ok := s.leads(r.Given(&call.Call))
		if attempts == 1 || !ok && !r.Later { // what is given to be wrapped may be wrapped itself
			return nil
		}
		if op := ssabuild.Literal(r.Given(&call.Call)); op != nil && op.Blocks != nil && !retrypolicy.RepeatsFailures(op, r.Again.ends) {
			return nil // it polls, or marks what fails as final
		}
		if r.Endless {
			attempts = layers.Endless
		}
		return &Place{Layer: layers.Layer{Kind: layers.Library, Attempts: attempts}, Call: call, via: via, Helper: r, unwaited: r.Later}
	}
	if claim := knowledge.Func(callee); claim != nil && claim.Kind == knowledge.Requeue && !claim.Works {
		return &Place{Layer: layers.Layer{Kind: layers.Queue, Attempts: layers.Endless}, Call: call, unwaited: true}
	}
	claim := knowledge.Retries(callee)
	if claim == nil {
		return s.byDefault(call, callee)
	}
	switch {
	case claim.Kind == knowledge.Retry && claim.Policy.Op >= 0:
		policy := s.policies.Call(call, claim)
		attempts := attemptsOf(policy)
		if attempts == 1 || !retrypolicy.Repeats(&call.Call, claim) {
			return nil
		}
		via, ok := s.leads(deadline.Argument(&call.Call, knowledge.Source{From: "arg", Arg: claim.Policy.Op}))
		if !ok {
			return nil
		}
		return &Place{Layer: layers.Layer{Kind: layers.Library, Attempts: attempts, Heeds: claim.Policy.Heeds}, Call: call, via: via, Set: policy[knowledge.Attempts]}
	case claim.As == "dial":
		return nil // it tries once: the policy is for a connection that is lost later
	case claim.Remote():
		policy := s.policies.Call(call, claim)
		attempts := attemptsOf(policy)
		if attempts == 1 {
			return nil
		}
		return &Place{Layer: layers.Layer{Kind: layers.Client, Name: shortName(callee), Attempts: attempts}, Call: call, via: shortName(callee), Set: policy[knowledge.Attempts]}
	}
	return nil
}

// byDefault is the place of a call that a library repeats by itself.
func (s *stack) byDefault(call *ssa.Call, callee *types.Func) *Place {
	l, ok := s.cs.defaultLayer(callee)
	if !ok {
		return nil
	}
	return &Place{Layer: l, Call: call, via: shortName(callee)}
}

// leads reports whether a function that is handed over may reach another machine, and the
// way to there.
func (s *stack) leads(v ssa.Value) (via string, ok bool) {
	if via = s.cs.handed(v); via != "" {
		return via, true
	}
	if v == nil {
		return "", false
	}
	if lit := ssabuild.Literal(v); lit != nil && lit.Object() == nil {
		return "", s.asksInside(lit)
	}
	return "", s.cs.Of(function(v)).Asks
}

// attemptsOf is the number of attempts of a policy, as a layer has it.
func attemptsOf(p retrypolicy.Policy) int {
	switch attempts := p[knowledge.Attempts]; attempts.Kind {
	case retrypolicy.Number:
		return max(1, int(attempts.Number))
	case retrypolicy.None:
		if p[knowledge.Limit].Kind == retrypolicy.None {
			return layers.Endless
		}
	}
	return 0
}

// waitedFor reports whether the declared function around a literal waits for what the
// literal does: it calls it, or hands it to a call. What is kept or handed back is for later.
func waitedFor(fn *ssa.Function) bool {
	for ; fn.Parent() != nil; fn = fn.Parent() {
		if !usedAtOnce(fn) {
			return false
		}
	}
	return true
}

func usedAtOnce(lit *ssa.Function) bool {
	for _, b := range lit.Parent().Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.MakeClosure:
				if instr.Fn == lit {
					for _, ref := range *instr.Referrers() {
						if uses(ref, instr) {
							return true
						}
					}
				}
			default:
				if uses(instr, lit) {
					return true
				}
			}
		}
	}
	return false
}

// uses reports whether an instruction calls a function value, hands it to a call, or
// puts it into a local variable.
func uses(instr ssa.Instruction, v ssa.Value) bool {
	switch instr := instr.(type) {
	case *ssa.Call, *ssa.Defer:
		for _, operand := range instr.Operands(nil) {
			if *operand == v {
				return true
			}
		}
	case *ssa.ChangeType:
		if instr.X == v {
			for _, ref := range *instr.Referrers() {
				if uses(ref, instr) {
					return true
				}
			}
		}
	case *ssa.Store:
		_, local := instr.Addr.(*ssa.Alloc)
		return local && instr.Val == v
	}
	return false
}

func lastHop(via string) string {
	hops := strings.Split(via, Arrow)
	return hops[len(hops)-1]
}

// asksInside reports whether a literal calls what somebody else decides about.
func (s *stack) asksInside(lit *ssa.Function) bool {
	for _, b := range lit.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && s.cs.Asks(&call.Call) {
				return true
			}
		}
	}
	return false
}
