package main

import (
	"errors"
	"go/ast"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

// TestMain makes the test binary the tool that the tests measure, too, where
// the go command runs it as a vet tool.
func TestMain(m *testing.M) {
	last := os.Args[len(os.Args)-1]
	if strings.HasPrefix(last, "-V=") || last == "-flags" || strings.HasSuffix(last, ".cfg") {
		unitchecker.Main(toy)
	}
	os.Exit(m.Run())
}

// toy does with a function what the function's name says. So the go command's
// cache, which knows sources and flags alone, serves every test right.
var toy = &analysis.Analyzer{Name: "toy", Doc: "misbehave", Run: misbehave}

// edits are the replacements of whole functions that toy offers.
var edits = map[string]string{
	"mendable":    "func mended() {}",
	"unbuildable": "func broken() { undefined() }",
	"unvettable":  "func noted() { for { return }; println() }",
	"unformatted": "func  spaced() {}",
	"again":       "func again() {}\n\nfunc more() {}",
}

func misbehave(pass *analysis.Pass) (any, error) {
	for _, file := range pass.Files {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			d := analysis.Diagnostic{Pos: f.Pos(), End: f.End(), Category: "toy/toy", Message: "this is " + f.Name.Name}
			switch text, ok := edits[f.Name.Name]; {
			case ok:
				d.SuggestedFixes = []analysis.SuggestedFix{{
					Message:   "mend it",
					TextEdits: []analysis.TextEdit{{Pos: f.Pos(), End: f.End(), NewText: []byte(text)}},
				}}
				pass.Report(d)
			case f.Name.Name == "faulty":
				pass.Report(d)
			case f.Name.Name == "panics":
				panic("as asked")
			case f.Name.Name == "errs":
				return nil, errors.New("as asked")
			}
		}
	}
	return nil, nil
}
