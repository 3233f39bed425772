package ssabuild

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// A variable that holds itself, alone or through another one, has an end.
func TestResolveEnds(t *testing.T) {
	const src = `package p

func named(fail func() error) (err error) {
	defer func() { err = fail() }()
	return err
}

func seq(yield func(int) bool) { yield(1) }

func ranged(op func() error) (err error) {
	for range seq {
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

func round() func() {
	var a, b func()
	a = b
	b = a
	return func() { a(); b() }
}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("p", "p"), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	loads := 0
	var look func(fn *ssa.Function)
	look = func(fn *ssa.Function) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if v, ok := instr.(ssa.Value); ok {
					Resolve(v)
					loads++
				}
			}
		}
		for _, lit := range fn.AnonFuncs {
			look(lit)
		}
	}
	for _, name := range []string{"named", "ranged", "round"} {
		look(pkg.Func(name))
	}
	if loads == 0 {
		t.Error("nothing was looked at")
	}
}
