package loops

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/ssabuild"
)

// recursion is the loop that a function makes by calling itself with the same
// arguments, but for what counts, waits, or tells how it went; or nil.
func recursion(fn *ssa.Function) *Loop {
	l := &Loop{again: make(map[*ssa.BasicBlock]bool), changes: make(map[*ssa.Parameter]bool)}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !callsItself(call) {
				continue
			}
			for i, arg := range call.Call.Args {
				p := fn.Params[i]
				if arg == p {
					continue
				}
				if !mayChange(p, arg) {
					return nil
				}
				l.changes[p] = true
			}
			l.again[b] = true
		}
	}
	if len(l.again) == 0 {
		return nil
	}
	l.around(fn)
	if changesOnce(l) {
		l.Rounds = 2
	}
	return l
}

// around makes the whole function the loop, as far as the next round is reached from
// there.
func (l *Loop) around(fn *ssa.Function) {
	l.Head, l.Blocks = fn.Blocks[0], make(map[*ssa.BasicBlock]bool)
	for b := range l.again {
		l.add(b)
	}
}

func callsItself(call *ssa.Call) bool { return call.Call.StaticCallee() == call.Parent() }

// mayChange reports whether a retry may pass on a parameter changed in that way: it
// says how the retry goes on, and not what is done.
func mayChange(p *ssa.Parameter, arg ssa.Value) bool {
	if IsError(p.Type()) || isDuration(p.Type()) || knowledge.IsContext(p.Type()) || isFlag(arg) {
		return true
	}
	sum, ok := arg.(*ssa.BinOp)
	if !ok || sum.Op != token.ADD && sum.Op != token.SUB || sum.X != p {
		return false
	}
	_, ok = integer(sum.Y)
	return ok
}

func isFlag(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Bool
}

// changesOnce reports whether all that changes from round to round is a flag: there
// is one more attempt, and no third.
func changesOnce(l *Loop) bool {
	for p := range l.changes {
		if basic, ok := p.Type().Underlying().(*types.Basic); !ok || basic.Kind() != types.Bool {
			return false
		}
	}
	return len(l.changes) > 0
}

// ranged is the loop of which fn is the body, if it is that of a range over a
// function; or nil.
func ranged(fn *ssa.Function) *Loop {
	if !isRangeBody(fn) {
		return nil
	}
	l := &Loop{again: make(map[*ssa.BasicBlock]bool), changes: make(map[*ssa.Parameter]bool)}
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) != 1 {
			continue
		}
		if c, ok := ret.Results[0].(*ssa.Const); ok && isFlag(c) && constant.BoolVal(c.Value) {
			l.again[b] = true
		}
	}
	for _, p := range fn.Params {
		l.changes[p] = true
	}
	if len(l.again) == 0 {
		return nil
	}
	l.around(fn)
	return l
}

// asksIterator reports whether a function decides how often the loop runs, and may
// wait between the rounds.
func (l *Loop) asksIterator() bool {
	return isRangeBody(l.Head.Parent()) && l.again != nil
}

// Over is the iterator that the loop ranges over, or nil if it is no such loop.
func (l *Loop) Over() ssa.Value {
	if !l.asksIterator() {
		return nil
	}
	if call := Iteration(l.Head.Parent()); call != nil {
		return call.Call.Value
	}
	return nil
}

// Iteration is the call of an iterator with the body of a range over it, or nil if fn is no such
// body.
func Iteration(fn *ssa.Function) *ssa.Call {
	if !isRangeBody(fn) {
		return nil
	}
	closure := ssabuild.Closure(fn)
	if closure == nil {
		return nil
	}
	for _, ref := range *closure.Referrers() {
		if call, ok := ref.(*ssa.Call); ok && len(call.Call.Args) > 0 && call.Call.Args[0] == closure {
			return call
		}
	}
	return nil
}

// isRangeBody reports whether fn is the body of a range over a function, which returns whether to go on.
func isRangeBody(fn *ssa.Function) bool { return fn.Synthetic == "range-over-func yield" }
