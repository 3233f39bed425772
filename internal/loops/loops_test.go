package loops

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

func TestRounds(t *testing.T) {
	for _, tt := range []struct {
		body    string
		rounds  int
		selects bool
	}{
		{body: "for range 3 { if f(0) { return } }", rounds: 3},
		{body: "for i := range 3 { if f(i) { return } }", rounds: 3},
		{body: "for i := 0; i < 4; i++ { if f(i) { return } }", rounds: 4},
		{body: "for i := 1; i <= 4; i++ { if f(i) { return } }", rounds: 4},
		{body: "for i := 0; i != 2; i++ { if f(0) { continue } }", rounds: 2},
		{body: "for range 2 { f(0) }", rounds: 2},
		{body: "for range 0 { f(0) }", rounds: 0},
		{body: "for { if f(0) { return } }"},
		{body: "for i := 0; i < n; i++ { f(i) }"},
		{body: "for i := 3; i > 0; i-- { f(i) }"},
		{body: "for i := 0; i < 9; i += 3 { f(i) }"},
		{body: "for f(0) { }"},
		{body: "for i := 0; i < 3; i++ { f(list[i]) }", rounds: 3, selects: true},
		{body: "for i := range 3 { f(list[i]) }", rounds: 3, selects: true},
	} {
		loops := Of(build(t, tt.body))
		if tt.rounds == 0 && len(loops) == 0 {
			continue // SSA has seen that it never runs
		}
		if len(loops) != 1 {
			t.Errorf("%s: %d loops", tt.body, len(loops))
			continue
		}
		if l := loops[0]; l.Rounds != tt.rounds || l.Selects() != tt.selects {
			t.Errorf("%s: %d rounds, selects %v; want %d, %v", tt.body, l.Rounds, l.Selects(), tt.rounds, tt.selects)
		}
	}
}

func TestNested(t *testing.T) {
	fn := build(t, "for i := 0; i < 3; i++ { for range 2 { f(i) } }")
	all := Of(fn)
	if len(all) != 2 {
		t.Fatalf("%d loops", len(all))
	}
	rounds := map[int]int{}
	for _, l := range all {
		rounds[l.Rounds] = len(l.Blocks)
	}
	if rounds[3] <= rounds[2] || rounds[2] == 0 {
		t.Errorf("blocks by rounds: %v", rounds)
	}
}

func build(t *testing.T, body string) *ssa.Function {
	t.Helper()
	fset := token.NewFileSet()
	src := "package p\nvar list [9]int\nvar n int\nfunc f(int) bool\nfunc g() {\n" + body + "\n}"
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{}, fset, types.NewPackage("p", ""), []*ast.File{file}, ssa.SanityCheckFunctions)
	if err != nil {
		t.Fatal(err)
	}
	return pkg.Func("g")
}
