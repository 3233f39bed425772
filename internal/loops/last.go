package loops

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
)

// WaitAfterLast is the wait that the loop makes when its last attempt has failed, with
// nothing left but to give up; or nil. If the number of attempts is not known, nothing
// asks for it between the attempt and the wait, and what asks for it behind the wait
// leaves the loop.
func (r *Retry) WaitAfterLast() *Wait {
	if t := r.Trace; t.Attempts > 0 && t.AfterLast != nil && t.AfterLast.For != nil && !r.triedFrom(t.exit) {
		return t.AfterLast
	}
	for _, w := range r.Waits {
		// What is not told a time may be a limiter, which counts the attempt.
		if w.For != nil && w.Block() != r.Op.Block() && r.failureLeads(w.Block()) && r.endsBehind(w.Block()) {
			return w
		}
	}
	return nil
}

// failureLeads reports whether a failure leads to a block, whichever attempt it is of.
func (r *Retry) failureLeads(to *ssa.BasicBlock) bool {
	known := map[*ssa.BasicBlock]bool{r.Op.Block(): false}
	var leads func(b *ssa.BasicBlock) bool
	onward := func(b *ssa.BasicBlock) bool {
		next := r.outcome.ways(b, surprised)
		counts := len(next) > 1 && r.counts(r.Op, b.Instrs[len(b.Instrs)-1].(*ssa.If).Cond, 0)
		for _, b := range next {
			if leads(b) != counts {
				return !counts
			}
		}
		return counts
	}
	leads = func(b *ssa.BasicBlock) bool {
		if b == to {
			return true
		}
		if there, ok := known[b]; ok || !r.Blocks[b] {
			return there
		}
		known[b] = false
		known[b] = onward(b)
		return known[b]
	}
	return onward(r.Op.Block())
}

// endsBehind reports whether the number of attempts is what ends the loop between a
// block and the next attempt, so that the operation is not tried again.
func (r *Retry) endsBehind(b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{r.Op.Block(): true}
	var ends func(b *ssa.BasicBlock) bool
	ends = func(b *ssa.BasicBlock) bool {
		if seen[b] || !r.Blocks[b] {
			return false
		}
		seen[b] = true
		if out := r.lastTest(b); out != nil {
			return !r.triedFrom(out)
		}
		for _, next := range b.Succs {
			if ends(next) {
				return true
			}
		}
		return false
	}
	return ends(b)
}

// lastTest is where control goes when a block finds that there were enough attempts, or
// nil if it asks for something else.
func (r *Retry) lastTest(b *ssa.BasicBlock) (out *ssa.BasicBlock) {
	test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || r.Blocks[b.Succs[0]] == r.Blocks[b.Succs[1]] {
		return nil
	}
	cmp, ok := test.Cond.(*ssa.BinOp)
	if !ok {
		return nil
	}
	if counter, _ := counted(cmp.X); counter == nil || counter.Block() != r.Head || r.counts(r.Op, cmp.Y, 0) {
		return nil
	}
	if _, first := r.laterRounds(cmp); first {
		return nil
	}
	switch stays := r.Blocks[b.Succs[0]]; cmp.Op {
	case token.LSS, token.LEQ, token.NEQ:
		if stays {
			return b.Succs[1]
		}
	case token.GEQ, token.GTR, token.EQL:
		if !stays {
			return b.Succs[0]
		}
	}
	return nil
}

// counts reports whether a value of the loop depends on the number of attempts, other
// than through the operation.
func (l *Loop) counts(op *ssa.Call, v ssa.Value, depth int) bool {
	instr, ok := v.(ssa.Instruction)
	if !ok || !l.Contains(instr) || v == op {
		return false
	}
	if counter, _ := counted(v); counter != nil && counter.Block() == l.Head {
		return true
	}
	if depth > 8 {
		return true
	}
	for _, operand := range instr.Operands(nil) {
		if *operand != nil && l.counts(op, *operand, depth+1) {
			return true
		}
	}
	return false
}

// triedFrom reports whether the operation is tried again from a block on, by this call
// or another one.
func (r *Retry) triedFrom(b *ssa.BasicBlock) bool {
	fn := deadline.Called(&r.Op.Call)
	seen := make(map[*ssa.BasicBlock]bool)
	var tried func(b *ssa.BasicBlock) bool
	tried = func(b *ssa.BasicBlock) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if ok && (call.Call.Value == r.Op.Call.Value || fn != nil && deadline.Called(&call.Call) == fn) {
				return true
			}
		}
		for _, next := range b.Succs {
			if tried(next) {
				return true
			}
		}
		return false
	}
	return tried(b)
}
