package spawns

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
)

// A PerCall is a limiter that each call of a function makes for itself, while as many
// goroutines call it.
type PerCall struct {
	// Made is where the limiter is made.
	Made *ssa.MakeChan
	// Size is the field, or variable, that says how much room there is in it, and how
	// many goroutines there are that call the function.
	Size *types.Var
	// Caller is the function that starts these.
	Caller *ssa.Function
}

// PerCall returns the limiter of a spawn, if the function around it makes it anew for each
// of as many callers as there is room in it: then there are as many at once as the square
// of the number that somebody wrote down. It is nil if that is not certain.
func (p *Package) PerCall(s *Spawn) *PerCall {
	made := p.limiter(s)
	if made == nil {
		return nil
	}
	size := heldIn(made.Size)
	if size == nil {
		return nil
	}
	for _, fn := range p.Funcs {
		for _, outer := range direct(fn) {
			if outer.Instr == s.Instr || !p.asMany(outer, size) || !p.runs(outer.Started, s.Instr.Parent(), make(map[*ssa.Function]bool)) {
				continue
			}
			return &PerCall{Made: made, Size: size, Caller: fn}
		}
	}
	return nil
}

// limiter is the channel on which a loop sends a token for each thing that it starts, if
// the function makes it, outside the loop.
func (p *Package) limiter(s *Spawn) *ssa.MakeChan {
	for _, l := range p.around(s.Instr) {
		for b := range l.Blocks {
			for _, instr := range b.Instrs {
				send, ok := instr.(*ssa.Send)
				if !ok || !b.Dominates(s.Instr.Block()) {
					continue
				}
				made, ok := Root(send.Chan).(*ssa.MakeChan)
				if ok && made.Parent() == s.Instr.Parent() && !l.Contains(made) {
					return made
				}
			}
		}
	}
	return nil
}

// asMany reports whether something is started as often as a field or variable says.
func (p *Package) asMany(s *Spawn, size *types.Var) bool {
	for _, l := range p.around(s.Instr) {
		for _, v := range conditions(l) {
			if heldIn(v) == size {
				return true
			}
		}
	}
	return false
}

// heldIn is the field or package variable that v is read from, or nil.
func heldIn(v ssa.Value) *types.Var {
	if conv, ok := v.(*ssa.Convert); ok {
		v = conv.X
	}
	if f := deadline.FieldRead(v); f != nil {
		return f
	}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	global, ok := load.X.(*ssa.Global)
	if !ok {
		return nil
	}
	obj, _ := global.Object().(*types.Var)
	return obj
}

// runs reports whether a function of the package runs another one while its caller waits.
func (p *Package) runs(fn, other *ssa.Function, seen map[*ssa.Function]bool) bool {
	if fn == nil || seen[fn] {
		return false
	}
	seen[fn] = true
	if fn == other {
		return true
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && p.runs(p.callee(&call.Call), other, seen) {
				return true
			}
		}
	}
	return false
}
