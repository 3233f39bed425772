package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/findings"
	"github.com/reslint/reslint/internal/rule"
)

// isVetCall reports whether the go command is calling, or someone asks for the
// help of an analyser.
func isVetCall(args []string) bool {
	switch {
	case len(args) == 0:
		return false
	case len(args) == 1 && (args[0] == "-V=full" || args[0] == "-flags"):
		return true
	case args[0] == "help":
		return len(args) > 1
	}
	return strings.HasSuffix(args[len(args)-1], ".cfg")
}

// vetTool is the tool that the go command runs for each package and for each
// of its dependencies. It ends the process.
func vetTool(analyzers []*analysis.Analyzer) {
	if os.Args[1] == "-V=full" && toolVersion(os.Stdout) {
		os.Exit(exitClean)
	}
	if cfg := os.Args[len(os.Args)-1]; strings.HasSuffix(cfg, ".cfg") {
		if status, ok := overlaid(cfg); ok {
			os.Exit(status)
		}
		if dir, err := os.Getwd(); err == nil {
			rule.Dir = dir // the go command starts the tool in the folder of the package
			rule.UseNearest()
		}
		if factsWanted(cfg) {
			analyzers = factsOnly(analyzers)
			effects.FactsOnly = true
		}
		guard(analyzers, os.Stderr)
		findings.MarkProgress()
	}
	unitchecker.Main(analyzers...)
}

// factsWanted reports whether the file describes a dependency, of which the
// go command wants facts and no findings.
func factsWanted(cfg string) bool {
	data, err := os.ReadFile(cfg)
	if err != nil {
		return false // unitchecker says so
	}
	var unit struct{ VetxOnly bool }
	return json.Unmarshal(data, &unit) == nil && unit.VetxOnly
}

// factsOnly is the choice of what runs in a dependency: only the analysers
// that export facts. (unitchecker also runs those that merely use facts.)
// The others are replaced by empty ones of the same name and flags, since
// the go command passes the same flags for all packages.
func factsOnly(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	list := make([]*analysis.Analyzer, len(analyzers))
	for i, a := range analyzers {
		list[i] = a
		if len(a.FactTypes) == 0 {
			empty := *a
			empty.Requires = exporters(a.Requires)
			empty.ResultType = nil
			empty.Run = func(*analysis.Pass) (any, error) { return nil, nil }
			list[i] = &empty
		}
	}
	return list
}

// exporters returns the nearest analysers that export facts: those of the
// list, and those below the others.
func exporters(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	var list []*analysis.Analyzer
	walk(analyzers, func(a *analysis.Analyzer) (deeper bool) {
		if len(a.FactTypes) > 0 {
			list = append(list, a)
			return false
		}
		return true
	})
	return list
}

// guard makes a panic in an analyser an error that names the package, so that
// the packages that import it are still looked at. The error of an analyser
// that no other requires becomes a diagnostic, which go vet does not forget; that of
// another is told at once, since those above it say only that it failed.
func guard(analyzers []*analysis.Analyzer, stderr io.Writer) {
	required := make(map[*analysis.Analyzer]bool)
	walk(analyzers, func(a *analysis.Analyzer) (deeper bool) {
		a.Run = recovered(a.Run)
		for _, req := range a.Requires {
			required[req] = true
		}
		return true
	})
	for a := range required {
		a.Run = told(a.Run, stderr)
	}
	for _, a := range analyzers {
		if !required[a] {
			a.Run = reported(a.Run)
		}
	}
}

// walk visits each of the analysers once, and those that it requires if visit
// wants to go deeper.
func walk(analyzers []*analysis.Analyzer, visit func(*analysis.Analyzer) (deeper bool)) {
	seen := make(map[*analysis.Analyzer]bool)
	var each func([]*analysis.Analyzer)
	each = func(analyzers []*analysis.Analyzer) {
		for _, a := range analyzers {
			if !seen[a] {
				seen[a] = true
				if visit(a) {
					each(a.Requires)
				}
			}
		}
	}
	each(analyzers)
}

// A run is the Run function of an analyser.
type run = func(*analysis.Pass) (any, error)

func recovered(f run) run {
	return func(pass *analysis.Pass) (result any, err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("internal error in %s, please report it: %v\n%s", pass, p, debug.Stack())
			}
		}()
		return f(pass)
	}
}

func told(f run, stderr io.Writer) run {
	return func(pass *analysis.Pass) (any, error) {
		result, err := f(pass)
		if err != nil {
			fmt.Fprintln(stderr, err)
		}
		return result, err
	}
}

func reported(f run) run {
	return func(pass *analysis.Pass) (any, error) {
		result, err := f(pass)
		rule.ReportTrouble(pass, err)
		return result, nil
	}
}
