// Package reslint is the list of the analysers that make up the suite. Every
// driver (the command, the golangci-lint plugin, the language server) reads it.
package reslint

import (
	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/analyzers/fallback"
	"github.com/reslint/reslint/analyzers/fanout"
	"github.com/reslint/reslint/analyzers/layering"
	"github.com/reslint/reslint/analyzers/retryloop"
	"github.com/reslint/reslint/analyzers/settings"
	"github.com/reslint/reslint/analyzers/timeout"
)

// Analyzers returns the families of the suite, and the analyser that carries
// their settings.
func Analyzers() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		settings.Analyzer,
		timeout.Analyzer,
		retryloop.Analyzer,
		fallback.Analyzer,
		fanout.Analyzer,
		layering.Analyzer,
	}
}
