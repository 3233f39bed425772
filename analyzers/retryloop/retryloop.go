// Package retryloop finds the retries that make an outage worse: loops without
// backoff, jitter, cap or end, and the same faults in the settings of retry
// libraries.
package retryloop

import (
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/ssabuild"
)

// Analyzer is the retryloop family.
var Analyzer = &analysis.Analyzer{
	Name:     "retryloop",
	Doc:      "find retries that make an outage worse\n\nEach rule of the family is explained by `reslint explain retryloop/RULE`.",
	URL:      rule.URL,
	Requires: append([]*analysis.Analyzer{inspect.Analyzer, effects.Analyzer, ssabuild.Analyzer}, rule.Requires...),
	Run:      run,
}

// functions are the functions of the package; its tests are left out, unless the
// settings ask for them.
func functions(pass *analysis.Pass, rep *rule.Reporter) []*ssa.Function {
	tests := make(map[*token.File]bool)
	for _, file := range pass.Files {
		tests[pass.Fset.File(file.FileStart)] = !rep.Settings.Tests && rule.IsTest(pass.Fset, file)
	}
	var funcs []*ssa.Function
	for _, fn := range pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Get().Funcs {
		if !tests[pass.Fset.File(outermost(fn).Pos())] {
			funcs = append(funcs, fn)
		}
	}
	return funcs
}

func outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

func run(pass *analysis.Pass) (any, error) {
	rep := rule.NewReporter(pass)
	reportLoops(pass, rep)
	reportLibraries(pass, rep)
	reportServiceConfigs(pass, rep)
	reportRenewedKeys(pass, rep)
	rep.Close()
	return nil, nil
}
