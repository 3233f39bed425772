package loops

import (
	"go/token"
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/ablation"
)

// A Trace is what a retry does when every attempt fails, found out by playing the
// loop through. Conditions that are not known are taken not to end the loop: a
// context that has not ended, an error that is not one of those given up at.
type Trace struct {
	// Attempts is the number of attempts before the loop ends by itself, or 0 if it
	// was not seen to end.
	Attempts int
	// Waits are the waits after each attempt, as far as they are known: the list
	// ends before the first that is not.
	Waits []time.Duration
	// AfterLast is the wait between the last attempt and the end of the loop, or nil.
	AfterLast *Wait
	// OverflowAt is where a number became too large for its type, if one did.
	OverflowAt token.Pos
	// exit is the block to which the loop is left.
	exit *ssa.BasicBlock
}

// Overflows is the number of the attempt after which the wait has overflowed: it is
// none, though earlier ones were longer. It is 0 if that does not happen, or not within
// a month: a wait that doubles without a cap takes centuries to overflow.
func (t *Trace) Overflows() int {
	const month = 30 * 24 * time.Hour
	total := time.Duration(0)
	for i, d := range t.Waits {
		if i > 0 && d <= 0 && t.Waits[i-1] > 0 {
			return i + 1
		}
		if total += d; total > month || total < 0 {
			return 0
		}
	}
	return 0
}

// Negative reports whether a wait is below zero, as one that has overflowed is, however
// late that is.
func (t *Trace) Negative() bool {
	return slices.ContainsFunc(t.Waits, func(d time.Duration) bool { return d < 0 })
}

// Reaches is the first wait that is at least so long, and the number of the attempt
// after which it is waited for; or 0.
func (t *Trace) Reaches(long time.Duration) (wait time.Duration, attempt int) {
	for i, d := range t.Waits {
		if d >= long {
			return d, i + 1
		}
	}
	return 0, 0
}

// A player plays a loop through.
type player struct {
	*frame
	loop  *Loop
	o     *outcome
	waits map[ssa.Instruction]*Wait
	trace Trace
	// attempts counts those begun; wait is what has been waited since the last.
	attempts int
	last     *Wait
	wait     time.Duration
	known    bool
	// earlier is set if something that counts, too, may end the loop earlier.
	earlier bool
}

// play returns what the retry of an operation does, with the values that it begins with.
func (l *Loop) play(o *outcome, waits []*Wait, before func(ssa.Value) number) *Trace {
	if ablation.Off(ablation.Trace) {
		return new(Trace)
	}
	p := &player{frame: newFrame(before), loop: l, o: o, waits: make(map[ssa.Instruction]*Wait), known: true}
	for _, w := range waits {
		p.waits[w.at] = w
	}
	var from *ssa.BasicBlock
	for _, pred := range l.Head.Preds {
		if !l.Blocks[pred] {
			if from != nil {
				return &p.trace // entered in two ways
			}
			from = pred
		}
	}
	ended := p.rounds(from)
	p.trace.OverflowAt = *p.overflow
	if ended && p.attempts > 0 {
		p.trace.Attempts = p.attempts
		if !p.earlier {
			p.trace.AfterLast = p.last
		}
	}
	if n := p.trace.Attempts; n > 0 && len(p.trace.Waits) > n-1 {
		p.trace.Waits = p.trace.Waits[:n-1]
	}
	return &p.trace
}

// rounds walks the blocks, and reports whether the loop was seen to end.
func (p *player) rounds(from *ssa.BasicBlock) (ended bool) {
	for b := p.loop.Head; p.attempts <= maxRounds && *p.steps < maxSteps; {
		if !p.loop.Blocks[b] {
			p.trace.exit = b
			return true
		}
		p.enter(b, from)
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.Phi); ok {
				continue
			}
			if instr == ssa.Instruction(p.o.op) {
				p.attempt()
			}
			if w := p.waits[instr]; w != nil {
				p.pause(w)
			}
			p.compute(instr)
		}
		next, met := p.next(b)
		if next == nil {
			return false
		}
		if from = b; met {
			from = nil // what the two ways bring is unknown
		}
		b = next
	}
	return false
}

// attempt notes the beginning of an attempt, and with it the end of the wait
// before.
func (p *player) attempt() {
	if p.attempts > 0 && p.last != nil && p.known {
		p.trace.Waits = append(p.trace.Waits, p.wait)
	} else if p.attempts > 0 {
		p.known = false // what comes later would stand in the wrong place
	}
	p.attempts++
	p.last, p.wait = nil, 0
}

func (p *player) pause(w *Wait) {
	p.last = w
	if w.For == nil || w.In != nil {
		p.known = false
		return
	}
	n := p.value(w.For)
	if n.kind != whole {
		p.known = false
		return
	}
	p.wait += time.Duration(n.i)
}

// next is the block that follows b when the attempt fails, or nil if that is not
// known. If there are two ways, it is where they have met.
func (p *player) next(b *ssa.BasicBlock) (next *ssa.BasicBlock, met bool) {
	if p.loop.again[b] {
		return p.loop.Head, true
	}
	if len(b.Succs) == 0 {
		return nil, false
	}
	test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return b.Succs[0], false
	}
	if cond := p.value(test.Cond); cond.kind == truth {
		if cond.b {
			return b.Succs[0], false
		}
		return b.Succs[1], false
	}
	how := surprised
	if !p.o.again(surprised, nil) {
		how = refused
	}
	ways := p.o.ways(b, how)
	if _, ok := p.loop.laterRounds(test.Cond); ok {
		ways = b.Succs // computed above, if at all
	}
	n := len(ways)
	ways = slices.DeleteFunc(slices.Clone(ways), func(next *ssa.BasicBlock) bool { return !p.loop.Blocks[next] })
	if len(ways) < n && p.loop.counts(p.o.op, test.Cond, 0) {
		p.earlier = true
	}
	switch len(ways) {
	case 1:
		return ways[0], false
	case 2:
		return p.join(b), true
	}
	return nil, false
}

// join is where the two ways from b meet again, if nothing happens on them that
// matters: no attempt and no wait. What they compute is unknown from then on.
func (p *player) join(b *ssa.BasicBlock) *ssa.BasicBlock {
	var order []*ssa.BasicBlock
	reached := make(map[*ssa.BasicBlock]int)
	for side, first := range b.Succs {
		var visit func(*ssa.BasicBlock)
		visit = func(c *ssa.BasicBlock) {
			if !p.loop.Blocks[c] || reached[c]&(1<<side) != 0 {
				return
			}
			if reached[c] == 0 {
				order = append(order, c)
			}
			reached[c] |= 1 << side
			if c == p.loop.Head || p.matters(c) {
				return
			}
			for _, next := range c.Succs {
				visit(next)
			}
		}
		visit(first)
	}
	for _, c := range order {
		if reached[c] != 3 {
			continue
		}
		region, ok := p.between(b, c)
		if !ok {
			continue
		}
		for r := range region {
			p.forget(r)
		}
		return c
	}
	return nil
}

// between collects the blocks on the ways from b to the join, and reports whether
// all ways that stay in the loop lead there.
func (p *player) between(b, join *ssa.BasicBlock) (region map[*ssa.BasicBlock]bool, ok bool) {
	region = make(map[*ssa.BasicBlock]bool)
	var visit func(*ssa.BasicBlock) bool
	visit = func(c *ssa.BasicBlock) bool {
		if c == join || region[c] || !p.loop.Blocks[c] {
			return true
		}
		if c == p.loop.Head || p.matters(c) {
			return false
		}
		region[c] = true
		for _, next := range c.Succs {
			if !visit(next) {
				return false
			}
		}
		return true
	}
	for _, next := range b.Succs {
		if !visit(next) {
			return nil, false
		}
	}
	return region, true
}

// matters reports whether the block has an attempt or a wait in it.
func (p *player) matters(b *ssa.BasicBlock) bool {
	return b == p.o.op.Block() || slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool { return p.waits[instr] != nil })
}

// forget makes all that a block computes unknown.
func (p *player) forget(b *ssa.BasicBlock) {
	for _, instr := range b.Instrs {
		if store, ok := instr.(*ssa.Store); ok {
			if cell, ok := store.Addr.(*ssa.Alloc); ok {
				p.cells[cell] = number{}
			}
		}
		if v, ok := instr.(ssa.Value); ok {
			p.vars[v] = number{}
			delete(p.tuples, v)
		}
	}
}

// before is what a value is before the loop begins: constants, and what is computed
// of them.
func (l *Loop) before(v ssa.Value) number {
	switch v := v.(type) {
	case *ssa.Const:
		return constantNumber(v)
	case *ssa.BinOp:
		if !l.Contains(v) {
			return combine(v.Op, l.before(v.X), l.before(v.Y), v.Type())
		}
	case *ssa.Convert:
		if !l.Contains(v) {
			return l.before(v.X).as(v.Type())
		}
	case *ssa.ChangeType:
		if !l.Contains(v) {
			return l.before(v.X)
		}
	case *ssa.Alloc:
		return l.initial(v)
	}
	return number{}
}

// initial is what a variable holds when the loop begins, if one store says so.
func (l *Loop) initial(cell *ssa.Alloc) number {
	if isShared(cell) {
		return number{}
	}
	var only *ssa.Store
	for _, ref := range *cell.Referrers() {
		store, ok := ref.(*ssa.Store)
		if !ok || l.Contains(store) {
			continue
		}
		if only != nil {
			return number{}
		}
		only = store
	}
	switch {
	case only == nil && isNumber(cell.Type().Underlying().(*types.Pointer).Elem()):
		return number{kind: whole}
	case only != nil && only.Block().Dominates(l.Head):
		return l.before(only.Val)
	}
	return number{}
}
