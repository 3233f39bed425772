// Package fanout finds goroutines that all wait for another machine, and as many of them
// as data says.
package fanout

import (
	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/ssabuild"
)

// Analyzer is the fanout family.
var Analyzer = &analysis.Analyzer{
	Name:     "fanout",
	Doc:      "find goroutines without a limit that all wait for another machine\n\nEach rule of the family is explained by `reslint explain fanout/RULE`.",
	URL:      rule.URL,
	Requires: append([]*analysis.Analyzer{effects.Analyzer, ssabuild.Analyzer}, rule.Requires...),
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	rep := rule.NewReporter(pass)
	rep.Close()
	return nil, nil
}
