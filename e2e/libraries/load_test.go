package libraries

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/reslint/reslint"
	"github.com/reslint/reslint/internal/ruletest"
)

// listed are the cases and all that they import, what is imported before what imports
// it. Without cgo, the C compiler has nothing to do.
var listed = sync.OnceValues(func() (list []*packages.Package, err error) {
	roots, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedTypesSizes,
		Env:  append(os.Environ(), "CGO_ENABLED=0"),
	}, "./...")
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		pkg.Fset = fset
		if !isCase(pkg) {
			check(pkg, nil, nil)
		}
		list = append(list, pkg)
	})
	return list, nil
})

func isCase(pkg *packages.Package) bool {
	return strings.HasPrefix(pkg.PkgPath, "github.com/reslint/reslint/e2e/libraries")
}

// check reads a package from source. Of a library nothing but the types is kept: its
// functions are not looked at, and compiling all would take a fresh machine a quarter
// of an hour.
func check(pkg *packages.Package, all []*packages.Package, overlay map[string][]byte) {
	if pkg.PkgPath == "unsafe" {
		pkg.Types = types.Unsafe
		return
	}
	pkg.Errors, pkg.Syntax = nil, nil
	fail := func(err error) {
		pkg.Errors = append(pkg.Errors, packages.Error{Pos: pkg.PkgPath, Msg: err.Error()})
	}
	var files []*ast.File
	for _, name := range pkg.CompiledGoFiles {
		var src any
		if text, ok := overlay[name]; ok {
			src = text
		}
		f, err := parser.ParseFile(pkg.Fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			fail(err)
			return
		}
		files = append(files, f)
	}
	conf := types.Config{
		Importer:         importer{pkg.Imports, all},
		Error:            fail,
		Sizes:            pkg.TypesSizes,
		IgnoreFuncBodies: !isCase(pkg),
	}
	if pkg.Module != nil && pkg.Module.GoVersion != "" {
		conf.GoVersion = "go" + pkg.Module.GoVersion
	}
	info := &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Instances:    make(map[*ast.Ident]types.Instance),
		Scopes:       make(map[ast.Node]*types.Scope),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		FileVersions: make(map[*ast.File]string),
	}
	pkg.TypesInfo = info
	if isCase(pkg) {
		pkg.Syntax = files
	} else {
		info = nil
	}
	pkg.Types, _ = conf.Check(pkg.PkgPath, pkg.Fset, files, info) // conf.Error gets the errors
}

// An importer knows what a package imported when the go command listed it, and for
// what a fix adds to that, all that is listed.
type importer struct {
	imports map[string]*packages.Package
	all     []*packages.Package
}

func (i importer) Import(path string) (*types.Package, error) {
	pkg := i.imports[path]
	if pkg == nil {
		if at := slices.IndexFunc(i.all, func(pkg *packages.Package) bool { return pkg.PkgPath == path }); at >= 0 {
			pkg = i.all[at]
		}
	}
	if pkg == nil || pkg.Types == nil {
		return nil, fmt.Errorf("%s is not listed", path)
	}
	return pkg.Types, nil
}

// load reads the cases, with some files changed.
func load(t *testing.T, overlay map[string][]byte) (roots []*packages.Package) {
	t.Helper()
	list, err := listed()
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range list {
		if isCase(pkg) {
			check(pkg, list, overlay)
			roots = append(roots, pkg)
		}
		for _, err := range pkg.Errors {
			t.Error(err)
		}
	}
	if t.Failed() {
		t.FailNow()
	}
	return roots
}

// found is what was found in the cases as they are.
var found []*analysistest.Result

// analysed are the cases as they are, analysed once.
func analysed(t *testing.T) []*analysistest.Result {
	t.Helper()
	if found == nil {
		found = analyse(t, load(t, nil))
	}
	return found
}

// experimental are the rules that a newcomer has to ask for and that have cases here.
const experimental = "fallback/blocking-fallback,retryloop/non-idempotent"

// analyse runs all families over the cases.
func analyse(t *testing.T, roots []*packages.Package) (results []*analysistest.Result) {
	t.Helper()
	ruletest.Set(t, "enable", experimental)
	ruletest.Set(t, "mesh", "mesh/mesh.yaml")
	graph, err := checker.Analyze(reslint.Analyzers(), roots, &checker.Options{SanityCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Errorf("%s: %s: %v", act.Package.PkgPath, act.Analyzer.Name, act.Err)
		}
		results = append(results, &analysistest.Result{Action: act})
	}
	return results
}

// A finding is what the tests look at.
type finding struct {
	place, message string
	fixes          int
}

func findings(t *testing.T, results []*analysistest.Result) (list []finding) {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, res := range results {
		for _, d := range res.Action.Diagnostics {
			posn := res.Action.Package.Fset.Position(d.Pos)
			name, err := filepath.Rel(dir, posn.Filename)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, finding{placeOf(name, posn.Line), d.Category + ": " + strings.TrimSuffix(d.Message, " ("+d.Category+")"), len(d.SuggestedFixes)})
		}
	}
	return list
}
