package loops

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
)

// An Answer is how a call ends that was answered: with a status, or with an error.
type Answer struct {
	// Status is that of an HTTP response, or 0 where the call returns an error.
	Status int64
	// Is recognizes the error among the values of the program: a variable, a constant. It
	// is nil where nothing is known of it but that it is one.
	Is func(ssa.Value) bool
}

// AnswerOf looks at what a function makes of a call that can fail, as EndingOf does, but does
// not trust functions that make another error of its error: these may mark it, or drop it.
func AnswerOf(op *ssa.Call) *Ending {
	fn := op.Parent()
	whole := &Loop{Head: fn.Blocks[0], Blocks: make(map[*ssa.BasicBlock]bool)}
	for _, b := range fn.Blocks {
		whole.Blocks[b] = true
	}
	o := &outcome{loop: whole, all: Of(fn), op: op, own: true}
	o.find()
	if o.err == nil || !IsError(o.err.Type()) {
		return nil
	}
	return &Ending{o}
}

// Fails reports whether the function is certain to return an error after the call has ended
// with an answer: each way from there leads to a return with one. A condition of which
// nothing is known goes both ways. fails is the place of the first such return.
func (e *Ending) Fails(a Answer) (fails *ssa.Return, certain bool) {
	seen := make(map[step]bool)
	certain = true
	var visit func(s step)
	visit = func(s step) {
		if ret, ok := s.at.Instrs[len(s.at.Instrs)-1].(*ssa.Return); ok {
			if s.at != s.at.Parent().Recover {
				certain = certain && e.returnsError(s, ret, a)
				if fails == nil {
					fails = ret
				}
			}
			return
		}
		for _, next := range e.after(s, a) {
			s := step{s.at, next}
			if next == e.o.op.Block() || seen[s] || !certain {
				continue // asked again: the last answer counts
			}
			seen[s] = true
			visit(s)
		}
	}
	visit(step{nil, e.o.op.Block()})
	return fails, certain && fails != nil
}

// after are the blocks that may follow a step after the answer.
func (e *Ending) after(s step, a Answer) []*ssa.BasicBlock {
	cond, negated := s.condition()
	if cond == nil {
		return s.at.Succs
	}
	if ifFailed, ok := e.o.nilTest(cond); ok && e.certain(cond) {
		return s.choose((ifFailed == (a.Status == 0)) != negated)
	}
	if a.Status != 0 {
		if holds, ok := e.o.answered(s); ok {
			return s.choose(holds)
		}
		if holds, ok := e.o.ofStatus(cond, a.Status); ok {
			return s.choose(holds != negated)
		}
		return s.at.Succs
	}
	if a.Is != nil && e.names(cond, a) {
		return s.choose(!negated)
	}
	return s.at.Succs
}

// names reports whether a condition holds for the error because it asks for this one:
// errors.Is(err, sql.ErrNoRows), err == sql.ErrNoRows.
func (e *Ending) names(cond ssa.Value, a Answer) bool {
	switch cond := cond.(type) {
	case *ssa.BinOp:
		equal, ok := e.o.comparison(cond)
		return ok && equal && (a.Is(cond.X) || a.Is(cond.Y))
	case *ssa.Call:
		return e.o.tells(cond) && e.o.isNamed(cond) && slices.ContainsFunc(cond.Call.Args, a.Is)
	}
	return false
}

// returnsError reports whether a return is certain to return an error after the answer.
func (e *Ending) returnsError(s step, ret *ssa.Return, a Answer) bool {
	if len(ret.Results) == 0 {
		return false
	}
	v := ret.Results[len(ret.Results)-1]
	return IsError(v.Type()) && (e.isError(s.value(v), a, 0) || tested(v, ret.Block()))
}

// isError reports whether v is certain to be an error, and no nil, after the answer.
func (e *Ending) isError(v ssa.Value, a Answer, depth int) bool {
	if depth > 3 {
		return false
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return true
	case *ssa.ChangeInterface:
		return e.isError(v.X, a, depth)
	case *ssa.UnOp:
		switch x := v.X.(type) {
		case *ssa.Global:
			return true // a variable with an error, as errors.New makes it
		case *ssa.Alloc:
			if val := putLast(x, v); val != nil {
				return e.isError(val, a, depth+1) // a named result
			}
		}
		return a.Status == 0 && e.o.errs[v] && e.holds(v)
	case *ssa.Phi:
		return !slices.ContainsFunc(v.Edges, func(edge ssa.Value) bool { return !e.isError(edge, a, depth+1) })
	case *ssa.Extract:
		return a.Status == 0 && v == e.o.err
	case *ssa.Call:
		if v == e.o.err {
			return a.Status == 0
		}
		return e.makesError(v, a, depth)
	}
	return false
}

// makesError reports whether a call is certain to return an error: it makes one, or wraps one.
func (e *Ending) makesError(call *ssa.Call, a Answer, depth int) bool {
	fn := deadline.Called(&call.Call)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch fn.FullName() {
	case "errors.New", "fmt.Errorf", "github.com/pkg/errors.New", "github.com/pkg/errors.Errorf":
		return true
	case "github.com/pkg/errors.Wrap", "github.com/pkg/errors.Wrapf", "github.com/pkg/errors.WithStack", "github.com/pkg/errors.WithMessage":
		return e.isError(call.Call.Args[0], a, depth+1)
	}
	body := deadline.Callee(&call.Call)
	if body == nil || len(body.Blocks) == 0 {
		return false
	}
	return e.onlyErrors(body, call, a, depth+1)
}

// onlyErrors reports whether a function returns nothing but errors, which do not depend on
// how the call ended.
func (e *Ending) onlyErrors(fn *ssa.Function, call *ssa.Call, a Answer, depth int) bool {
	any := false
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || b == fn.Recover {
			continue
		}
		if len(ret.Results) != 1 {
			return false
		}
		v := ret.Results[0]
		if p, ok := v.(*ssa.Parameter); ok {
			v = call.Call.Args[slices.Index(fn.Params, p)]
		}
		if !e.isError(v, a, depth) {
			return false
		}
		any = true
	}
	return any
}

// tested reports whether a block is reached only where v has been found not to be nil.
func tested(v ssa.Value, b *ssa.BasicBlock) bool {
	for dom := b.Idom(); dom != nil; dom = dom.Idom() {
		s := step{nil, dom}
		cond, negated := s.condition()
		cmp, ok := cond.(*ssa.BinOp)
		if !ok || cmp.X != v && cmp.Y != v {
			continue
		}
		notNil, ok := isNilTest(cmp)
		if !ok {
			continue
		}
		if side := s.choose(notNil != negated)[0]; len(side.Preds) == 1 && side.Dominates(b) {
			return true
		}
	}
	return false
}

// isNilTest reports whether a comparison is one with nil, and whether it holds for what is
// not nil.
func isNilTest(cmp *ssa.BinOp) (notNil, ok bool) {
	for _, side := range []ssa.Value{cmp.X, cmp.Y} {
		if c, isConst := side.(*ssa.Const); isConst && c.IsNil() {
			return cmp.Op == token.NEQ, cmp.Op == token.NEQ || cmp.Op == token.EQL
		}
	}
	return false, false
}

// putLast is what a block puts into a variable before it reads it, if no function literal has
// the variable, too; or nil.
func putLast(cell *ssa.Alloc, load *ssa.UnOp) (val ssa.Value) {
	for _, ref := range *cell.Referrers() {
		if _, ok := ref.(*ssa.MakeClosure); ok {
			return nil
		}
	}
	for _, instr := range load.Block().Instrs {
		if instr == ssa.Instruction(load) {
			break
		}
		if store, ok := instr.(*ssa.Store); ok && store.Addr == cell {
			val = store.Val
		}
	}
	return val
}
