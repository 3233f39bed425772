// Package effects works out what each function does on the wire and, for what
// it does, what bounds it in time. It is the only package that exports facts,
// so that what is known of one package crosses to those that import it under
// every driver alike.
//
// The standard library is known from tables alone: its bodies are never
// followed.
package effects

import (
	"go/types"
	"reflect"

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
	FactTypes:  []analysis.Fact{new(Function), new(Field), new(Questions), new(Conduct), new(Repeats), new(Retried), new(Guards), new(Handed), new(Failure), new(FansOut), new(StandsIn)},
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
	// Conducts knows what the functions do that the package may call. It is nil
	// in the standard library.
	Conducts *Conducts
	// Places are where the package retries something.
	Places []*Place
	// Wired are where the package puts a retry behind an interface that is retried.
	Wired []*Wiring
	// Guarded are where the package puts a breaker behind an interface that operations with
	// retries are handed to.
	Guarded []*Guarding
	// Funcs are the functions of the package; its tests are left out, unless
	// the settings ask for them.
	Funcs []*ssa.Function
}

func run(pass *analysis.Pass) (any, error) {
	info := new(Info)
	if isStandard(pass) || FactsOnly && knowledge.Embedded(pass.Pkg.Path()) {
		return info, nil
	}
	pass = withoutFacts(pass)
	marks, open := marksOf(pass), openMethods(pass)
	info.Conducts = conducts(pass, marks)
	info.Conducts.findRepeats(marks)
	info.Places, info.Wired = info.Conducts.findLayers()
	info.Conducts.export()
	info.Wired = append(info.Wired, info.Conducts.wire(info.Places)...)
	info.Conducts.exportRepeats()
	info.Conducts.findStandsIn()
	info.Conducts.findGuards()
	info.Conducts.exportGuards()
	info.Guarded = info.Conducts.handOver(info.Places)
	info.Conducts.exportFailures()
	info.Conducts.exportFanOuts()
	if len(marks) == 0 && !concerns(pass, open) {
		return info, nil
	}
	info.Funcs = Functions(pass)
	facts := imported{pass, marks}
	info.Eval = deadline.NewEvaluator(pass.Pkg, info.Funcs, facts)
	f := &finder{pass: pass, info: info, facts: facts, marks: marks, open: open,
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
	return knowledge.Standard(pass.Pkg.Path())
}
