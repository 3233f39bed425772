// Package timeout finds the calls that can hang for ever: clients, servers and
// requests that nothing bounds in time.
package timeout

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/rule"
)

// Analyzer is the timeout family.
var Analyzer = &analysis.Analyzer{
	Name:     "timeout",
	Doc:      "find calls that can hang for ever\n\nEach rule of the family is explained by `reslint explain timeout/RULE`.",
	URL:      rule.URL,
	Requires: append([]*analysis.Analyzer{inspect.Analyzer, effects.Analyzer}, rule.Requires...),
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	rep := rule.NewReporter(pass)
	reportServers(pass, rep)
	reportCalls(pass, rep)
	reportDurations(pass, rep)
	rep.Close()
	return nil, nil
}
