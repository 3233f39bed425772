package effects

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/layers"
)

// isRPC reports whether a call is a unary call of gRPC.
func isRPC(call *ssa.Call) bool {
	fn := deadline.Called(&call.Call)
	if fn == nil {
		return false
	}
	claim := knowledge.Func(fn)
	return claim.Remote() && claim.As == "grpc-call"
}

// rpc are the ways of a unary call of gRPC through its connection. One that comes from another package
// asks there.
func (s *stack) rpc(call *ssa.Call) (ways []Reach) {
	if !isRPC(call) || s.funcs == nil {
		return nil
	}
	recv, _ := deadline.Arguments(&call.Call)
	w := s.wrapping()
	method, ends := methodOf(&call.Call), shortName(deadline.Called(&call.Call))
	for _, o := range w.conns(recv, func(ch channel) []layers.Layer { return w.layersOf(ch, call, ch.config.Attempts(method, ch.limit)) }) {
		r := Reach{Chain: layers.Chain{Ends: ends}}
		if o.dial == nil {
			if w.speaks(call) {
				continue // the call has a say in how often it is tried
			}
			r.Asks = o.slot + connOf + method
		} else {
			r.Layers = o.layers
		}
		if len(r.Layers) > 0 || r.Asks != "" {
			ways = append(ways, r)
		}
	}
	return ways
}

// connOf stands between a slot for a connection and the method that is called through it.
const connOf = " calls "

// speaks reports whether a call has options of its own about retries, or such as nobody can see.
func (w *wrapping) speaks(call *ssa.Call) bool {
	options, ok := w.s.policies.Options(&call.Call)
	return !ok || slices.ContainsFunc(options, func(o ssa.Value) bool {
		made := w.maker(o, 0)
		return made == nil || knowledge.Retries(deadline.Called(&made.Call)) != nil
	})
}

// dials are the connections of the package whose interceptors and service config multiply each other.
func (s *stack) dials() (wired []*Wiring) {
	w := s.wrapping()
	for _, fn := range s.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || deadline.Called(&call.Call) == nil || !isDial(deadline.Called(&call.Call)) {
					continue
				}
				ch := w.channelOf(call)
				if list := w.layersOf(ch, nil, ch.config.Most(ch.limit)); len(list) > 1 {
					wired = append(wired, &Wiring{Pos: call.Pos(), Reach: Reach{Chain: layers.Chain{Layers: list}}, Outer: 1})
				}
			}
		}
	}
	return wired
}

// connected answers where a connection, or a client of one, goes to a slot of another package: does it
// retry what is retried there?
func (s *stack) connected(asked map[string][]Reach, ask func(Reach)) (wired []*Wiring) {
	slots := make(map[string][]Reach)
	for asks, list := range asked {
		if slot, _, ok := strings.Cut(asks, connOf); ok {
			slots[slot] = append(slots[slot], list...)
		}
	}
	if len(slots) == 0 || !s.namesSlot(slots) {
		return nil
	}
	s.ready()
	for _, fn := range s.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case *ssa.Call:
					callee := deadline.Called(&instr.Call)
					if callee == nil || callee.Pkg() == s.cs.pass.Pkg {
						continue
					}
					for i, arg := range deadline.AllArguments(&instr.Call) {
						wired = append(wired, s.answer(arg, instr, slots[slotOf(callee, i)], ask)...)
					}
				case *ssa.Store:
					if fa, ok := instr.Addr.(*ssa.FieldAddr); ok {
						if field := deadline.Field(fa.X.Type(), fa.Field); field != nil && field.Pkg() != s.cs.pass.Pkg {
							wired = append(wired, s.answer(instr.Val, instr, slots[fieldName(fa.X.Type(), field)], ask)...)
						}
					}
				}
			}
		}
	}
	return wired
}

// answer are the answers for one value that goes to a slot.
func (s *stack) answer(v ssa.Value, at ssa.Instruction, outers []Reach, ask func(Reach)) (wired []*Wiring) {
	if len(outers) == 0 {
		return nil
	}
	w := s.wrapping()
	for _, outer := range outers {
		_, method, _ := strings.Cut(outer.Asks, connOf)
		for _, o := range w.conns(v, func(ch channel) []layers.Layer { return w.layersOf(ch, nil, ch.config.Attempts(method, ch.limit)) }) {
			r := outer
			r.Asks = ""
			if o.dial == nil {
				r.Asks = o.slot + connOf + method
				ask(r)
				continue
			}
			if len(o.layers) == 0 || len(outer.Layers)+len(o.layers) > maxLayers {
				continue
			}
			r.Layers = slices.Concat(outer.Layers, o.layers)
			wired = append(wired, &Wiring{Pos: at.Pos(), Reach: r, Outer: len(outer.Layers)})
		}
	}
	return wired
}

// throughReceiver answers for the ways of a method that ask what its receiver was made with, where that is seen:
// nobody else has to.
func (s *stack) throughReceiver(call *ssa.Call, ways []Reach) (known []Reach) {
	recv, _ := deadline.Arguments(&call.Call)
	for _, r := range ways {
		slot, method, ok := strings.Cut(r.Asks, connOf)
		if !ok || recv == nil || s.funcs == nil {
			known = append(known, r)
			continue
		}
		w := s.wrapping()
		made := w.maker(recv, 0)
		arg := argumentIn(made, slot)
		if arg == nil {
			known = append(known, r)
			continue
		}
		for _, o := range w.conns(arg, func(ch channel) []layers.Layer { return w.layersOf(ch, nil, ch.config.Attempts(method, ch.limit)) }) {
			r := r
			r.Asks, r.Layers = "", slices.Concat(r.Layers, o.layers)
			if o.dial == nil {
				r.Asks = o.slot + connOf + method
			}
			known = append(known, r)
		}
	}
	return known
}

// argumentIn is what a call gives in a slot, or nil.
func argumentIn(call *ssa.Call, slot string) ssa.Value {
	if call == nil {
		return nil
	}
	for i, arg := range deadline.AllArguments(&call.Call) {
		if slotOf(deadline.Called(&call.Call), i) == slot {
			return arg
		}
	}
	return nil
}

// namesSlot reports whether the package names a function or field that is asked about.
func (s *stack) namesSlot(slots map[string][]Reach) bool {
	names := make(map[string]bool)
	for slot := range slots {
		if fn, _, ok := strings.Cut(slot, "#"); ok {
			names[fn] = true
		} else if _, field, ok := strings.Cut(slot, " "); ok {
			names[" "+field] = true
		}
	}
	for _, obj := range s.cs.pass.TypesInfo.Uses {
		switch obj := obj.(type) {
		case *types.Func:
			if names[obj.Origin().FullName()] {
				return true
			}
		case *types.Var:
			if obj.IsField() && names[" "+obj.Name()] {
				return true
			}
		}
	}
	return false
}
