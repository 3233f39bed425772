// Package retryloop finds the retries that make an outage worse: loops without
// backoff, jitter, cap or end, and the same faults in the settings of retry
// libraries.
package retryloop

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

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

func run(pass *analysis.Pass) (any, error) {
	rep := rule.NewReporter(pass)
	reportLoops(pass, rep)
	reportLibraries(pass, rep)
	reportServiceConfigs(pass, rep)
	reportRenewedKeys(pass, rep)
	rep.Close()
	return nil, nil
}
