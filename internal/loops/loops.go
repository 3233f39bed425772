// Package loops finds the loops of a function, how often they run, which of them retry
// what has failed, and what such a retry does.
package loops

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Loop is a natural loop: a head that is reached again from its own body.
type Loop struct {
	Head   *ssa.BasicBlock
	Blocks map[*ssa.BasicBlock]bool
	// Counter is the variable that counts the rounds up, or nil.
	Counter *ssa.Phi
	// Rounds is how often the body runs at most, where that is constant, or 0.
	Rounds int
	// again are the blocks from which a round follows though no edge leads there:
	// the function calls itself, or asks an iterator for more. changes are the
	// parameters that get another value then.
	again   map[*ssa.BasicBlock]bool
	changes map[*ssa.Parameter]bool
}

// succs are the blocks that may follow b.
func (l *Loop) succs(b *ssa.BasicBlock) []*ssa.BasicBlock {
	if l.again[b] {
		return []*ssa.BasicBlock{l.Head}
	}
	return b.Succs
}

// Of returns the loops of fn, outer ones and inner ones.
func Of(fn *ssa.Function) []*Loop {
	byHead := make(map[*ssa.BasicBlock]*Loop)
	var all []*Loop
	for _, b := range fn.Blocks {
		for _, head := range b.Succs {
			if !head.Dominates(b) {
				continue
			}
			l := byHead[head]
			if l == nil {
				l = &Loop{Head: head, Blocks: map[*ssa.BasicBlock]bool{head: true}}
				byHead[head] = l
				all = append(all, l)
			}
			l.add(b)
		}
	}
	for _, l := range all {
		l.count()
	}
	return all
}

// add takes in a block from which the head is reached again, and what leads to
// it.
func (l *Loop) add(b *ssa.BasicBlock) {
	if l.Blocks[b] {
		return
	}
	l.Blocks[b] = true
	for _, pred := range b.Preds {
		l.add(pred)
	}
}

// Contains reports whether the instruction is part of the loop.
func (l *Loop) Contains(instr ssa.Instruction) bool { return l.Blocks[instr.Block()] }

// count recognises the loops of a constant number of rounds:
//
//	for i := 0; i < 3; i++
//	for range 3
func (l *Loop) count() {
	for b := range l.Blocks {
		if b != l.Head && !slices.Contains(b.Succs, l.Head) {
			continue // a test in the middle is no condition of the loop
		}
		if counter, rounds := l.tested(b); counter != nil {
			l.Counter, l.Rounds = counter, rounds
			return
		}
	}
}

// tested is the counter that the block compares with a constant before it goes
// on with the loop, and the number of rounds that this leads to. The first kind
// of loop is tested at its head, the second behind its body.
func (l *Loop) tested(b *ssa.BasicBlock) (counter *ssa.Phi, rounds int) {
	if len(b.Instrs) == 0 {
		return nil, 0
	}
	test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || !l.Blocks[b.Succs[0]] || l.Blocks[b.Succs[1]] {
		return nil, 0
	}
	cond, ok := test.Cond.(*ssa.BinOp)
	if !ok {
		return nil, 0
	}
	limit, ok := integer(cond.Y)
	if !ok {
		return nil, 0
	}
	switch cond.Op {
	case token.LSS, token.NEQ:
	case token.LEQ:
		limit++
	default:
		return nil, 0
	}
	counter, ahead := counted(cond.X)
	if counter == nil {
		return nil, 0
	}
	for _, edge := range counter.Edges {
		start, ok := integer(edge)
		if !ok {
			continue
		}
		if b != l.Head || ahead == 1 && b.Succs[0] == l.Head && len(l.Blocks) == 1 {
			// Behind the body, which has run once before the first test.
			return counter, int(max(0, limit-start-ahead+1))
		}
		return counter, int(max(0, limit-start-ahead))
	}
	return nil, 0
}

// counted is the variable that v is, or is one more than.
func counted(v ssa.Value) (counter *ssa.Phi, ahead int64) {
	if sum, ok := v.(*ssa.BinOp); ok && sum.Op == token.ADD {
		if one, ok := integer(sum.Y); ok && one == 1 {
			v, ahead = sum.X, 1
		}
	}
	phi, ok := v.(*ssa.Phi)
	if !ok {
		return nil, 0
	}
	for _, edge := range phi.Edges {
		if _, ok := integer(edge); ok {
			continue
		}
		sum, ok := edge.(*ssa.BinOp)
		if !ok || sum.Op != token.ADD || sum.X != phi {
			return nil, 0
		}
		if one, ok := integer(sum.Y); !ok || one != 1 {
			return nil, 0
		}
	}
	return phi, ahead
}

func integer(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(c.Value)
}

// Selects reports whether the counter chooses what a round works on: the loop
// goes through the elements of something.
func (l *Loop) Selects() bool {
	if l.Counter == nil {
		return false
	}
	indexes := func(v ssa.Value) bool {
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.IndexAddr:
				if ref.Index == v {
					return true
				}
			case *ssa.Index:
				if ref.Index == v {
					return true
				}
			case *ssa.Lookup:
				if ref.Index == v {
					return true
				}
			}
		}
		return false
	}
	if indexes(l.Counter) {
		return true
	}
	for _, ref := range *l.Counter.Referrers() {
		if sum, ok := ref.(*ssa.BinOp); ok && sum.Op == token.ADD && indexes(sum) {
			return true
		}
	}
	return false
}
