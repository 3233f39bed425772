package torture

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

// A listed package is what the go command says of one.
type listed struct {
	ImportPath, Name, Dir, Export string
	CompiledGoFiles               []string
	ImportMap                     map[string]string
}

// list lists packages with all that they import, and what the compiler knows of them.
func list(dir string, patterns ...string) ([]*listed, error) {
	args := []string{"list", "-e", "-export", "-compiled", "-deps", "-json=ImportPath,Name,Dir,Export,CompiledGoFiles,ImportMap"}
	cmd := exec.Command("go", append(args, patterns...)...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var all []*listed
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		p := new(listed)
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
}

// A world type-checks packages from source, over the export data of what they import.
type world struct {
	fset     *token.FileSet
	exports  map[string]string
	compiled types.Importer
	// tried are the packages of the distribution that were looked at.
	tried map[string]bool
}

func newWorld() *world {
	w := &world{fset: token.NewFileSet(), exports: make(map[string]string), tried: make(map[string]bool)}
	w.compiled = importer.ForCompiler(w.fset, "gc", func(path string) (io.ReadCloser, error) {
		if file := w.exports[path]; file != "" {
			return os.Open(file)
		}
		return nil, fmt.Errorf("no package %s", path)
	})
	return w
}

func (w *world) add(all []*listed) {
	for _, p := range all {
		w.exports[p.ImportPath] = p.Export
	}
}

// common is the world of the module and the standard library.
var common = sync.OnceValues(func() (*world, error) {
	w := newWorld()
	for dir, patterns := range map[string][]string{"../..": {"std", "./..."}, "../../resilience": {"."}} {
		all, err := list(dir, patterns...)
		if err != nil {
			return nil, err
		}
		w.add(all)
	}
	return w, nil
})

func theWorld(t testing.TB) *world {
	t.Helper()
	w, err := common()
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A view imports packages as one package sees them: those of its program, and compiled ones.
type view struct {
	*world
	program map[string]*packages.Package
	vendor  map[string]string
}

// Import makes a view a types.Importer.
func (v view) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if as := v.vendor[path]; as != "" {
		path = as
	} else if v.exports[path] == "" && v.exports["vendor/"+path] != "" {
		path = "vendor/" + path
	}
	if p := v.program[path]; p != nil {
		return p.Types, nil
	}
	return v.compiled.Import(path)
}

// parse parses the files of a package.
func (w *world) parse(names []string) (files []*ast.File, err error) {
	for _, name := range names {
		file, err := parser.ParseFile(w.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return files, err
		}
		files = append(files, file)
	}
	return files, nil
}

// check type-checks a package. With errors it is not one to analyse: no driver would.
func (v view) check(path string, files []*ast.File) (*packages.Package, []types.Error) {
	var errs []types.Error
	conf := types.Config{
		Importer: v,
		Sizes:    types.SizesFor("gc", runtime.GOARCH),
		Error: func(err error) {
			if e := (types.Error{}); errors.As(err, &e) {
				errs = append(errs, e)
			}
		},
	}
	info := &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Instances:    make(map[*ast.Ident]types.Instance),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		Scopes:       make(map[ast.Node]*types.Scope),
		FileVersions: make(map[*ast.File]string),
	}
	tpkg, err := conf.Check(path, v.fset, files, info)
	if err != nil && len(errs) == 0 {
		errs = append(errs, types.Error{Fset: v.fset, Msg: err.Error()})
	}
	p := &packages.Package{
		ID: path, PkgPath: path, Name: files[0].Name.Name, Fset: v.fset, Syntax: files,
		Types: tpkg, TypesInfo: info, TypesSizes: conf.Sizes,
		// So that the standard library is taken for anyone's code, and looked at.
		Module:  &packages.Module{Path: "example.com/torture"},
		Imports: make(map[string]*packages.Package),
	}
	for _, file := range files {
		p.CompiledGoFiles = append(p.CompiledGoFiles, v.fset.File(file.FileStart).Name())
	}
	if tpkg != nil {
		for _, imp := range tpkg.Imports() {
			if dep := v.program[imp.Path()]; dep != nil {
				p.Imports[imp.Path()] = dep
			}
		}
	}
	return p, errs
}

// forget takes the files out of the file set: there would be millions.
func (w *world) forget(files []*ast.File) {
	for _, file := range files {
		if f := w.fset.File(file.FileStart); f != nil {
			w.fset.RemoveFile(f)
		}
	}
}

func goFiles(dir string) []string {
	names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	return names
}
