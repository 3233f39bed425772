package ruletest

import (
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/rule"
)

var toy = rule.Define(rule.Rule{ID: "ruletest/toy", Lifecycle: rule.Stable})

// toyAnalyzer reports the calls of a function named bad, with the fixes that
// the test is about.
func toyAnalyzer(fixes func(pass *analysis.Pass, file *ast.File, call *ast.CallExpr) []analysis.SuggestedFix) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     "ruletest",
		Doc:      "a toy",
		Requires: rule.Requires,
		Run: func(pass *analysis.Pass) (any, error) {
			rep := rule.NewReporter(pass)
			for _, file := range pass.Files {
				ast.Inspect(file, func(n ast.Node) bool {
					call, ok := n.(*ast.CallExpr)
					if !ok {
						return true
					}
					if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "bad" {
						rep.Report(toy, analysis.Diagnostic{
							Pos: call.Pos(), End: call.End(), Message: "bad",
							SuggestedFixes: fixes(pass, file, call),
						})
					}
					return true
				})
			}
			return nil, nil
		},
	}
}

const source = `package p

func good() {}
func bad()  {}

func f() {
	bad() // want "bad"
}
`

func replaced(text string) string { return strings.Replace(source, "bad() //", text+" //", 1) }

func TestRun(t *testing.T) {
	tests := []struct {
		name    string
		fixes   []string // replacements of the call, one a fix
		goldens string
		want    string // part of the failure, "" if it has to pass
	}{
		{"cured", []string{"good()"}, replaced("good()"), ""},
		{"reported without a fix", nil, "", ""},
		{"second fix cures, too", []string{"good()", "f()"},
			"-- fix 0 --\n" + replaced("good()") + "-- fix 1 --\n" + replaced("f()"), ""},
		{"does not compile", []string{"gone()"}, replaced("gone()"), "undefined: gone"},
		{"not clean", []string{"good( )"}, replaced("good( )"), "not gofmt-clean"},
		{"not cured", []string{"(bad())"}, replaced("(bad())"), "after all fixes number 1"},
		{"second does not cure", []string{"good()", "(bad())"},
			"-- fix 0 --\n" + replaced("good()") + "-- fix 1 --\n" + replaced("(bad())"), "after all fixes number 2"},
		{"fix without a section", []string{"good()", "f()"},
			"-- fix 0 --\n" + replaced("good()"), "not to what is in p.go.golden"},
		{"no golden", []string{"good()"}, "", "p.go.golden: no such file"},
		{"golden without a fix", nil, source, "no fix edits the file"},
		{"golden differs", []string{"good()"}, replaced("f()"), "not to what is in p.go.golden"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := write(t, map[string]string{"p/p.go": source, "p/p.go.golden": tt.goldens})
			a := toyAnalyzer(func(_ *analysis.Pass, _ *ast.File, call *ast.CallExpr) []analysis.SuggestedFix {
				var fixes []analysis.SuggestedFix
				for i, text := range tt.fixes {
					fixes = append(fixes, edit.Fix(fmt.Sprintf("fix %d", i), edit.ReplaceWithString(call, text)))
				}
				return fixes
			})
			var got failures
			run(&got, dir, a, []string{"p"})
			if all := strings.Join(got, "\n"); tt.want == "" && all != "" || !strings.Contains(all, tt.want) {
				t.Errorf("got failures\n%s\nwant %q", all, tt.want)
			}
		})
	}
}

// A fix may import what the case does not reach, and may orphan an import.
func TestRunImports(t *testing.T) {
	dir := write(t, map[string]string{
		"p/p.go": `package p

import "lib"

func bad(int) {}

func f() {
	bad(lib.One) // want "bad"
}
`,
		"lib/lib.go": "package lib\n\nconst One = 1\n",
	})
	a := toyAnalyzer(func(_ *analysis.Pass, file *ast.File, call *ast.CallExpr) []analysis.SuggestedFix {
		at := edit.Range{file.Name.End(), file.Name.End()}
		return []analysis.SuggestedFix{edit.Fix("wait",
			edit.ReplaceWithString(at, "\n\nimport \"container/ring\""),
			edit.ReplaceWithString(call, "_ = ring.New(1)"))}
	})
	if err := updateGoldens(analysistest.Run(silent{}, dir, a, "p")); err != nil {
		t.Fatal(err)
	}
	run(t, dir, a, []string{"p"})
	golden, err := os.ReadFile(filepath.Join(dir, "src/p/p.go.golden"))
	if err != nil {
		t.Fatal(err)
	}
	want := `package p

import "container/ring"

func bad(int) {}

func f() {
	_ = ring.New(1) // want "bad"
}
`
	if string(golden) != want {
		t.Errorf("got\n%s\nwant\n%s", golden, want)
	}
}

// A fix may leave the part of a message that needs a person.
func TestApplyEdits(t *testing.T) {
	tests := []struct {
		edits     []change
		want, err string
	}{
		{nil, "abc", ""},
		{[]change{{1, 2, "X"}}, "aXc", ""},
		{[]change{{2, 3, "Y"}, {0, 1, "X"}}, "XbY", ""},
		{[]change{{1, 1, "X"}, {1, 1, "Y"}}, "aXYbc", ""},
		{[]change{{0, 2, "X"}, {1, 3, "Y"}}, "", "overlap"},
	}
	for _, tt := range tests {
		got, err := applyEdits([]byte("abc"), tt.edits)
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%v: error %v, want %q", tt.edits, err, tt.err)
			}
			continue
		}
		if err != nil || string(got) != tt.want {
			t.Errorf("%v: got %q, %v, want %q", tt.edits, got, err, tt.want)
		}
	}
}

type failures []string

func (f *failures) Errorf(format string, args ...any) {
	*f = append(*f, fmt.Sprintf(format, args...))
}

// write writes a testdata folder; an empty file is left out.
func write(t *testing.T, files map[string]string) string {
	dir := t.TempDir()
	for name, text := range files {
		if text == "" {
			continue
		}
		name = filepath.Join(dir, "src", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
