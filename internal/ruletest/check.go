package ruletest

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/reslint/reslint/internal/rule"
)

// A mendChecker checks mended packages against the packages that the cases were
// loaded with.
type mendChecker struct {
	dir      string // testdata
	fset     *token.FileSet
	packages map[string]*types.Package
}

func newChecker(dir string, results []*analysistest.Result) *mendChecker {
	c := &mendChecker{dir: dir, fset: token.NewFileSet(), packages: map[string]*types.Package{"unsafe": types.Unsafe}}
	for _, res := range results {
		packages.Visit([]*packages.Package{res.Action.Package}, nil, func(p *packages.Package) {
			if p.ID == p.PkgPath { // not a variant for tests
				c.packages[p.PkgPath] = p.Types
			}
		})
	}
	return c
}

// checkAlone applies one fix and type-checks the package it belongs to.
func (c *mendChecker) checkAlone(t analysistest.Testing, f finding, fix mending) {
	overlay, err := mend([]mending{fix})
	if err == nil {
		err = c.compile(f.act.Package, overlay)
	}
	if err != nil {
		t.Errorf("%s: fix %q alone: %v", f.posn, fix.message, err)
	}
}

func (c *mendChecker) compile(pkg *packages.Package, overlay map[string][]byte) error {
	var files []*ast.File
	for _, name := range pkg.CompiledGoFiles {
		var src any
		if text, ok := overlay[name]; ok {
			src = text
		}
		file, err := parser.ParseFile(c.fset, name, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	conf := types.Config{Importer: c, Sizes: pkg.TypesSizes}
	_, err := conf.Check(pkg.PkgPath, c.fset, files, nil)
	return err
}

// Import makes a mendChecker a types.Importer.
func (c *mendChecker) Import(path string) (*types.Package, error) {
	return c.ImportFrom(path, c.dir, 0)
}

// ImportFrom makes a mendChecker a types.ImporterFrom. A package that the cases
// do not reach, but a fix imports, is read from source, over the same packages
// as the cases so that types stay the same.
func (c *mendChecker) ImportFrom(path, dir string, _ types.ImportMode) (*types.Package, error) {
	ctxt := build.Default
	ctxt.GOPATH, ctxt.CgoEnabled = c.dir, false
	if pkg := c.packages[path]; pkg != nil {
		return pkg, nil
	}
	found, err := ctxt.Import(path, dir, 0)
	if err != nil {
		return nil, err
	}
	if pkg := c.packages[found.ImportPath]; pkg != nil { // vendored
		return pkg, nil
	}
	var files []*ast.File
	for _, name := range found.GoFiles {
		file, err := parser.ParseFile(c.fset, filepath.Join(found.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	conf := types.Config{Importer: c, IgnoreFuncBodies: true, FakeImportC: true}
	pkg, err := conf.Check(found.ImportPath, c.fset, files, nil)
	c.packages[found.ImportPath] = pkg
	return pkg, err
}

// checkTogether applies the n-th fix of every finding that has one, loads the
// result as the cases were loaded, and runs the analyser again. It may find only
// what was not mended, or not wholly.
func (c *mendChecker) checkTogether(t analysistest.Testing, a *analysis.Analyzer, patterns []string, findings []finding, n int) {
	var mendings []mending
	left := make(map[string]int) // what the second run may still find
	var mended []finding
	for _, f := range findings {
		if n < len(f.fixes) {
			mendings = append(mendings, f.fixes[n])
			mended = append(mended, f)
		} else {
			left[f.posn.Filename+": "+f.Message]++
		}
	}
	overlay, err := mend(mendings)
	if err != nil {
		t.Errorf("all fixes number %d together: %v", n+1, err)
		return
	}
	again, err := c.analyze(a, patterns, overlay)
	if err != nil {
		t.Errorf("after all fixes number %d: %v", n+1, err)
		return
	}
	for _, f := range again {
		key := f.posn.Filename + ": " + f.Message
		if left[key]--; left[key] < 0 && !takeShrunk(&mended, f) {
			t.Errorf("after all fixes number %d: %s: %s\n%s", n+1, f.posn, f.Message, excerpt(overlay, f.posn))
		}
	}
}

// takeShrunk removes a finding of which now says only a part, and reports whether
// there was one: a fix may leave faults that need a person.
func takeShrunk(mended *[]finding, now finding) bool {
	i := slices.IndexFunc(*mended, func(f finding) bool {
		return f.posn.Filename == now.posn.Filename && rule.Shrunk(f.Message, now.Message)
	})
	if i < 0 {
		return false
	}
	*mended = slices.Delete(*mended, i, i+1)
	return true
}

// analyze runs a over the packages as they are with the overlay.
func (c *mendChecker) analyze(a *analysis.Analyzer, patterns []string, overlay map[string][]byte) ([]finding, error) {
	pkgs, err := packages.Load(&packages.Config{
		Mode:    packages.LoadAllSyntax | packages.NeedModule,
		Dir:     c.dir,
		Tests:   true,
		Env:     append(os.Environ(), "GOPATH="+c.dir, "GO111MODULE=off", "GOWORK=off"),
		Overlay: overlay,
	}, patterns...)
	if err != nil {
		return nil, err
	}
	var broken []string
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for _, err := range p.Errors {
			broken = append(broken, err.Error())
		}
	})
	if len(broken) > 0 {
		return nil, fmt.Errorf("%s", strings.Join(broken, "\n"))
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{a}, pkgs, nil)
	if err != nil {
		return nil, err
	}
	all := make(map[string]finding) // a package and its variant with tests find the same
	for _, act := range graph.Roots {
		if act.Err != nil {
			return nil, fmt.Errorf("%s: %w", act, act.Err)
		}
		for _, f := range findingsOf(act) {
			all[f.posn.String()+f.Message] = f
		}
	}
	return slices.Collect(maps.Values(all)), nil
}

// excerpt returns the line of posn in the mended text.
func excerpt(overlay map[string][]byte, posn token.Position) string {
	lines := strings.Split(string(overlay[posn.Filename]), "\n")
	if posn.Line > len(lines) {
		return ""
	}
	return lines[posn.Line-1]
}
