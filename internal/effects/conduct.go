package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/spawns"
	"github.com/reslint/reslint/internal/ssabuild"
)

// Conduct is the fact about what a function does while its caller waits. It is
// decided from the syntax and the static calls alone, for every package.
type Conduct struct {
	// Reaches is the way to a call that waits for another machine, as text, or
	// empty.
	Reaches string
	// Sleeps is set for a function that may wait for time to pass.
	Sleeps bool
	// Asks is set for a function that calls a method of an interface, or a function
	// value, with a context: whoever gave it decides whether that reaches another
	// machine.
	Asks bool
	// Layers are the ways of the function through retries.
	Layers []Reach
	// Timed is set for a function that reaches another machine, if a deadline is made on
	// the way: the wait is as long as somebody has decided there.
	Timed bool
}

// AFact marks Conduct as a fact.
func (*Conduct) AFact() {}

func (c *Conduct) String() string {
	var parts []string
	if c.Reaches != "" {
		parts = append(parts, "reaches("+c.Reaches+")")
	}
	if c.Sleeps {
		parts = append(parts, "sleeps")
	}
	if c.Asks {
		parts = append(parts, "asks")
	}
	for _, r := range c.Layers {
		parts = append(parts, "layers("+r.String()+")")
	}
	if c.Timed {
		parts = append(parts, "timed")
	}
	return strings.Join(parts, " ")
}

// A Conducts knows how the functions behave that a package may call. It is safe for
// concurrent use: the families ask it side by side.
type Conducts struct {
	pass *analysis.Pass
	own  map[*types.Func]*Conduct
	// others remembers what is known of the rest, under mu: most functions are called
	// more than once.
	mu     sync.Mutex
	others map[*types.Func]*Conduct
	// called are the functions that a function of the package calls and waits for, as far
	// as they may lead to another machine.
	called map[*types.Func][]*types.Func
	// settings are the libraries, by table, of whose retries the package names a setting; nil
	// until somebody asks.
	settings map[string]bool
	// layers follows the values of the package through which something is retried.
	layers *stack
	// repeats are the functions of the package that repeat something.
	repeats map[*types.Func]*Repeats
	// standsIn are those that are given a function to stand in for another one.
	standsIn map[*types.Func]*StandsIn
	// guards are those that call through a breaker; anyGuards is set if the package
	// has or calls one.
	guards    map[*types.Func]*Guards
	anyGuards bool
	// spawns are the goroutines of the package, known once they are asked for.
	askSpawns sync.Once
	spawns    *spawns.Package
	// inSight are the types that may stand behind an interface of the package, known once
	// they are asked for.
	askTypes sync.Once
	inSight  []types.Type
	// behindOf are those of one interface, under mu.
	behindOf map[*types.Named][]types.Type
	// callsFanOut is set where the package calls a function of another one that starts
	// what it is given, or something for each element of it.
	callsFanOut bool
}

// Remote reports whether a call waits for another machine, and the way to there.
func (cs *Conducts) Remote(call *ssa.CallCommon) (via string, ok bool) {
	callee := deadline.Called(call)
	if made, ok := call.Value.(*ssa.Call); ok && callee == nil {
		// What a function returns that repeats what it is given.
		if call, callee = &made.Call, deadline.Called(&made.Call); cs.Repeats(callee) == nil || !cs.Repeats(callee).Later {
			return "", false
		}
	}
	if via = cs.Of(callee).Reaches; via != "" || callee == nil {
		return via, via != ""
	}
	if via = cs.handed(cs.operand(call, callee)); via != "" {
		return join(shortName(callee), via), true
	}
	if cs.Of(callee).Asks {
		// It calls what it is given, to measure or to trace that.
		for _, arg := range call.Args {
			if lit := ssabuild.Literal(arg); lit != nil && lit.Parent() != nil {
				if via, ok := loops.Inside(lit, cs); ok {
					return join(shortName(callee), via), true
				}
			}
		}
	}
	// What is called through a breaker is the caller's.
	if g := cs.Guards(callee); g != nil && g.Param >= 0 {
		via = cs.handed(g.Given(call))
	}
	if via == "" && call.IsInvoke() {
		via = clientMethod(call.Value.Type(), call.Method)
	}
	return via, via != ""
}

// operand is what a call hands over to be repeated, or nil.
func (cs *Conducts) operand(call *ssa.CallCommon, callee *types.Func) ssa.Value {
	if r := cs.Repeats(callee); r != nil {
		return r.Given(call)
	}
	if claim := knowledge.Retries(callee); claim != nil && claim.Kind == knowledge.Retry && claim.Policy.Op >= 0 {
		return deadline.Argument(call, knowledge.Source{From: "arg", Arg: claim.Policy.Op})
	}
	return nil
}

// handed is the way from a function that is handed over to another machine, or empty.
func (cs *Conducts) handed(v ssa.Value) (via string) {
	if v == nil {
		return ""
	}
	if lit := ssabuild.Literal(v); lit != nil && lit.Object() == nil {
		via, _ = loops.Inside(lit, cs)
		return via
	}
	return cs.Of(function(v)).Reaches
}

// function is the declared function or method that a value is, or nil.
func function(v ssa.Value) *types.Func {
	if closure, ok := v.(*ssa.MakeClosure); ok { // a method value
		v = closure.Fn
	}
	if fn, ok := v.(*ssa.Function); ok {
		obj, _ := fn.Object().(*types.Func)
		return obj
	}
	return nil
}

// Timed reports whether a call reaches another machine within a deadline that is made on
// the way.
func (cs *Conducts) Timed(call *ssa.CallCommon) bool { return cs.Of(deadline.Called(call)).Timed }

// Asks reports whether a call may reach another machine through an interface.
func (cs *Conducts) Asks(call *ssa.CallCommon) bool { return cs.Of(deadline.Called(call)).Asks }

// Sleeps reports whether a call may wait for time to pass.
func (cs *Conducts) Sleeps(call *ssa.CallCommon) bool { return cs.Of(deadline.Called(call)).Sleeps }

// Of returns what is known of fn; it is never nil.
func (cs *Conducts) Of(fn *types.Func) *Conduct {
	if fn == nil {
		return new(Conduct)
	}
	fn = fn.Origin()
	if own := cs.own[fn]; own != nil {
		return own
	}
	cs.mu.Lock()
	defer cs.mu.Unlock()
	known := cs.others[fn]
	if known == nil {
		known = cs.find(fn)
		cs.others[fn] = known
	}
	return known
}

// find works out what a function does that is not one of the package with a body.
func (cs *Conducts) find(fn *types.Func) *Conduct {
	known := new(Conduct)
	switch claim := knowledge.Func(fn); {
	case claim.Remote():
		known.Reaches = shortName(fn)
	case claim != nil:
		// A table speaks of it, and does not call it remote.
	case knowledge.Shape(fn) != nil && isInterfaceMethod(fn):
		known.Reaches = shortName(fn)
	case fn.Pkg() != cs.pass.Pkg:
		cs.pass.ImportObjectFact(fn, known)
	}
	known.Sleeps = known.Sleeps || isSleep(fn)
	known.Asks = known.Asks || asks(fn)
	return known
}

// clientMethod is the name of a method that is called through t, if that is an
// interface whose methods wait for another machine, as a table knows: they may be
// declared by another one, which a pipeline that only collects commands has, too.
func clientMethod(t types.Type, fn *types.Func) string {
	if t == nil || !types.IsInterface(t) {
		return ""
	}
	claim := knowledge.Type(t)
	if claim == nil || claim.Kind != knowledge.Client || knowledge.Func(fn) != nil {
		return ""
	}
	params := fn.Signature().Params()
	if params.Len() == 0 || !knowledge.IsContext(params.At(0).Type()) {
		return ""
	}
	return "(" + types.TypeString(t, func(p *types.Package) string { return p.Name() }) + ")." + fn.Name()
}

// asks reports whether fn is a method with a context of an interface outside the
// standard library.
func asks(fn *types.Func) bool {
	params := fn.Signature().Params()
	return isInterfaceMethod(fn) && params.Len() > 0 && knowledge.IsContext(params.At(0).Type()) && fn.Pkg() != nil && !knowledge.Standard(fn.Pkg().Path())
}

// asksValue reports whether a function value of type t takes a context, and can fail.
func asksValue(t types.Type) bool {
	sig, ok := t.Underlying().(*types.Signature)
	return ok && isAttempt(sig) && sig.Params().Len() > 0 && knowledge.IsContext(sig.Params().At(0).Type())
}

// isSleep reports whether fn is time.Sleep, or a method of a clock or backoff
// that is called so and takes the time to wait.
func isSleep(fn *types.Func) bool {
	if fn.Name() != "Sleep" {
		return false
	}
	params := fn.Signature().Params()
	for i := range params.Len() {
		if types.TypeString(params.At(i).Type(), nil) == "time.Duration" {
			return true
		}
	}
	return false
}

// makesDeadline reports whether fn is context.WithTimeout or one of its kind.
func makesDeadline(fn *types.Func) bool {
	if fn.Pkg() == nil || fn.Pkg().Path() != "context" {
		return false
	}
	return strings.HasPrefix(fn.Name(), "WithTimeout") || strings.HasPrefix(fn.Name(), "WithDeadline")
}

func isInterfaceMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

// conducts works out what the functions of the package do.
func conducts(pass *analysis.Pass, marks marks) *Conducts {
	cs := &Conducts{pass: pass, own: make(map[*types.Func]*Conduct), others: make(map[*types.Func]*Conduct), called: make(map[*types.Func][]*types.Func), behindOf: make(map[*types.Named][]types.Type)}
	var order []*types.Func
	for fn, m := range marks {
		if m.Remote {
			cs.own[fn] = &Conduct{Reaches: shortName(fn)}
		}
	}
	for _, file := range pass.Files {
		if rule.IsTest(pass.Fset, file) {
			continue
		}
		for _, decl := range file.Decls {
			fd, ok := decl.(*ast.FuncDecl)
			if !ok || fd.Body == nil {
				continue
			}
			fn, ok := pass.TypesInfo.Defs[fd.Name].(*types.Func)
			if !ok || cs.own[fn] != nil {
				continue
			}
			cs.own[fn] = new(Conduct)
			order = append(order, fn)
			cs.look(fn, fd.Body)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, fn := range order {
			for _, callee := range cs.called[fn] {
				changed = cs.own[fn].adopt(fn, cs.Of(callee)) || changed
			}
		}
	}
	return cs
}

// look notes what the body of a function does. Its caller waits neither for a goroutine,
// unless the function itself waits for that, nor for a literal that is kept or handed back.
func (cs *Conducts) look(fn *types.Func, body *ast.BlockStmt) {
	own, info := cs.own[fn], cs.pass.TypesInfo
	later := make(map[*ast.FuncLit]bool)
	keep := func(e ast.Expr) {
		if lit, ok := ast.Unparen(e).(*ast.FuncLit); ok {
			later[lit] = true
		}
	}
	awaits := cs.awaits(body)
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			return awaits
		case *ast.FuncLit:
			return !later[n]
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				keep(e)
			}
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					e = kv.Value
				}
				keep(e)
			}
		case *ast.AssignStmt:
			for i, e := range n.Rhs {
				if _, local := n.Lhs[min(i, len(n.Lhs)-1)].(*ast.Ident); !local {
					keep(e)
				}
			}
		case *ast.UnaryExpr:
			own.Sleeps = own.Sleeps || n.Op == token.ARROW && loops.IsTimer(info.TypeOf(n.X))
		case *ast.CallExpr:
			callee, ok := typeutil.Callee(info, n).(*types.Func)
			if !ok {
				own.Asks = own.Asks || asksValue(info.TypeOf(n.Fun))
				return true
			}
			own.Timed = own.Timed || makesDeadline(callee)
			callee = callee.Origin()
			cs.callsFanOut = cs.callsFanOut || callee.Pkg() != cs.pass.Pkg && cs.FansOut(callee) != nil
			if callee.Pkg() == cs.pass.Pkg || own.adopt(fn, cs.Of(callee)) || asks(callee) || len(cs.Of(callee).Layers) > 0 {
				cs.called[fn] = append(cs.called[fn], callee)
			}
			if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok {
				own.adopt(fn, &Conduct{Reaches: clientMethod(info.TypeOf(sel.X), callee)})
			}
			for _, arg := range n.Args {
				if attempt := cs.attempt(arg); attempt != nil {
					cs.called[fn] = append(cs.called[fn], attempt)
				}
			}
		}
		return true
	})
}

// attempt is the function or method that an argument names, if it is one that can be tried:
// it takes a context or nothing, and can fail. Whoever is given it calls it.
func (cs *Conducts) attempt(arg ast.Expr) *types.Func {
	var id *ast.Ident
	switch arg := ast.Unparen(arg).(type) {
	case *ast.Ident:
		id = arg
	case *ast.SelectorExpr:
		id = arg.Sel
	default:
		return nil
	}
	fn, ok := cs.pass.TypesInfo.Uses[id].(*types.Func)
	if !ok || !isAttempt(fn.Signature()) {
		return nil
	}
	if params := fn.Signature().Params(); params.Len() > 1 || params.Len() == 1 && !knowledge.IsContext(params.At(0).Type()) {
		return nil
	}
	return fn.Origin()
}

// awaits reports whether a function waits for the goroutines that it starts.
func (cs *Conducts) awaits(body *ast.BlockStmt) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !found {
			callee, _ := typeutil.Callee(cs.pass.TypesInfo, call).(*types.Func)
			found = callee != nil && callee.FullName() == "(*sync.WaitGroup).Wait"
		}
		return !found
	})
	return found
}

// adopt adds what a function that fn calls does to what fn does, and reports
// whether that was news.
func (c *Conduct) adopt(fn *types.Func, called *Conduct) (changed bool) {
	if c.Reaches == "" && called.Reaches != "" {
		c.Reaches, c.Timed, changed = join(shortName(fn), called.Reaches), c.Timed || called.Timed, true
	}
	if !c.Sleeps && called.Sleeps {
		c.Sleeps, changed = true, true
	}
	if !c.Asks && called.Asks {
		c.Asks, changed = true, true
	}
	return changed
}

// export turns what others can name into facts.
func (cs *Conducts) export() {
	if knowledge.Embedded(cs.pass.Pkg.Path()) {
		return
	}
	for fn, own := range cs.own {
		if fn.Exported() && (own.Reaches != "" || own.Sleeps || own.Asks || len(own.Layers) > 0) {
			cs.pass.ExportObjectFact(fn, own)
		}
	}
}
