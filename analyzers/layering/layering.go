// Package layering finds the faults that show only across calls: retries within retries,
// and circuit breakers in the wrong place.
package layering

import (
	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/ssabuild"
)

// Analyzer is the layering family.
var Analyzer = &analysis.Analyzer{
	Name:     "layering",
	Doc:      "find retries within retries, and breakers that see less than what happens\n\nEach rule of the family is explained by `reslint explain layering/RULE`.",
	URL:      rule.URL,
	Requires: append([]*analysis.Analyzer{effects.Analyzer, ssabuild.Analyzer}, rule.Requires...),
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	rep := rule.NewReporter(pass)
	reportPlaces(pass, rep)
	guardsRetries(rep, pass.ResultOf[effects.Analyzer].(*effects.Info).Guarded)
	reportBreakers(pass, rep)
	rep.Close()
	return nil, nil
}
