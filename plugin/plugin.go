// Package plugin makes reslint a linter of golangci-lint v2, as a module plugin: import it in
// the main package of a golangci-lint of your own, which `golangci-lint custom` writes and
// builds (see examples/golangci).
//
// The linter reslint is the whole suite. Each family is a linter of its own, too (timeout,
// retryloop, and so on): //nolint comments may name it, and one may be run alone. Where
// reslint and a family are both enabled, each finding is reported once.
//
// The settings are the keys of .reslint.yaml. They stand under linters.settings.custom, and
// not in that file: golangci-lint would answer from its cache when the file has changed.
package plugin

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint"
	"github.com/reslint/reslint/internal/rule"
)

var everything = newSuite(reslint.Analyzers())

func init() {
	for name := range everything.linters {
		register.Plugin(name, func(settings any) (register.LinterPlugin, error) {
			return newLinter(name, settings)
		})
	}
}

// A linter is what golangci-lint runs under one name.
type linter struct{ name string }

// newLinter takes the settings of a linter.
func newLinter(name string, settings any) (*linter, error) {
	if err := taken.use(name, settings); err != nil {
		return nil, err
	}
	rule.LeaveNolint = true
	everything.declare(name)
	return &linter{name}, nil
}

// BuildAnalyzers returns the analysers of the linter.
func (l *linter) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return everything.linters[l.name], nil
}

// GetLoadMode asks for types.
func (l *linter) GetLoadMode() string { return register.LoadModeTypesInfo }
