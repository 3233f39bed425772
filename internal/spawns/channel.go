package spawns

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
)

// channel follows a channel to what is sent on it.
func (w *walk) channel(ch ssa.Value) *Data {
	switch ch := Root(ch).(type) {
	case *ssa.MakeChan:
		for _, send := range sendsOn(ch) {
			if found := w.rounds(send); found != nil {
				return found
			}
			for _, l := range w.p.around(send) {
				if found := receivedIn(l, send); found != nil {
					return found
				}
			}
		}
	case *ssa.Call:
		if found := ofQueue(deadline.Called(&ch.Call)); found != nil && !w.p.prefetches() {
			return found
		}
		return w.data(ch)
	case *ssa.Extract:
		if call, ok := ch.Tuple.(*ssa.Call); ok {
			if found := ofQueue(deadline.Called(&call.Call)); found != nil && !w.p.prefetches() {
				return found
			}
		}
		return w.data(ch)
	case *ssa.UnOp:
		f := deadline.FieldRead(ch)
		if f == nil || f.Exported() {
			return nil
		}
		for _, send := range w.p.sends[f] {
			if found := w.rounds(send); found != nil {
				return found
			}
		}
	default:
		return w.data(ch)
	}
	return nil
}

// sendsOn are the places where something is sent on a channel that is made here.
func sendsOn(ch ssa.Value) (sends []*ssa.Send) {
	seen := make(map[ssa.Value]bool)
	var follow func(v ssa.Value)
	follow = func(v ssa.Value) {
		if seen[v] || v.Referrers() == nil {
			return
		}
		seen[v] = true
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Send:
				if ref.Chan == v {
					sends = append(sends, ref)
				}
			case *ssa.Store:
				if cell, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v {
					follow(cell)
				}
			case *ssa.UnOp:
				if ref.Op == token.MUL {
					follow(ref)
				}
			case *ssa.ChangeType:
				follow(ref)
			case *ssa.MakeClosure:
				for i, b := range ref.Bindings {
					if b == v {
						follow(ref.Fn.(*ssa.Function).FreeVars[i])
					}
				}
			case ssa.CallInstruction:
				callee := deadline.Callee(ref.Common())
				if callee == nil || callee.Blocks == nil {
					continue
				}
				for i, arg := range deadline.AllArguments(ref.Common()) {
					if arg == v && i < len(callee.Params) {
						follow(callee.Params[i])
					}
				}
			}
		}
	}
	follow(ch)
	return sends
}

// readSends notes the places where fn sends on channels that are fields.
func (p *Package) readSends(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if send, ok := instr.(*ssa.Send); ok {
				if f := deadline.FieldRead(Root(send.Chan)); f != nil {
					p.sends[f] = append(p.sends[f], send)
				}
			}
		}
	}
}
