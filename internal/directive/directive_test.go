package directive

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	tests := []struct {
		text   string
		rules  string // "" for no directive
		reason string
		err    string
	}{
		{"//reslint:ignore timeout/dial it is local", "timeout/dial", "it is local", ""},
		{"//reslint:ignore timeout it is local", "timeout", "it is local", ""},
		{"//reslint:ignore a/b,c/d both", "a/b c/d", "both", ""},
		{"//reslint:ignore a/b, c/d both", "a/b c/d", "both", ""},
		{"//reslint:ignore a/b // both", "a/b", "both", ""},
		{"//reslint:ignore\ta/b\t-- both", "a/b", "both", ""},
		{"//reslint:ignore a/b see https://example.com/1", "a/b", "see https://example.com/1", ""},
		{"//reslint:ignore", "", "", "names no rule"},
		{"//reslint:ignore ,", "", "", "names no rule"},
		{"//reslint:ignore a/b", "", "", "ignore a/b has no reason"},
		{"//reslint:ignore a/b,", "", "", "ignore a/b has no reason"},
		{"//reslint:ignore a/b, c/d", "", "", "ignore a/b,c/d has no reason"},
		{"//reslint:ignore a/b //", "", "", "has no reason"},
		{"//reslint:ignroe a/b why", "", "", "unknown directive //reslint:ignroe"},
		{"// reslint:ignore a/b why", "", "", ""},
		{"//reslint: ignore a/b why", "", "", ""},
		{"//lint:ignore a/b why", "", "", ""},
		{"/*reslint:ignore a/b why*/", "", "", ""},
		{"// Package reslint: a linter", "", "", ""},
		{"//nolint", "(all)", "", ""},
		{"// nolint // why", "(all)", "", ""},
		{"//nolint:all", "(all)", "", ""},
		{"//nolint:all // why", "(all)", "", ""},
		{"//nolint:a,all", "(all)", "", ""},
		{"//nolint:reslint", "reslint", "", ""},
		{"//nolint:errcheck, Timeout // why", "errcheck timeout", "", ""},
		{"//nolinter", "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			d, err := parse(&ast.Comment{Slash: 1, Text: tt.text})
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("error %v, want %q", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if d == nil {
				d = &Directive{}
			}
			rules := strings.Join(d.Rules, " ")
			if d.nolint && d.Rules == nil {
				rules = "(all)"
			}
			if rules != tt.rules || d.Reason != tt.reason {
				t.Errorf("got %q, %q, want %q, %q", rules, d.Reason, tt.rules, tt.reason)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"//reslint:ignore a/b, c why", "//reslint:ignore", "//nolint:a,all // why", "//reslint:", "// reslint: ignore"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c := &ast.Comment{Slash: 1, Text: text}
		d, err := parse(c)
		if (d != nil || err != nil) && meant(c) {
			t.Error("both a directive and a mere comment")
		}
		if d == nil || d.nolint {
			return
		}
		if len(d.Rules) == 0 || d.Reason == "" {
			t.Errorf("no error, but rules %q and reason %q", d.Rules, d.Reason)
		}
		if slices.ContainsFunc(d.Rules, func(name string) bool { return name == "" || strings.ContainsAny(name, ", \t") }) {
			t.Errorf("rules %q", d.Rules)
		}
	})
}

// Each line that ends in "x" must be suppressed, each that ends in "o" must not.
func TestScope(t *testing.T) {
	tests := []struct{ name, src string }{
		{"own line", `package p
var a = 1 // o
var b = 2 /* x */ //reslint:ignore r/x why
var c = 3 // o
`},
		{"line above", `package p
func f() { // o
	//reslint:ignore r/x why
	g(1, // x
		2) // o
	g(3) // o
}`},
		{"line above, among comments", `package p
func f() {
	// First.
	//reslint:ignore r/x why
	// Last.
	g(1) // x
	g(2) // o
}`},
		{"not across an empty line", `package p
func f() {
	//reslint:ignore r/x why

	g(1) // o
}`},
		{"function", `package p
// F does.
//
//reslint:ignore r/x why
func f() { // x
	g(1) // x
} // x
func h() { // o
}`},
		{"declaration in a function", `package p
func f() {
	//reslint:ignore r/x why
	var x = T{ // x
		1, // x
	}
	g(2) // o
}`},
		{"group", `package p
//reslint:ignore r/x why
var (
	a = 1 // x
	b = 2 // x
)
var c = 3 // o
`},
		{"spec", `package p
var (
	//reslint:ignore r/x why
	a = T{ // x
		1, // x
	}
	b = 2 // o
)`},
		{"file", `// Package p.
//
//reslint:ignore r/x why
package p
var a = 1 // x
`},
		{"closing line of a statement", `package p
func f() {
	g(1, // o
		2) /* x */ //reslint:ignore r/x why
	g(3) // o
}`},
		{"block opened on the line", `package p
func f() {
	for { /* x */ //reslint:ignore r/x why
		g() // o
	}
}`},
		{"family", `package p
var a = 1 /* x */ //reslint:ignore r why
`},
		{"another rule", `package p
var a = 1 /* o */ //reslint:ignore r/y,q why
`},
		{"nolint, own line", `package p
var a = 1 // o
var b = 2 /* x */ //nolint:reslint
var c = 3 // o
`},
		{"nolint, statement", `package p
func f() {
	//nolint:r // why
	for { // x
		g() // x
	}
	g() // o
}`},
		{"nolint, another column", `package p
func f() {
//nolint:r // why
	g() // o
}`},
		{"nolint, function", `package p
//nolint
func f() { // x
	g() // x
}
var a = 1 // o
`},
		{"nolint, file", `//nolint:all
package p
var a = 1 // x
`},
		{"nolint, another linter", `package p
var a = 1 /* o */ //nolint:errcheck
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, "p.go", tt.src, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			x := newIndex(fset, []*ast.File{file})
			if len(x.All) != 1 || len(x.Problems) != 0 {
				t.Fatalf("%d directives, %d problems", len(x.All), len(x.Problems))
			}
			tokens := fset.File(file.FileStart)
			for i, line := range strings.Split(tt.src, "\n") {
				want := strings.HasSuffix(line, "// x") || strings.Contains(line, "/* x */")
				if !want && !strings.HasSuffix(line, "// o") && !strings.Contains(line, "/* o */") {
					continue
				}
				if got := len(x.Matching("r/x", tokens.LineStart(i+1))) > 0; got != want {
					t.Errorf("line %d: suppressed is %t: %s", i+1, got, line)
				}
			}
		})
	}
}

// A directive speaks of its own file only.
func TestOtherFile(t *testing.T) {
	fset := token.NewFileSet()
	var files []*ast.File
	for i, src := range []string{"package p\nvar a = 1 //reslint:ignore r/x why\n", "package p\nvar b = 2\n"} {
		file, err := parser.ParseFile(fset, fmt.Sprintf("%d.go", i), src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	x := newIndex(fset, files)
	for i, file := range files {
		if got := len(x.Matching("r/x", file.Decls[0].Pos())); got != 1-i {
			t.Errorf("file %d: %d directives match", i, got)
		}
	}
}

func TestMarks(t *testing.T) {
	const src = `package p

//reslint:remote it is a queue
func remote() {}

// Both.
//
//reslint:remote
//reslint:bounded
func both() {}

//reslint:retries 3 for each message
func retries() {}

type store interface {
	//reslint:remote
	above()
	behind() //reslint:bounded
	plain()
}

//reslint:retries 0
func never() {}

//reslint:remote
var nothing int

// reslint:remote
func space() {}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	x := newIndex(fset, []*ast.File{file})
	got := make(map[string]Mark)
	for name, m := range x.Marks {
		got[name.Name] = *m
	}
	want := map[string]Mark{
		"remote":  {Remote: true},
		"both":    {Remote: true, Bounded: true},
		"retries": {Retries: 3},
		"above":   {Remote: true},
		"behind":  {Bounded: true},
	}
	if !maps.Equal(got, want) {
		t.Errorf("marks %v, want %v", got, want)
	}
	if len(x.Problems) != 3 {
		t.Errorf("problems %v, want 3", x.Problems)
	}
}
