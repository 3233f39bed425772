package effects

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/destination"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/layers"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/ssabuild"
)

// A Reach is a way that a call takes while its caller waits: the layers of retries on it,
// and what it ends with.
type Reach struct {
	layers.Chain
	// Asks is the full name of the interface's method that the way ends with, if only
	// another package can know what stands behind it; or the slot that a gRPC connection is
	// given in, with the method that is called through it.
	Asks string
	// Field is the field that the interface is read from, if that is known: what is put into
	// another field of the same type does not stand behind it.
	Field string
}

// A Place is where the package retries something.
type Place struct {
	Layer layers.Layer
	// Inner are the ways on from one attempt; there is at least one.
	Inner []Reach
	// Call is what is repeated, or the call of what repeats something. It is nil where the
	// function around it is repeated by who calls it.
	Call *ssa.Call
	// In is the function that the place stands in.
	In *ssa.Function
	// Set is what a library is told of the number of attempts. Helper is what is known of
	// the program's own function that is called. Only one of the two is known.
	Set    retrypolicy.Value
	Helper *Repeats
	// Made is the call that makes the client of a call that a library repeats by default, if the package makes
	// no other call through it.
	Made *ssa.Call
	// Lent is set if what is repeated is a function that the function around is given.
	Lent bool

	// unwaited is set if the function around it does not wait for what happens here, busy
	// while Inner is worked out. via is the way from one attempt to another machine.
	unwaited, busy bool
	via            string
}

const (
	// maxReaches is how many ways are remembered of one function.
	maxReaches = 4
	// maxLayers is how many layers of a way are remembered: six of three attempts are
	// 729 calls.
	maxLayers = 6
)

// A stack finds the retries of a package, and what stands inside them.
type stack struct {
	cs       *Conducts
	policies *retrypolicy.Evaluator
	of       map[*types.Func][]*Place
	// loops and calls are the places by what is repeated, and by what repeats something.
	// One call may be both: a loop around a helper.
	loops, calls map[*ssa.Call]*Place
	// sends are the calls of HTTP clients and of gRPC, and of what a mesh retries, by the function that
	// waits for them.
	sends map[*types.Func][]*ssa.Call
	done  map[*types.Func]bool
	busy  map[*types.Func]bool
	// ignored are the functions of which a function hears whether they failed, and does not
	// hand that on: it does not fail because they do.
	ignored map[*types.Func]map[*types.Func]bool
	// funcs are the functions of the package, wraps the values in it that wrap one another.
	funcs []*ssa.Function
	wraps *wrapping
	hosts *destination.Finder
}

// findLayers works out through which retries the functions of the package run. It returns
// the places that retry something, in source order, and those where what retries is put around
// what retries.
func (cs *Conducts) findLayers() (places []*Place, wired []*Wiring) {
	s := &stack{cs: cs, of: make(map[*types.Func][]*Place), loops: make(map[*ssa.Call]*Place), calls: make(map[*ssa.Call]*Place), sends: make(map[*types.Func][]*ssa.Call),
		done: make(map[*types.Func]bool), busy: make(map[*types.Func]bool)}
	cs.layers = s
	if cs.anyLayer() {
		s.ready()
		s.ignored = ignored(s.funcs)
		for _, fn := range s.funcs {
			places = append(places, s.find(fn)...)
		}
	}
	for _, p := range places {
		s.from(p)
	}
	// In source order: of functions that call each other, what is known of the one depends on
	// which is looked at first.
	byPlace := func(a, b *types.Func) int { return cmp.Compare(a.Pos(), b.Pos()) }
	for _, fn := range slices.SortedFunc(maps.Keys(cs.own), byPlace) {
		cs.own[fn].Layers = s.reaches(fn)
	}
	if len(places) > 0 {
		s.findMade(places)
		wired = s.wrapping().wired()
	}
	return places, append(wired, s.dials()...)
}

// ready builds what the values of the package are followed by, once.
func (s *stack) ready() {
	if s.policies == nil {
		s.funcs = Functions(s.cs.pass)
		s.policies = retrypolicy.New(s.funcs)
	}
}

// reaches are the ways of a function.
func (s *stack) reaches(fn *types.Func) []Reach {
	if fn = fn.Origin(); fn.Pkg() != s.cs.pass.Pkg || s.cs.own[fn] == nil {
		if asks(fn) && canFail(fn) && s.cs.Of(fn).Reaches == "" {
			return []Reach{{Chain: layers.Chain{Ends: shortName(fn)}, Asks: fn.FullName()}}
		}
		return s.cs.Of(fn).Layers
	}
	own := s.cs.own[fn]
	if s.done[fn] || s.busy[fn] {
		return own.Layers
	}
	s.busy[fn] = true
	var found []Reach
	if r := s.cs.repeats[fn]; r != nil && r.Param < 0 {
		found = append(found, Reach{Chain: layers.Chain{Layers: []layers.Layer{{Kind: layers.Loop, Name: shortName(fn), Attempts: r.Attempts}}}})
	}
	for _, p := range s.of[fn] {
		found = append(found, s.from(p)...)
	}
	for _, send := range s.sends[fn] {
		found = append(found, s.through(send)...)
	}
	for _, callee := range s.cs.called[fn] {
		if !s.ignored[fn][callee] {
			found = append(found, s.reaches(callee)...)
		}
	}
	own.Layers = pruned(found)
	s.done[fn], s.busy[fn] = true, false
	return own.Layers
}

// canFail reports whether a function returns an error: what can't fail is not repeated.
func canFail(fn *types.Func) bool {
	results := fn.Signature().Results()
	return results.Len() > 0 && loops.IsError(results.At(results.Len()-1).Type())
}

// Reaches are the ways that begin with a place.
func (p *Place) Reaches() []Reach {
	var all []Reach
	for _, r := range p.Inner {
		if len(r.Layers) >= maxLayers || slices.Contains(r.Layers, p.Layer) || p.heeds(r) {
			continue
		}
		r.Layers = append([]layers.Layer{p.Layer}, r.Layers...)
		all = append(all, r)
	}
	return all
}

// heeds reports whether a place does not repeat what layers inside have given up.
func (p *Place) heeds(r Reach) bool { return layers.Heed([]layers.Layer{p.Layer}, r.Layers) }

// from are the ways that begin with a place, and those that it adds nothing to.
func (s *stack) from(p *Place) []Reach {
	if p.Inner == nil && !p.busy {
		p.busy = true // a way back to the place adds nothing
		p.Inner = s.inner(p)
		p.busy = false
	}
	all := p.Reaches()
	for _, r := range p.Inner {
		if p.heeds(r) {
			all = append(all, r)
		}
	}
	return all
}

// inner are the ways on from one attempt of a place.
func (s *stack) inner(p *Place) []Reach {
	var found []Reach
	switch p.Layer.Kind {
	case layers.Loop:
		found = s.through(p.Call)
	case layers.Client:
		found = s.meshed(p.Call)
	case layers.Queue:
		// Whatever the worker does is done again.
		found = s.inside(p.In)
	case layers.Library:
		found = s.given(s.cs.operand(&p.Call.Call, deadline.Called(&p.Call.Call)))
	}
	if found = pruned(found); len(found) == 0 {
		found = []Reach{{Chain: layers.Chain{Ends: lastHop(p.via)}}}
	}
	return found
}

// given are the ways of a function that is handed over.
func (s *stack) given(v ssa.Value) []Reach {
	if v == nil {
		return nil
	}
	if lit := ssabuild.Literal(v); lit != nil {
		if obj, ok := lit.Object().(*types.Func); ok {
			return s.reaches(obj)
		}
		return s.inside(lit)
	}
	if method := function(v); method != nil {
		return s.reaches(method)
	}
	if s.funcs == nil {
		return nil
	}
	return s.wrapping().of(v)
}

// through are the ways of a call.
func (s *stack) through(call *ssa.Call) []Reach {
	if p := s.calls[call]; p != nil {
		return s.from(p)
	}
	if isSend(call) {
		return product(s.wrapping().of(call.Call.Args[0]), s.meshed(call))
	}
	if ways := product(s.rpc(call), s.meshed(call)); ways != nil {
		return ways
	}
	if callee := deadline.Called(&call.Call); callee != nil {
		ways := s.throughReceiver(call, slices.Clone(s.reaches(callee)))
		if load, ok := call.Call.Value.(*ssa.UnOp); ok && call.Call.IsInvoke() {
			for i := range ways {
				if ways[i].Asks == callee.FullName() {
					ways[i].Field = fieldOf(load.X)
				}
			}
		}
		return append(s.handedOn(call), ways...)
	}
	if call.Call.IsInvoke() {
		return nil
	}
	return append(s.handedOn(call), s.given(call.Call.Value)...)
}

// fieldOf names the field that an address is of, for another package: "shop/api.Handler Store"; or is
// empty.
func fieldOf(addr ssa.Value) string {
	fa, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return ""
	}
	field, owner := deadline.Field(fa.X.Type(), fa.Field), knowledge.Named(fa.X.Type())
	if field == nil || owner == nil {
		return ""
	}
	return owner.Obj().Pkg().Path() + "." + owner.Obj().Name() + " " + field.Name()
}

// handedOn are the ways of the literals that a call is given: whoever is given one calls it.
func (s *stack) handedOn(call *ssa.Call) (found []Reach) {
	for _, arg := range call.Call.Args {
		if lit := ssabuild.Literal(arg); lit != nil && lit.Parent() != nil {
			found = append(found, s.inside(lit)...)
		}
	}
	return found
}

// inside are the ways of a function literal.
func (s *stack) inside(lit *ssa.Function) []Reach {
	if lit.Blocks == nil {
		return nil
	}
	var found []Reach
	for _, b := range lit.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !loops.Decides(call) {
				continue
			}
			if p := s.loops[call]; p != nil {
				found = append(found, s.from(p)...)
				continue
			}
			found = append(found, s.through(call)...)
		}
	}
	return found
}

// pruned are the ways that matter: no way that is the end of another, and of many the
// longest.
func pruned(all []Reach) []Reach {
	slices.SortFunc(all, func(a, b Reach) int {
		x, _ := a.Calls()
		y, _ := b.Calls()
		return cmp.Or(cmp.Compare(len(b.Layers), len(a.Layers)), cmp.Compare(y, x), cmp.Compare(a.String(), b.String()), cmp.Compare(a.Asks, b.Asks))
	})
	var kept []Reach
	for _, r := range all {
		if len(r.Layers) == 0 && r.Asks == "" || len(kept) == maxReaches {
			continue
		}
		if !slices.ContainsFunc(kept, func(longer Reach) bool { return endsWith(longer, r) }) {
			kept = append(kept, r)
		}
	}
	return kept
}

func endsWith(longer, r Reach) bool {
	more := len(longer.Layers) - len(r.Layers)
	return more >= 0 && slices.Equal(longer.Layers[more:], r.Layers) && (longer.Asks == r.Asks || len(r.Layers) > 0)
}

// Pos is where the place stands.
func (p *Place) Pos() token.Pos {
	if p.Call == nil {
		return p.In.Pos()
	}
	return p.Call.Pos()
}

// at names a place in the program: "shop/repo/client.go:33:12".
func (cs *Conducts) at(at token.Pos) string {
	pos := cs.pass.Fset.Position(at)
	return fmt.Sprintf("%s/%s:%d:%d", cs.pass.Pkg.Path(), path.Base(pos.Filename), pos.Line, pos.Column)
}

// ignored finds the functions of whose failures those that call them tell nobody.
func ignored(funcs []*ssa.Function) map[*types.Func]map[*types.Func]bool {
	all := make(map[*types.Func]map[*types.Func]bool)
	for _, fn := range funcs {
		outer, _ := ssabuild.Outermost(fn).Object().(*types.Func)
		if outer == nil {
			continue
		}
		if all[outer] == nil {
			all[outer] = make(map[*types.Func]bool)
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				callee := deadline.Called(call.Common())
				if callee == nil {
					continue
				}
				plain, ok := instr.(*ssa.Call)
				known, told := all[outer][callee.Origin()]
				all[outer][callee.Origin()] = ok && !loops.Decides(plain) && (known || !told)
			}
		}
	}
	return all
}
