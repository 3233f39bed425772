package spawns

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/loops"
)

// Unlimited returns the data that says how often something is started, if that is the only
// limit: nothing in the loop waits for what was started before. It is nil if that is not
// certain.
func (p *Package) Unlimited(s *Spawn) *Data {
	for instr := ssa.Instruction(s.Instr); instr != nil; {
		for _, l := range p.around(instr) {
			found, driver := p.drives(l, instr)
			if found != nil && !p.limited(l, driver, s) {
				return found
			}
		}
		fn := instr.Parent()
		call := loops.Iteration(fn)
		if call == nil {
			return nil
		}
		if found := p.dataOf(call.Call.Value, s.Instr); found != nil && !p.limited(wholeOf(fn), nil, s) {
			return found
		}
		instr = call
	}
	return nil
}

// wholeOf is the body of a loop over an iterator.
func wholeOf(fn *ssa.Function) *loops.Loop {
	l := &loops.Loop{Head: fn.Blocks[0], Blocks: make(map[*ssa.BasicBlock]bool)}
	for _, b := range fn.Blocks {
		l.Blocks[b] = true
	}
	return l
}

// drives is the data that decides how often a loop comes to an instruction, and the
// channel that it comes from, if it does.
func (p *Package) drives(l *loops.Loop, at ssa.Instruction) (found *Data, driver ssa.Value) {
	for _, v := range conditions(l) {
		if found := p.dataOf(v, at); found != nil {
			if recv, ok := v.(*ssa.UnOp); ok && recv.Op == token.ARROW {
				driver = Root(recv.X)
			}
			return found, driver
		}
	}
	if found := receivedIn(l, at); found != nil {
		return found, nil
	}
	for b := range l.Blocks {
		for _, instr := range b.Instrs {
			for _, ch := range receivedFrom(instr, at) {
				if loops.IsTimer(ch.Type()) {
					continue
				}
				w := &walk{p: p, seen: make(map[ssa.Value]bool), steps: maxSteps}
				if found := w.channel(ch); found != nil && !isTopology(w.names) {
					return found, Root(ch)
				}
			}
		}
	}
	return nil, nil
}

// receivedFrom are the channels from which an instruction receives before it comes to
// another.
func receivedFrom(instr, at ssa.Instruction) []ssa.Value {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		if instr.Op == token.ARROW && instr.Block().Dominates(at.Block()) {
			return []ssa.Value{instr.X}
		}
	case *ssa.Select:
		var list []ssa.Value
		for i, state := range instr.States {
			if b := caseOf(instr, i); state.Dir == types.RecvOnly && b != nil && b.Dominates(at.Block()) {
				list = append(list, state.Chan)
			}
		}
		return list
	}
	return nil
}

// receivedIn is the stream, queue or connection from which a loop receives a message
// before it comes to an instruction, or nil.
func receivedIn(l *loops.Loop, at ssa.Instruction) *Data {
	for b := range l.Blocks {
		if !b.Dominates(at.Block()) {
			continue
		}
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if name := deadline.Called(&call.Call); IsReceive(name) {
				return &Data{What: "the messages of " + shortName(name), Stream: true}
			}
		}
	}
	return nil
}

// conditions are the values that decide how often a loop runs: what it ranges over, the
// number that it counts up to, what it asks for more.
func conditions(l *loops.Loop) (values []ssa.Value) {
	for b := range l.Blocks {
		test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || l.Blocks[b.Succs[0]] == l.Blocks[b.Succs[1]] {
			continue
		}
		switch cond := test.Cond.(type) {
		case *ssa.BinOp:
			if isInteger(cond.X.Type()) && isCondition(l, b, cond) {
				values = append(values, cond.Y)
			}
		case *ssa.Extract:
			switch tuple := cond.Tuple.(type) {
			case *ssa.Next:
				if r, ok := tuple.Iter.(*ssa.Range); ok {
					values = append(values, r.X)
				}
			case *ssa.UnOp:
				if tuple.Op == token.ARROW && cond.Index == 1 {
					values = append(values, tuple)
				}
			}
		case *ssa.Call:
			if name := deadline.Called(&cond.Call); name != nil && asksForMore[name.Name()] {
				if recv, _ := deadline.Arguments(&cond.Call); recv != nil {
					values = append(values, recv)
				}
			}
		}
	}
	return values
}

// asksForMore are the names of methods that tell whether there is one more.
var asksForMore = map[string]bool{"Next": true, "Scan": true, "More": true, "HasMorePages": true, "HasNext": true}
