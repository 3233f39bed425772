package retrypolicy

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
)

// A change gives a property of an object a value: a field is stored, or a method
// called that sets it.
type change struct {
	at    ssa.Instruction
	value Value
}

// changes collects what the package does to an object.
type changes struct {
	w     *walk
	claim *knowledge.Claim
	of    map[knowledge.Property][]change
	// open are the properties that something else may change.
	open map[knowledge.Property]bool
	seen map[ssa.Value]bool
	// kept is set where the object is in a field or a package-level variable, and
	// returned where a function returns it: who is given it then shares it.
	kept, returned bool
}

func newChanges(w *walk, claim *knowledge.Claim) *changes {
	return &changes{w: w, claim: claim,
		of: make(map[knowledge.Property][]change), open: make(map[knowledge.Property]bool), seen: make(map[ssa.Value]bool)}
}

// all looks at all that is done with v, which is or points to the object. It returns
// false if something else may change it.
func (c *changes) all(v ssa.Value) bool {
	return c.collect(v, 0) && !(c.kept && c.returned)
}

func (c *changes) collect(v ssa.Value, depth int) bool {
	if c.seen[v] {
		return true
	}
	c.seen[v] = true
	if depth > 5 || v.Referrers() == nil {
		return false
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			c.field(ref)
		case *ssa.Store:
			if ref.Val != v {
				continue // the whole is stored, which the caller has seen
			}
			if !c.keep(ref.Addr, depth+1) {
				return false
			}
		case *ssa.MakeInterface:
			// A carrier is set by methods, which an interface may have.
			if iface := ref.Type().Underlying().(*types.Interface); iface.NumMethods() == 0 || c.claim.Kind == knowledge.Carrier {
				return false
			}
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == v && !c.collect(ref.Fn.(*ssa.Function).FreeVars[i], depth+1) {
					return false
				}
			}
		case ssa.CallInstruction:
			if !c.call(ref, v, depth+1) {
				return false
			}
		case *ssa.Return:
			c.returned = true
		case *ssa.UnOp, *ssa.DebugRef, *ssa.BinOp:
		default:
			return false
		}
	}
	return true
}

// call looks at a call that is given the object. The library's own functions leave
// its settings alone, unless a table says otherwise.
func (c *changes) call(call ssa.CallInstruction, v ssa.Value, depth int) bool {
	common := call.Common()
	fn, named := deadline.Called(common), knowledge.Named(v.Type())
	if fn == nil || named == nil {
		return false
	}
	if fn.Pkg() != named.Obj().Pkg() {
		return c.passed(common, v, depth)
	}
	if recv, _ := deadline.Arguments(common); recv != v {
		return true
	}
	if claim := knowledge.Retries(fn); claim != nil && claim.Kind == knowledge.Setter {
		if _, ok := call.(*ssa.Call); !ok {
			return false // who knows when
		}
		for property, value := range c.w.settings(claim, By{At: call, Claim: claim}, argumentOf(common)) {
			c.of[property] = append(c.of[property], change{call, value})
		}
	}
	result, ok := call.(*ssa.Call)
	return !ok || itself(result) == nil || c.collect(result, depth)
}

// passed looks at what a function of this package does with the object.
func (c *changes) passed(call *ssa.CallCommon, v ssa.Value, depth int) bool {
	fn := deadline.Callee(call)
	args := deadline.AllArguments(call)
	if fn == nil || fn.Blocks == nil || len(fn.Params) != len(args) {
		return false
	}
	for i, arg := range args {
		if arg == v && !c.collect(fn.Params[i], depth) {
			return false
		}
	}
	return true
}

// itself is the receiver of a method that returns nothing but its receiver, as those
// of a client do that can be chained; or nil.
func itself(call *ssa.Call) ssa.Value {
	fn := deadline.Called(call.Common())
	if fn == nil || fn.Signature().Recv() == nil || !types.Identical(fn.Signature().Recv().Type(), call.Type()) {
		return nil
	}
	if of := knowledge.RetryType(call.Type()); of == nil || of.Kind != knowledge.Carrier {
		return nil
	}
	if claim := knowledge.Func(fn); claim != nil && claim.Kind != knowledge.Setter {
		return nil
	}
	recv, _ := deadline.Arguments(call.Common())
	return recv
}

// keep looks at the variable that a pointer to the object goes into: a local one
// that lives in memory because a function literal shares it, or a package-level
// one or a field that only this package has.
func (c *changes) keep(addr ssa.Value, depth int) bool {
	switch addr := addr.(type) {
	case *ssa.Alloc:
		return c.loads(addr, depth)
	case *ssa.Global:
		if obj := addr.Object(); c.w.e.lent[addr] || obj == nil || obj.Exported() && obj.Pkg().Name() != "main" {
			return false
		}
		c.kept = true
		return !slices.ContainsFunc(c.w.e.loads[addr], func(load *ssa.UnOp) bool { return !c.collect(load, depth) })
	case *ssa.FieldAddr:
		f := c.w.e.fieldOf(addr)
		if f == nil {
			return false
		}
		c.kept = true
		return !slices.ContainsFunc(f.loads, func(load ssa.Value) bool { return !c.collect(load, depth) })
	}
	return false
}

// loads looks at the pointers that are read from a variable.
func (c *changes) loads(cell ssa.Value, depth int) bool {
	if depth > 5 {
		return false
	}
	for _, ref := range *cell.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			if !c.collect(ref, depth+1) {
				return false
			}
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == cell && !c.loads(ref.Fn.(*ssa.Function).FreeVars[i], depth+1) {
					return false
				}
			}
		case *ssa.Store, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// field looks at what is done with a field of the object.
func (c *changes) field(fa *ssa.FieldAddr) {
	v := deadline.Field(fa.X.Type(), fa.Field)
	if v == nil {
		return
	}
	for property, s := range c.claim.Policy.Settings {
		if s.From != "field" || s.Name != v.Name() {
			continue
		}
		for _, ref := range *fa.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Addr == fa {
					c.of[property] = append(c.of[property], change{ref, set(s, ref.Val, By{At: ref, Claim: c.claim})})
					continue
				}
			case *ssa.UnOp, *ssa.DebugRef:
				continue
			}
			c.open[property] = true
		}
	}
}
