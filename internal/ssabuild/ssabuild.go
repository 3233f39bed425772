// Package ssabuild gives analysers the SSA form of a package, built when it is
// first asked for. Most packages of a program hold nothing that reslint asks
// about, and building SSA is the largest part of the cost where it is done.
package ssabuild

import (
	"go/ast"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/ablation"
)

// Analyzer has a *Lazy as its result.
var Analyzer = &analysis.Analyzer{
	Name:       "ssabuild",
	Doc:        "offer the SSA form of a package, built on demand",
	ResultType: reflect.TypeFor[*Lazy](),
	Run: func(pass *analysis.Pass) (any, error) {
		lazy := &Lazy{build: sync.OnceValue(func() *SSA { return build(pass) })}
		if ablation.Off(ablation.Demand) {
			lazy.Get()
		}
		return lazy, nil
	},
}

// Lazy is SSA that has not been built yet. It is safe for concurrent use.
type Lazy struct{ build func() *SSA }

// Get returns the SSA form and builds it at the first call.
func (l *Lazy) Get() *SSA { return l.build() }

// SSA is the SSA form of one package.
type SSA struct {
	Pkg *ssa.Package
	// Funcs are the functions of the package with a body in source, function
	// literals and the package's initialiser included, in source order.
	Funcs []*ssa.Function
}

func build(pass *analysis.Pass) *SSA {
	prog := ssa.NewProgram(pass.Fset, 0)
	// Facts about functions that do not return would cost a control-flow
	// graph of every function of every package. The usual ends of a branch
	// are known by name.
	prog.SetNoReturn(neverReturns)
	for _, imp := range pass.Pkg.Imports() {
		prog.CreatePackage(imp, nil, nil, true)
	}
	pkg := prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	pkg.Build()

	s := &SSA{Pkg: pkg}
	if init := pkg.Func("init"); init != nil {
		s.add(init)
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fd, ok := decl.(*ast.FuncDecl)
			if !ok || fd.Body == nil {
				continue
			}
			if obj, ok := pass.TypesInfo.Defs[fd.Name].(*types.Func); ok {
				s.add(prog.FuncValue(obj))
			}
		}
	}
	return s
}

func (s *SSA) add(fn *ssa.Function) {
	if fn == nil {
		return
	}
	s.Funcs = append(s.Funcs, fn)
	for _, anon := range fn.AnonFuncs {
		s.add(anon)
	}
}

func neverReturns(fn *types.Func) bool {
	switch fn.FullName() {
	case "os.Exit", "runtime.Goexit",
		"log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf", "log.Panicln",
		"(*log.Logger).Fatal", "(*log.Logger).Fatalf", "(*log.Logger).Fatalln":
		return true
	}
	return false
}
