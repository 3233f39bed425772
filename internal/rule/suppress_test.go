package rule_test

import (
	"go/ast"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/ruletest"
)

var (
	call = rule.Define(rule.Rule{ID: "toy/call", Lifecycle: rule.Stable})
	_    = rule.Define(rule.Rule{ID: "toy/other", Lifecycle: rule.Stable})
	_    = rule.Define(rule.Rule{ID: "toy/experimental", Lifecycle: rule.Experimental})
)

// toy reports each call of a function with the name bad.
var toy = &analysis.Analyzer{
	Name:     "toy",
	Doc:      "report the calls of bad",
	Requires: rule.Requires,
	Run: func(pass *analysis.Pass) (any, error) {
		rep := rule.NewReporter(pass)
		for _, file := range pass.Files {
			for n := range ast.Preorder(file) {
				if id, ok := n.(*ast.CallExpr); ok && id.Fun.(*ast.Ident).Name == "bad" {
					rep.Report(call, analysis.Diagnostic{Pos: id.Pos(), Message: "a toy"})
				}
			}
		}
		rep.Close()
		return nil, nil
	},
}

func TestIgnore(t *testing.T) {
	ruletest.Run(t, toy, "reslint/directive/ignore")
}

func TestDirectives(t *testing.T) {
	ruletest.Run(t, rule.SettingsAnalyzer, "reslint/directive/malformed")
}

func TestUnusedDirectives(t *testing.T) {
	ruletest.Set(t, "strict", "true")
	ruletest.Run(t, toy, "reslint/directive/unused")
}

func TestStrictDirectives(t *testing.T) {
	ruletest.Set(t, "strict", "true")
	ruletest.Run(t, rule.SettingsAnalyzer, "reslint/directive/strict")
}

// What was not looked for can't be called unused.
func TestUnusedButDisabled(t *testing.T) {
	ruletest.Set(t, "strict", "true")
	ruletest.Set(t, "disable", "toy/call,toy/other")
	ruletest.Run(t, toy, "reslint/directive/disabled")
}
