// Package ruletest holds the rules of the families against their cases.
//
// The cases stand in testdata/src at the top of the repository, a GOPATH-like
// tree: testdata/src/timeout/http-server/bad has the import path
// timeout/http-server/bad, cases may import each other, and the stub of a heavy
// library stands under the library's own import path. The standard library is
// the real one.
//
// A case expects a finding with a want comment, and the result of the fixes in
// a golden file beside it, as analysistest has it. `go test -update` writes the
// golden files. They are compared here and not by analysistest: it does not
// compile what a fix leads to, and passes a fix that has no golden section.
package ruletest

import (
	"flag"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/reslint/reslint/internal/rule"
)

var update = flag.Bool("update", false, "write the golden files of the suggested fixes")

// Run analyses the packages that the patterns name and checks that
//   - the findings are those of the want comments, and each names its rule;
//   - the fixes lead to the golden files;
//   - every fix, applied alone, compiles and is gofmt-clean;
//   - all first fixes together, all second ones and so on compile, too, and the
//     analyser has nothing left to say of what they mended.
//
// One call for many packages is cheaper than a call for each: what they import
// is loaded from source, once a call.
func Run(t *testing.T, a *analysis.Analyzer, patterns ...string) {
	t.Helper()
	dir := testdata(t)
	if *update {
		// What the cases expect is checked below, against the new files.
		if err := updateGoldens(analysistest.Run(silent{}, dir, a, patterns...)); err != nil {
			t.Fatal(err)
		}
	}
	run(t, dir, a, patterns)
}

func run(t analysistest.Testing, dir string, a *analysis.Analyzer, patterns []string) {
	results := analysistest.Run(t, dir, a, patterns...)
	for _, res := range results {
		if res.Err != nil {
			return // analysistest has reported it
		}
	}
	findings := collect(results)
	checkMessages(t, findings)
	checkGoldens(t, results, findings)
	c := newChecker(dir, results)
	for _, f := range findings {
		for _, fix := range f.fixes {
			c.checkAlone(t, f, fix)
		}
	}
	for n := range alternatives(findings) {
		c.checkTogether(t, a, patterns, findings, n)
	}
}

// Silent checks that the analyser finds nothing in the packages, whatever their
// want comments say: those are for other settings.
func Silent(t *testing.T, a *analysis.Analyzer, patterns ...string) {
	t.Helper()
	for _, f := range collect(analysistest.Run(silent{}, testdata(t), a, patterns...)) {
		t.Errorf("%s: %s", f.posn, f.Message)
	}
}

// Fixes checks the fixes of packages that were loaded and analysed elsewhere: they lead to
// the golden files, and every fix, applied alone, compiles and is gofmt-clean.
func Fixes(t *testing.T, results []*analysistest.Result) {
	t.Helper()
	if *update {
		if err := updateGoldens(results); err != nil {
			t.Fatal(err)
		}
	}
	findings := collect(results)
	checkGoldens(t, results, findings)
	c := newChecker("", results)
	for _, f := range findings {
		for _, fix := range f.fixes {
			c.checkAlone(t, f, fix)
		}
	}
}

// Mended applies the n-th fix of each finding that has so many, counted from 0, and returns
// the new text of the files that they edit, formatted, as the drivers leave it.
func Mended(results []*analysistest.Result, n int) (map[string][]byte, error) {
	var chosen []mending
	for _, f := range collect(results) {
		if n < len(f.fixes) {
			chosen = append(chosen, f.fixes[n])
		}
	}
	mended, err := apply(chosen)
	if err != nil {
		return nil, err
	}
	for file, text := range mended {
		old, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if text, err = format.Source(text); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if mended[file], err = removeOrphans(old, text); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return mended, nil
}

// Set sets a setting of reslint, as -reslint.NAME=VALUE does, until the test
// ends.
func Set(t *testing.T, name, value string) {
	t.Helper()
	flags := &rule.SettingsAnalyzer.Flags
	f := flags.Lookup(name)
	if f == nil {
		t.Fatalf("there is no setting %q", name)
	}
	old := f.Value.String()
	if err := flags.Set(name, value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := flags.Set(name, old); err != nil {
			t.Error(err)
		}
	})
}

// testdata is the testdata folder of the module that the test belongs to.
func testdata(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "testdata")
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the folder of the test")
		}
		dir = parent
	}
}

// checkMessages checks that each finding says whose it is, in all three ways
// that drivers read.
func checkMessages(t analysistest.Testing, findings []finding) {
	for _, f := range findings {
		for _, fix := range f.fixes {
			if fix.message == "" {
				t.Errorf("%s: a fix without a message", f.posn)
			}
		}
		r := rule.Lookup(f.Category)
		switch {
		case r == nil:
			t.Errorf("%s: category %q is no rule", f.posn, f.Category)
		case !strings.HasSuffix(f.Message, " ("+r.ID+")"):
			t.Errorf("%s: message %q does not end in (%s)", f.posn, f.Message, r.ID)
		case f.URL != r.URL():
			t.Errorf("%s: URL %q is not the rule's", f.posn, f.URL)
		}
	}
}

// silent is an analysistest.Testing that does not listen.
type silent struct{}

func (silent) Errorf(string, ...any) {}
