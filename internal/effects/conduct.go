package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
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
	if c.Timed {
		parts = append(parts, "timed")
	}
	return strings.Join(parts, " ")
}

// A Conducts knows how the functions behave that a package may call.
type Conducts struct {
	pass *analysis.Pass
	own  map[*types.Func]*Conduct
	// others remembers what is known of the rest: most functions are called
	// more than once.
	others map[*types.Func]*Conduct
	// repeats are the functions of the package that repeat something.
	repeats map[*types.Func]*Repeats
}

// Remote reports whether a call waits for another machine, and the way to there.
func (cs *Conducts) Remote(call *ssa.CallCommon) (via string, ok bool) {
	via = cs.Of(deadline.Called(call)).Reaches
	if via == "" && call.IsInvoke() {
		via = clientMethod(call.Value.Type(), call.Method)
	}
	return via, via != ""
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
	if known := cs.others[fn]; known != nil {
		return known
	}
	known := new(Conduct)
	cs.others[fn] = known
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

// conducts works out what the functions of the package do. A goroutine that a
// function starts is not what its caller waits for.
func conducts(pass *analysis.Pass, marks marks) *Conducts {
	cs := &Conducts{pass: pass, own: make(map[*types.Func]*Conduct), others: make(map[*types.Func]*Conduct)}
	var order []*types.Func
	callees := make(map[*types.Func][]*types.Func)
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
			own := new(Conduct)
			cs.own[fn] = own
			order = append(order, fn)
			ast.Inspect(fd.Body, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.GoStmt:
					return false
				case *ast.UnaryExpr:
					own.Sleeps = own.Sleeps || n.Op == token.ARROW && loops.IsTimer(pass.TypesInfo.TypeOf(n.X))
				case *ast.CallExpr:
					callee, ok := typeutil.Callee(pass.TypesInfo, n).(*types.Func)
					if !ok {
						own.Asks = own.Asks || asksValue(pass.TypesInfo.TypeOf(n.Fun))
						return true
					}
					own.Timed = own.Timed || makesDeadline(callee)
					if callee = callee.Origin(); callee.Pkg() == pass.Pkg {
						callees[fn] = append(callees[fn], callee)
						return true
					}
					own.adopt(fn, cs.Of(callee))
					if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok {
						own.adopt(fn, &Conduct{Reaches: clientMethod(pass.TypesInfo.TypeOf(sel.X), callee)})
					}
				}
				return true
			})
		}
	}
	for changed := true; changed; {
		changed = false
		for _, fn := range order {
			for _, callee := range callees[fn] {
				changed = cs.own[fn].adopt(fn, cs.Of(callee)) || changed
			}
		}
	}
	return cs
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
		if fn.Exported() && (own.Reaches != "" || own.Sleeps || own.Asks) {
			cs.pass.ExportObjectFact(fn, own)
		}
	}
}
