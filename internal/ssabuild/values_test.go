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
	pkg := program(t, src)
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

// A variable is set once only if nobody else can set it.
func TestOnlyStore(t *testing.T) {
	const src = `package p

var given, other func()

func use(func())  {}
func set(*func()) {}

func once()      { f := given; defer func() { f() }(); f() }
func deeper()    { f := given; func() { func() { f() }() }() }
func twice()     { f := given; f = other; func() { f() }() }
func inside()    { f := given; func() { f = other }(); f() }
func twoInside() { f := given; func() { func() { f = other }() }(); f() }
func handed()    { f := given; set(&f); f() }
func inAndOut()  { f := given; func() { set(&f) }(); f() }
func kept()      { f := given; p := &f; use(*p); *p = other; func() { f() }() }
`
	pkg := program(t, src)
	for name, want := range map[string]bool{
		"once": true, "deeper": true,
		"twice": false, "inside": false, "twoInside": false, "handed": false, "inAndOut": false,
		"kept": false,
	} {
		found := 0
		for _, b := range pkg.Func(name).Blocks {
			for _, instr := range b.Instrs {
				if cell, ok := instr.(*ssa.Alloc); ok && cell.Comment == "f" {
					found++
					if got := OnlyStore(cell) != nil; got != want {
						t.Errorf("in %s, f is set once: %t", name, got)
					}
				}
			}
		}
		if found != 1 {
			t.Errorf("%s has %d variables f", name, found)
		}
	}
}

func program(t *testing.T, src string) *ssa.Package {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("p", "p"), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}
