package spawns

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
)

// A Group is what starts goroutines one by one: an errgroup, a pool.
type Group struct {
	// Made is the call, or the variable, that makes it.
	Made ssa.Value
	// Default is set for a group that is part of the library itself.
	Default bool
}

// NoLimit returns the group that a spawn goes through, if it is certain that it has no
// limit: it is made without one in the functions at hand, and all that is done with it is
// seen there. Other spawns have none; ok tells.
func (p *Package) NoLimit(s *Spawn) (g *Group, ok bool) {
	if s.Table == nil || s.Helper != nil {
		return nil, false
	}
	if s.Table.Max != "recv" {
		return &Group{Default: true}, s.Table.Max == "none"
	}
	made := p.madeGroup(s.Group)
	if made == nil || !p.unlimitedUses(made, make(map[ssa.Value]bool)) {
		return nil, false
	}
	return &Group{Made: made}, true
}

// madeGroup is where a group without a limit is made, or nil.
func (p *Package) madeGroup(v ssa.Value) ssa.Value {
	for range 20 {
		v = Root(v)
		switch x := v.(type) {
		case *ssa.Alloc:
			if zero := knowledge.ZeroLimit(x.Type()); zero != nil && zero.Max == "none" && len(storesTo(x)) == 0 {
				return x
			}
			return nil
		case *ssa.Extract:
			if x.Index != 0 {
				return nil
			}
			v = x.Tuple
		case *ssa.Call:
			name := deadline.Called(&x.Call)
			if name == nil {
				return nil
			}
			recv, args := deadline.Arguments(&x.Call)
			if g := knowledge.GoroutinesOf(name); g != nil && g.Op < 0 {
				if g.Max == "none" || g.Max == "arg" && isOff(args[g.Arg]) {
					return x
				}
				return nil
			}
			// A builder: pool.New().WithErrors().
			if recv == nil || knowledge.Named(recv.Type()) == nil || name.Pkg() == nil || knowledge.For(name.Pkg().Path()) == nil {
				return nil
			}
			v = recv
		default:
			return nil
		}
	}
	return nil
}

// isOff reports whether a number is a constant that stands for no limit.
func isOff(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Int && constant.Sign(c.Value) <= 0
}

// unlimitedUses reports whether all that is done with a group is seen, and none of it
// sets a limit: its methods are called, and function literals close over it.
func (p *Package) unlimitedUses(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || v.Referrers() == nil {
		return true
	}
	seen[v] = true
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Extract:
			if ref.Index == 0 && !p.unlimitedUses(ref, seen) {
				return false
			}
		case *ssa.Store:
			cell, ok := ref.Addr.(*ssa.Alloc)
			if !ok || ref.Val != v && ref.Addr != v || ref.Val == v && !p.unlimitedUses(cell, seen) {
				return false
			}
		case *ssa.UnOp, *ssa.FieldAddr: // its methods may be those of what is embedded in it
			if !p.unlimitedUses(ref.(ssa.Value), seen) {
				return false
			}
		case *ssa.Phi:
			return false
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b != v {
					continue
				}
				fn := ref.Fn.(*ssa.Function)
				if fn.Synthetic != "" && fn.Object() != nil {
					continue // a method value
				}
				if !p.unlimitedUses(fn.FreeVars[i], seen) {
					return false
				}
			}
		case ssa.CallInstruction:
			recv, args := deadline.Arguments(ref.Common())
			for _, arg := range args {
				if arg == v {
					return false // who knows what is done with it there
				}
			}
			name := deadline.Called(ref.Common())
			if recv != v || name == nil {
				return false
			}
			g := knowledge.GoroutinesOf(name)
			if g != nil && g.Op < 0 && !(g.Max == "none" || g.Max == "arg" && isOff(args[g.Arg])) {
				return false
			}
			if call, ok := ref.(*ssa.Call); ok && g == nil && knowledge.Named(call.Type()) != nil && !p.unlimitedUses(call, seen) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// WaitForEachOther reports whether what the group runs may wait for something that the
// group has not started yet: it starts more in the group, or talks to other goroutines.
// With a limit, it might wait for ever.
func (p *Package) WaitForEachOther(s *Spawn, g *Group) bool {
	started := make(map[*ssa.Function]bool)
	var all []*Spawn
	for _, fn := range p.Funcs {
		for _, other := range direct(fn) {
			if other.Table != nil && other.Group != nil && p.madeGroup(other.Group) == g.Made {
				all = append(all, other)
			}
		}
	}
	for _, other := range all {
		w := p.WorkOf(other)
		if w.Talks || other.Started == nil {
			return true
		}
		for fn := range w.Enters {
			started[fn] = true
		}
	}
	for _, other := range all {
		for fn := other.Instr.Parent(); fn != nil; fn = fn.Parent() {
			if started[fn] {
				return true
			}
		}
	}
	return false
}
