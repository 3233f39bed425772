package resilience_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// Every public symbol has a runnable example, and a doc comment.
func TestEverySymbolHasAnExample(t *testing.T) {
	for _, dir := range []string{".", "fault", "idempotency"} {
		fset := token.NewFileSet()
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		var files []*ast.File
		used := make(map[string]bool) // in examples
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), ".go") {
				continue
			}
			f, err := parser.ParseFile(fset, dir+"/"+e.Name(), nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
			if strings.HasPrefix(e.Name(), "example_") {
				ast.Inspect(f, func(n ast.Node) bool {
					if s, ok := n.(*ast.SelectorExpr); ok {
						used[s.Sel.Name] = true
					}
					return true
				})
			}
		}
		pkg, err := doc.NewFromFiles(fset, files, "x/"+dir)
		if err != nil {
			t.Fatal(err)
		}
		if pkg.Doc == "" {
			t.Errorf("package %s has no comment", pkg.Name)
		}
		check := func(name, text string, examples []*doc.Example) {
			if text == "" {
				t.Errorf("%s.%s has no comment", pkg.Name, name)
			}
			runs := false
			for _, e := range examples {
				runs = runs || e.Output != "" || e.EmptyOutput
			}
			if !runs {
				t.Errorf("%s.%s has no example that runs", pkg.Name, name)
			}
		}
		for _, f := range pkg.Funcs {
			check(f.Name, f.Doc, f.Examples)
		}
		values := append(pkg.Consts, pkg.Vars...)
		for _, typ := range pkg.Types {
			check(typ.Name, typ.Doc, typ.Examples)
			for _, f := range append(typ.Funcs, typ.Methods...) {
				if f.Recv == "" {
					check(f.Name, f.Doc, f.Examples)
				} else {
					check(typ.Name+"."+f.Name, f.Doc, f.Examples)
				}
			}
			values = append(values, append(typ.Consts, typ.Vars...)...)
		}
		for _, v := range values {
			for _, name := range v.Names {
				if ast.IsExported(name) && !used[name] {
					t.Errorf("%s.%s is in no example", pkg.Name, name)
				}
			}
		}
	}
}
