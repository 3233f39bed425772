// Package fallback finds what takes the place of the result of a call that has failed,
// where that is one more call that can fail, or wait, at the same time.
package fallback

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/ssabuild"
)

// Analyzer is the fallback family.
var Analyzer = &analysis.Analyzer{
	Name:     "fallback",
	Doc:      "find what answers for a call that has failed, and can fail or wait itself\n\nEach rule of the family is explained by `reslint explain fallback/RULE`.",
	URL:      rule.URL,
	Requires: append([]*analysis.Analyzer{inspect.Analyzer, effects.Analyzer, ssabuild.Analyzer}, rule.Requires...),
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	rep := rule.NewReporter(pass)
	reportStandIns(pass, rep)
	rep.Close()
	return nil, nil
}
