package deadline

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/knowledge"
)

// Facts is what is known of the functions of other packages.
type Facts interface {
	// Result returns the bound of the i-th result of fn, in terms of its
	// parameters.
	Result(fn *types.Func, i int) Bound
	// Sets reports whether fn sets a bound through its i-th parameter.
	Sets(fn *types.Func, i int) bool
}

// An Evaluator finds the origins of the values of one package.
type Evaluator struct {
	*Index
	pkg   *types.Package
	facts Facts
}

// NewEvaluator returns an evaluator for the functions of pkg.
func NewEvaluator(pkg *types.Package, funcs []*ssa.Function, facts Facts) *Evaluator {
	return &Evaluator{Index: NewIndex(funcs), pkg: pkg, facts: facts}
}

// maxSteps bounds the walk back from one use. Where it runs out the answer is
// Unknown. Real clients are made within some dozens of steps.
const maxSteps = 500

// Origins returns the places from which v can come. Nil values, on which
// nothing can be done, have none.
func (e *Evaluator) Origins(v ssa.Value) []Origin {
	return e.walk().origins(v)
}

// Bound returns what holds for v wherever it comes from.
func (e *Evaluator) Bound(v ssa.Value) Bound { return Join(e.Origins(v)) }

// A walk is one search against the flow of values.
type walk struct {
	e      *Evaluator
	onPath map[ssa.Value]bool
	steps  int
}

func (e *Evaluator) walk() *walk {
	return &walk{e: e, onPath: make(map[ssa.Value]bool), steps: maxSteps}
}

func (w *walk) origins(v ssa.Value) []Origin {
	if w.onPath[v] {
		return nil // a cycle adds nothing to what its entries bring
	}
	if w.steps--; w.steps < 0 {
		return unknown()
	}
	w.onPath[v] = true
	defer delete(w.onPath, v)
	if w.e.setLater(v, 0) {
		return undecidable()
	}
	origins := w.step(v)
	for i := range origins {
		if o := &origins[i]; o.Kind == Unknown && o.Type == nil {
			o.Type = v.Type()
		}
	}
	return origins
}

// step goes one step back from v.
func (w *walk) step(v ssa.Value) []Origin {
	switch v := v.(type) {
	case *ssa.Const:
		return ofConst(v)
	case *ssa.Parameter:
		return ofParameter(v)
	case *ssa.FreeVar:
		if bound := w.e.binding(v); bound != nil {
			return w.origins(bound)
		}
	case *ssa.Phi:
		var all []Origin
		for _, edge := range v.Edges {
			all = append(all, w.origins(edge)...)
		}
		return decided(all)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return w.load(v)
		}
	case *ssa.Alloc, *ssa.Global, *ssa.FieldAddr:
		return w.object(v)
	case *ssa.Field:
		return w.held(Field(v.X.Type(), v.Field), v.Parent())
	case *ssa.Call:
		return w.result(v, 0)
	case *ssa.Extract:
		switch tuple := v.Tuple.(type) {
		case *ssa.Call:
			return w.result(tuple, v.Index)
		case *ssa.TypeAssert:
			return w.origins(tuple.X)
		}
	case *ssa.Slice:
		return w.options(v)
	case *ssa.MakeInterface:
		return w.boxed(v)
	case *ssa.MakeClosure:
		return ofFunction(v.Fn.(*ssa.Function))
	case *ssa.Function:
		return ofFunction(v)
	case *ssa.ChangeInterface:
		return w.origins(v.X)
	case *ssa.ChangeType:
		return w.origins(v.X)
	case *ssa.TypeAssert:
		return w.origins(v.X)
	}
	return unknown()
}

// binding is the value that a function literal closes over.
func (e *Evaluator) binding(v *ssa.FreeVar) ssa.Value {
	closure := e.closures[v.Parent()]
	if closure == nil {
		return nil
	}
	for i, fv := range v.Parent().FreeVars {
		if fv == v {
			return closure.Bindings[i]
		}
	}
	return nil
}

// load follows the value read from an address.
func (w *walk) load(v *ssa.UnOp) []Origin {
	if client := w.e.around(v.X); client != nil {
		return w.origins(client)
	}
	if knowledge.Type(v.Type()) != nil {
		if _, isPointer := v.Type().Underlying().(*types.Pointer); !isPointer {
			return w.origins(v.X) // a copy of a client is as bounded as the client
		}
	}
	switch addr := v.X.(type) {
	case *ssa.Global:
		return w.held(addr.Object(), v.Parent())
	case *ssa.FieldAddr:
		return w.held(Field(addr.X.Type(), addr.Field), v.Parent())
	case *ssa.Alloc:
		return w.cell(addr)
	case *ssa.FreeVar:
		if alloc, ok := w.e.binding(addr).(*ssa.Alloc); ok {
			return w.cell(alloc)
		}
	case *ssa.Call, *ssa.UnOp:
		if types.TypeString(v.Type(), nil) == "time.Duration" {
			return w.origins(addr) // a pointer that a table knows: *flag.Duration(…)
		}
	}
	return unknown()
}

// around is the client whose embedded part is at the address, or nil: a promoted
// method is one of the client itself.
func (e *Evaluator) around(addr ssa.Value) ssa.Value {
	fa, ok := addr.(*ssa.FieldAddr)
	if !ok || knowledge.Type(fa.X.Type()) == nil {
		return nil
	}
	if f := Field(fa.X.Type(), fa.Field); f == nil || !f.Embedded() || f.Pkg() == e.pkg {
		return nil
	}
	return fa.X
}

// held follows what a field or package-level variable holds, over every store
// in the package. in is the function that reads it.
func (w *walk) held(obj types.Object, in *ssa.Function) []Origin {
	v, ok := obj.(*types.Var)
	if !ok {
		return unknown()
	}
	if v.Pkg() != w.e.pkg {
		if claim := knowledge.Var(v); claim != nil && len(claim.Bound) == 0 && len(w.e.late[v]) == 0 && len(w.e.stores[v]) == 0 {
			why := v.Pkg().Name() + "." + v.Name()
			return []Origin{{Bound: Bound{Kind: Unbounded, Why: why}, Var: v, In: in}}
		}
		return unknown()
	}
	if len(w.e.late[v]) > 0 {
		return undecidable()
	}
	if len(w.e.stores[v]) == 0 {
		return unknown() // it is set by reflection or in another package
	}
	var all []Origin
	for _, val := range w.e.stores[v] {
		for _, o := range w.origins(val) {
			if v.IsField() {
				o.Field = v
			}
			o.Shared = o.Shared || v.Exported() && w.e.pkg.Name() != "main"
			all = append(all, o)
		}
	}
	return decided(all)
}

// Returned is the bound of the i-th result of fn, a function of this package,
// in terms of its parameters.
func (e *Evaluator) Returned(fn *ssa.Function, i int) Bound {
	origins := e.walk().returns(fn, i)
	for _, o := range origins {
		if o.Kind == Depends && o.In != fn || o.Shared {
			return Bound{}
		}
	}
	return Join(origins)
}

// Changed reports whether this package assigns to a variable of another
// package, or sets a bound on the client that it holds.
func (e *Evaluator) Changed(v *types.Var) bool {
	return len(e.stores[v]) > 0 || len(e.late[v]) > 0
}
