package knowledge

import (
	"go/types"
	"strings"
)

// Func returns the claim about fn, or nil. An instance of a generic function
// is known under its declaration.
func Func(fn *types.Func) *Claim {
	if fn.Pkg() == nil {
		return nil
	}
	var claim *Claim
	if t := For(fn.Pkg().Path()); t != nil {
		claim = t.function(fn)
	}
	if claim == nil {
		claim = generated(fn)
	}
	if claim != nil && claim.Except != "" && gives(fn, claim.Except) {
		return nil
	}
	return claim
}

// gives reports whether the first result of fn has a method of that name.
func gives(fn *types.Func, method string) bool {
	results := fn.Signature().Results()
	if results.Len() == 0 {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(results.At(0).Type(), true, nil, method)
	return obj != nil
}

func (t *Table) function(fn *types.Func) *Claim {
	if claim := t.Claims[Name(fn)]; claim != nil {
		return claim
	}
	recv := fn.Signature().Recv()
	if recv == nil || !fn.Exported() {
		return nil
	}
	if claim := t.Claims["(*)."+fn.Name()]; claim != nil {
		return claim
	}
	if !takesContext(fn.Signature()) {
		return nil
	}
	for _, name := range []string{typeName(recv.Type()), "*"} {
		if claim := t.Claims[name]; claim != nil && claim.Kind == Client {
			return claim
		}
	}
	return nil
}

// Shape returns the claim about the method that fn, a method of an interface in
// another package, stands for, or nil: programs declare interfaces such as
//
//	type Doer interface{ Do(*http.Request) (*http.Response, error) }
//
// to put something in the place of an http.Client.
func Shape(fn *types.Func) *Claim {
	params := fn.Signature().Params()
	if params.Len() == 0 {
		return nil
	}
	named := Named(params.At(0).Type())
	if named == nil {
		return nil
	}
	if t := For(named.Obj().Pkg().Path()); t != nil {
		return t.shapes[fn.Name()]
	}
	return nil
}

// Worked returns the claim about the method that fn, a method of a type in another package, implements, if a
// queue calls that again after a failure; or nil. It has the name of that method, takes a context and something
// to work on, and its results are those that the queue reads:
//
//	func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error)
func Worked(fn *types.Func) *Claim {
	sig := fn.Signature()
	if sig.Recv() == nil || sig.Params().Len() != 2 || sig.Results().Len() != 2 || types.IsInterface(sig.Recv().Type()) || !takesContext(sig) {
		return nil
	}
	named := Named(sig.Results().At(0).Type())
	if named == nil || fn.Pkg() == named.Obj().Pkg() {
		return nil
	}
	if t := For(named.Obj().Pkg().Path()); t != nil {
		for _, claim := range t.Claims {
			if claim.Kind == Requeue && claim.Works && strings.HasSuffix(claim.Name, ")."+fn.Name()) {
				return claim
			}
		}
	}
	return nil
}

// Var returns the claim about a package-level variable, or nil.
func Var(v *types.Var) *Claim {
	if v.Pkg() == nil || v.IsField() {
		return nil
	}
	if t := For(v.Pkg().Path()); t != nil {
		return t.Claims[v.Name()]
	}
	return nil
}

// Type returns the claim about the named type that t is or points to, or nil.
func Type(t types.Type) *Claim {
	named := Named(t)
	if named == nil {
		return nil
	}
	table := For(named.Obj().Pkg().Path())
	if table == nil {
		return nil
	}
	claim := table.Claims[named.Obj().Name()]
	if claim == nil {
		claim = table.Claims["*"]
	}
	if claim != nil {
		switch claim.Kind {
		case Policy, Carrier, Client:
			return claim
		}
	}
	return nil
}

// Generated returns the claim about the methods of t, an interface whose methods
// are the calls of a generated client, or nil.
func Generated(t types.Type) *Claim {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 {
		return nil
	}
	if claim := generated(iface.Method(0)); claim.Remote() {
		return claim
	}
	return nil
}

// IsLocalDriver reports whether the library in pkg knows, under that name, a
// driver that stays on this machine.
func IsLocalDriver(pkg, name string) bool {
	t := For(pkg)
	return t != nil && t.drivers[name]
}

// Drivers are the import paths of the drivers of the library in pkg that stay
// on this machine.
func Drivers(pkg string) []string {
	t := For(pkg)
	if t == nil {
		return nil
	}
	var paths []string
	for _, claim := range t.Claims {
		if claim.Kind == Driver {
			paths = append(paths, claim.Name)
		}
	}
	return paths
}

// Name returns the name under which a table knows fn.
func Name(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return fn.Name()
	}
	star := ""
	if _, ok := types.Unalias(recv.Type()).(*types.Pointer); ok {
		star = "*"
	}
	return "(" + star + typeName(recv.Type()) + ")." + fn.Name()
}

// typeName is the name of the type that t is or points to, without package and
// type parameters.
func typeName(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	name := types.TypeString(t, func(*types.Package) string { return "" })
	if i := strings.IndexByte(name, '['); i >= 0 {
		name = name[:i]
	}
	return name
}

// Named is the named type of a package that t is or points to, or nil.
func Named(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return nil
	}
	return named
}
