package spawns

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
)

// tokens reports whether a function takes a token out of a channel and puts it back, in
// whatever order, or holds a lock while it works.
func (w *work) tokens(fn *ssa.Function) bool {
	sent, received := make(map[any]bool), make(map[any]bool)
	var read func(fn *ssa.Function)
	read = func(fn *ssa.Function) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case *ssa.Send:
					sent[identity(instr.Chan)] = true
				case *ssa.UnOp:
					if instr.Op == token.ARROW {
						received[identity(instr.X)] = true
					}
				case *ssa.Select:
					for _, state := range instr.States {
						if state.Dir == types.SendOnly {
							sent[identity(state.Chan)] = true
						} else {
							received[identity(state.Chan)] = true
						}
					}
				}
			}
		}
		for _, inner := range fn.AnonFuncs {
			read(inner)
		}
	}
	read(fn)
	for ch := range sent {
		if received[ch] {
			return true
		}
	}
	return w.locks(fn)
}

// locks reports whether a function holds a lock while it calls another machine: then
// only one of its kind does. It takes the lock first, and leaves it at its end.
func (w *work) locks(fn *ssa.Function) bool {
	held := false
	for _, instr := range fn.Blocks[0].Instrs {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		name := deadline.Called(call.Common())
		if name == nil {
			continue
		}
		if _, remote := w.p.Judge.Remote(call.Common()); remote {
			return false
		}
		switch name.FullName() {
		case "(*sync.Mutex).Lock":
			held = true
		case "(*sync.Mutex).Unlock":
			if _, deferred := instr.(*ssa.Defer); deferred && held {
				return true
			}
			held = false
		}
	}
	return false
}

// identity is what two values have in common that are the same channel: a field, or
// where it is made.
func identity(v ssa.Value) any {
	v = Root(v)
	if f := deadline.FieldRead(v); f != nil {
		return f
	}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		return Root(load.X)
	}
	return v
}
