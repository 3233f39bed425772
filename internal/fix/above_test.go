package fix

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"testing"
)

// What is declared above a function has a blank line before and after it, wherever the function stands.
func TestAbove(t *testing.T) {
	for before, want := range map[string]string{
		"package p\n\n":                          "package p\n\n// V is new.\nvar V int\n\n",
		"package p\n\nfunc g() {}\n\n":           "package p\n\nfunc g() {}\n\n// V is new.\nvar V int\n\n",
		"package p\n\nfunc g() {}\n":             "package p\n\nfunc g() {}\n\n// V is new.\nvar V int\n\n",
		"package p\n\nfunc g() {}\n\n// Of f.\n": "package p\n\nfunc g() {}\n\n// V is new.\nvar V int\n\n// Of f.\n",
		"package p\n\nfunc g() {} // g\n":        "package p\n\nfunc g() {} // g\n\n// V is new.\nvar V int\n\n",
	} {
		fset := token.NewFileSet()
		src := before + "func f() {}\n"
		file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		e := Above(fset, file, file.Decls[len(file.Decls)-1].(*ast.FuncDecl), "// V is new.\nvar V int")
		at := fset.Position(e.Pos).Offset
		got := src[:at] + string(e.NewText) + src[at:]
		if got != want+"func f() {}\n" {
			t.Errorf("%q becomes %q", src, got)
		}
		if clean, err := format.Source([]byte(got)); err != nil || string(clean) != got {
			t.Errorf("gofmt makes %q of %q (%v)", clean, got, err)
		}
	}
}
