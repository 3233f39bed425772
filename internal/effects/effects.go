// Package effects works out what each function does on the wire and, for what
// it does, what bounds it in time. It is the only package that exports facts,
// so that what is known of one package crosses to those that import it under
// every driver alike.
//
// The standard library is known from tables alone: its bodies are never
// followed.
package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/directive"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/ssabuild"
)

// Analyzer exports the facts. Its result is an *Info.
var Analyzer = &analysis.Analyzer{
	Name:       "effects",
	Doc:        "work out what each function does on the wire and what bounds it in time",
	Requires:   []*analysis.Analyzer{ssabuild.Analyzer, rule.SettingsAnalyzer, directive.Analyzer},
	FactTypes:  []analysis.Fact{new(Function), new(Field), new(Questions)},
	ResultType: reflect.TypeFor[*Info](),
	Run:        run,
}

// FactsOnly is set by a driver that looks at a package for its facts alone. A
// library with a table is known from that, and has none.
var FactsOnly bool

// Info is what is known of one package.
type Info struct {
	// Calls are the remote calls of the package, and the calls of functions
	// that need a bound from their caller.
	Calls []*Call
	// Eval follows values. It is nil where the package holds nothing that
	// could make or hold a remote call.
	Eval *deadline.Evaluator
	// Funcs are the functions of the package; its tests are left out, unless
	// the settings ask for them.
	Funcs []*ssa.Function
}

func run(pass *analysis.Pass) (any, error) {
	info := new(Info)
	if isStandard(pass) || FactsOnly && knowledge.Embedded(pass.Pkg.Path()) {
		return info, nil
	}
	marks := marksOf(pass)
	if len(marks) == 0 && !concerns(pass) {
		return info, nil
	}
	tests := pass.ResultOf[rule.SettingsAnalyzer].(*rule.Settings).Tests
	built := pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Get()
	skip := make(map[*token.File]bool) // what tests do to a client says nothing of the program
	for _, file := range pass.Files {
		skip[pass.Fset.File(file.FileStart)] = !tests && rule.IsTest(pass.Fset, file)
	}
	for _, fn := range built.Funcs {
		if !skip[pass.Fset.File(outermost(fn).Pos())] {
			info.Funcs = append(info.Funcs, fn)
		}
	}
	facts := imported{pass, marks}
	info.Eval = deadline.NewEvaluator(pass.Pkg, info.Funcs, facts)
	f := &finder{pass: pass, info: info, facts: facts, marks: marks,
		needs: make(map[*ssa.Function][]need), slots: make(map[*types.Var]*Field), alone: make(map[*types.Var]int), local: make(map[string]bool)}
	f.find()
	f.export()
	return info, nil
}

// isStandard reports whether the package is part of the standard library.
// Drivers give its packages no module, or one named std.
func isStandard(pass *analysis.Pass) bool {
	if pass.Module != nil && pass.Module.Path != "std" && pass.Module.Path != "" {
		return false
	}
	first, _, _ := strings.Cut(pass.Pkg.Path(), "/")
	return standard[first]
}

// standard holds the first elements of the standard library's import paths.
var standard = func() map[string]bool {
	set := make(map[string]bool)
	for _, name := range strings.Fields(`archive bufio bytes cmd cmp compress container context
		crypto database debug embed encoding errors expvar flag fmt go hash html image index
		internal io iter log maps math mime net os path plugin reflect regexp runtime slices
		sort strconv strings structs sync syscall testing text time unicode unique unsafe
		vendor weak`) {
		set[name] = true
	}
	return set
}()

// concerns reports whether the package names anything that can make, hold or
// need a remote call. Only then is its SSA form worth building.
func concerns(pass *analysis.Pass) bool {
	seen := make(map[types.Object]bool)
	var fresh, asks bool
	open := openMethods(pass)
	generated := generatedFiles(pass)
	for id, obj := range pass.TypesInfo.Uses {
		if seen[obj] || obj.Pkg() == nil {
			continue
		}
		if tn, ok := obj.(*types.TypeName); ok && len(generated) > 0 && carries(tn) && generated[pass.Fset.File(id.Pos())] {
			continue // a generated client is known by its shape
		}
		seen[obj] = true
		if len(open) > 0 && namesOpen(obj, open) {
			return true
		}
		switch obj := obj.(type) {
		case *types.Func:
			if knowledge.Shape(obj) != nil {
				return true
			}
			asks = asks || takesContext(obj)
			if obj.Pkg().Path() == "context" && (obj.Name() == "Background" || obj.Name() == "TODO") {
				fresh = true
			}
			if obj.Pkg() == pass.Pkg && knowledge.Embedded(pass.Pkg.Path()) {
				continue
			}
			if claim := knowledge.Func(obj.Origin()); claim.Remote() {
				return true
			}
			fact := new(Function)
			if pass.ImportObjectFact(obj.Origin(), fact) && len(fact.Needs) > 0 {
				return true
			}
		case *types.TypeName:
			if knowledge.Type(obj.Type()) != nil {
				return true
			}
		case *types.Var:
			if obj.IsField() && pass.ImportObjectFact(obj.Origin(), new(Field)) {
				return true
			}
		}
	}
	return fresh && asks || givesContext(pass.Pkg)
}

// generatedFiles are the files of the package that a program has written.
func generatedFiles(pass *analysis.Pass) map[*token.File]bool {
	generated := make(map[*token.File]bool)
	for _, file := range pass.Files {
		if ast.IsGenerated(file) {
			generated[pass.Fset.File(file.FileStart)] = true
		}
	}
	return generated
}

// carries reports whether the type is a client whose bound no field shows.
func carries(tn *types.TypeName) bool {
	claim := knowledge.Type(tn.Type())
	return claim != nil && claim.Kind != knowledge.Policy
}

// takesContext reports whether fn is a method of an interface to which a context
// is passed: the package may ask a question about it.
func takesContext(fn *types.Func) bool {
	sig := fn.Signature()
	return sig.Recv() != nil && types.IsInterface(sig.Recv().Type()) && sig.Params().Len() > 0 &&
		deadline.IsRequest(sig.Params().At(0).Type())
}

// givesContext reports whether an exported function returns a context: whether
// it keeps the deadline of one that it is given matters to its callers.
func givesContext(pkg *types.Package) bool {
	for _, name := range pkg.Scope().Names() {
		fn, ok := pkg.Scope().Lookup(name).(*types.Func)
		if !ok || !fn.Exported() {
			continue
		}
		for v := range fn.Signature().Results().Variables() {
			if types.TypeString(v.Type(), nil) == "context.Context" {
				return true
			}
		}
	}
	return false
}

// imported reads the facts of other packages.
type imported struct {
	pass  *analysis.Pass
	marks marks
}

func (im imported) function(fn *types.Func) *Function {
	fact := new(Function)
	if fn == nil || fn.Pkg() == im.pass.Pkg || !im.pass.ImportObjectFact(fn.Origin(), fact) {
		return nil
	}
	return fact
}

func (im imported) Result(fn *types.Func, i int) deadline.Bound {
	if m := im.marks[fn]; m != nil && m.Bounded {
		return deadline.Bound{Kind: deadline.Bounded}
	}
	if fact := im.function(fn); fact != nil {
		if fact.Bounded {
			return deadline.Bound{Kind: deadline.Bounded}
		}
		for _, r := range fact.Results {
			if r.Index == i {
				return r.Bound
			}
		}
	}
	return deadline.Bound{}
}

func (im imported) Sets(fn *types.Func, i int) bool {
	if fact := im.function(fn); fact != nil {
		for _, p := range fact.Sets {
			if p == i {
				return true
			}
		}
	}
	return false
}
