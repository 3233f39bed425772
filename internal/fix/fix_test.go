package fix

import (
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/edit"
)

// load returns a pass over one file. Unused imports and the like do not matter.
func load(t *testing.T, src string) (*analysis.Pass, *ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Scopes:    make(map[ast.Node]*types.Scope),
		Defs:      make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object),
	}
	conf := types.Config{Importer: importer.Default(), Error: func(error) {}, FakeImportC: true}
	pkg, _ := conf.Check("p", fset, []*ast.File{file}, info)
	return &analysis.Pass{
		Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info,
		ReadFile: func(string) ([]byte, error) { return []byte(src), nil },
	}, file
}

// applied returns src with the edits applied.
func applied(t *testing.T, pass *analysis.Pass, src string, edits []analysis.TextEdit) string {
	t.Helper()
	var list []*analysis.TextEdit
	for i := range edits {
		list = append(list, &edits[i])
	}
	out, _, ok := splice(pass.Fset.File(pass.Files[0].Pos()), []byte(src), list)
	if !ok {
		t.Fatal("the edits overlap")
	}
	return string(out)
}

// at is the position behind the marker comment.
func at(t *testing.T, file *ast.File, src string) token.Pos {
	t.Helper()
	const marker = "/*here*/"
	i := strings.Index(src, marker)
	if i < 0 {
		return file.FileEnd - 1
	}
	return file.FileStart + token.Pos(i+len(marker))
}

func mustBeClean(t *testing.T, text string) {
	t.Helper()
	want, err := format.Source([]byte(text))
	if err != nil {
		t.Errorf("%v in\n%s", err, text)
	} else if text != string(want) {
		t.Errorf("not gofmt-clean:\n%s\nwant\n%s", text, want)
	}
}

func TestAddImport(t *testing.T) {
	tests := []struct {
		name, src, path, local, want string
	}{
		{"no import", "package p\n\nvar x int\n", "time", "time", "package p\n\nimport \"time\"\n\nvar x int\n"},
		{"no import, comment", "package p // why\n\nvar x int\n", "time", "time", "package p // why\n\nimport \"time\"\n\nvar x int\n"},
		{"there", "package p\n\nimport \"time\"\n", "time", "time", ""},
		{"there, renamed", "package p\n\nimport clock \"time\"\n", "time", "clock", ""},
		{"there, twice", "package p\n\nimport \"time\"\nimport clock \"time\"\n\nfunc f(time int) {\n\t/*here*/\n}\n", "time", "clock", ""},
		{"blank", "package p\n\nimport _ \"time\"\n\nvar x int\n", "time", "time", "package p\n\nimport _ \"time\"\nimport \"time\"\n\nvar x int\n"},
		{"dot", "package p\n\nimport . \"time\"\n\nvar x int\n", "time", "time", "package p\n\nimport . \"time\"\nimport \"time\"\n\nvar x int\n"},
		{"one, ungrouped", "package p\n\nimport \"os\" // why\n\nvar x int\n", "time", "time", "package p\n\nimport \"os\" // why\nimport \"time\"\n\nvar x int\n"},
		{"empty group", "package p\n\nimport ()\n", "time", "time", "package p\n\nimport (\n\t\"time\"\n)\n"},
		{"group, in the middle", "package p\n\nimport (\n\t\"os\"\n\t// why\n\t\"unsafe\"\n)\n", "time", "time", "package p\n\nimport (\n\t\"os\"\n\t\"time\"\n\t// why\n\t\"unsafe\"\n)\n"},
		{"group, at the end", "package p\n\nimport (\n\t\"io\"\n\t\"os\" // why\n)\n", "time", "time", "package p\n\nimport (\n\t\"io\"\n\t\"os\" // why\n\t\"time\"\n)\n"},
		{"group, beside a blank one", "package p\n\nimport (\n\t\"os\"\n\t_ \"time\"\n)\n", "time", "time", "package p\n\nimport (\n\t\"os\"\n\t\"time\"\n\t_ \"time\"\n)\n"},
		{"std and others", "package p\n\nimport (\n\t\"os\"\n\n\t\"example.com/a\"\n)\n", "time", "time", "package p\n\nimport (\n\t\"os\"\n\t\"time\"\n\n\t\"example.com/a\"\n)\n"},
		{"only others", "package p\n\nimport (\n\t\"example.com/a\"\n)\n", "time", "time", "package p\n\nimport (\n\t\"time\"\n\n\t\"example.com/a\"\n)\n"},
		{"other to std", "package p\n\nimport (\n\t\"os\"\n)\n", "example.com/a", "a", "package p\n\nimport (\n\t\"os\"\n\n\t\"example.com/a\"\n)\n"},
		{"nearest group", "package p\n\nimport (\n\t\"example.com/a/x\"\n\n\t\"example.com/b/x\"\n)\n", "example.com/b/y", "y", "package p\n\nimport (\n\t\"example.com/a/x\"\n\n\t\"example.com/b/x\"\n\t\"example.com/b/y\"\n)\n"},
		{"cgo", "package p\n\n// #include <x.h>\nimport \"C\"\n\nimport (\n\t\"os\"\n)\n", "time", "time", "package p\n\n// #include <x.h>\nimport \"C\"\n\nimport (\n\t\"os\"\n\t\"time\"\n)\n"},
		{"major version", "package p\n\nvar x int\n", "math/rand/v2", "rand", "package p\n\nimport \"math/rand/v2\"\n\nvar x int\n"},
		{"taken by a package", "package p\n\nimport (\n\ttime \"os\"\n)\n", "time", "time2", "package p\n\nimport (\n\ttime \"os\"\n\ttime2 \"time\"\n)\n"},
		{"taken by a declaration", "package p\n\nvar time, time2 int\n", "time", "time3", "package p\n\nimport time3 \"time\"\n\nvar time, time2 int\n"},
		{"taken by a parameter", "package p\n\nfunc f(time int) {\n\t/*here*/\n}\n", "time", "time2", "package p\n\nimport time2 \"time\"\n\nfunc f(time int) {\n\t/*here*/\n}\n"},
		{"there, but hidden", "package p\n\nimport \"time\"\n\nfunc f(time int) {\n\t/*here*/\n}\n", "time", "time2", "package p\n\nimport \"time\"\nimport time2 \"time\"\n\nfunc f(time int) {\n\t/*here*/\n}\n"},
		{"declared later", "package p\n\nfunc f() {\n\t/*here*/\n\ttime := 1\n\t_ = time\n}\n", "time", "time", "package p\n\nimport \"time\"\n\nfunc f() {\n\t/*here*/\n\ttime := 1\n\t_ = time\n}\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			pass, file := load(t, tt.src)
			name, edits := AddImport(pass, file, at(t, file, tt.src), tt.path)
			if name != tt.local {
				t.Errorf("name %q, want %q", name, tt.local)
			}
			if tt.want == "" {
				if len(edits) > 0 {
					t.Errorf("edits %v, want none", edits)
				}
				return
			}
			got := applied(t, pass, tt.src, edits)
			if got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
			mustBeClean(t, got)
		})
	}
}

// Two fixes of one file that need the same import must not conflict.
func TestAddImportTwice(t *testing.T) {
	const src = "package p\n\nimport (\n\t\"os\"\n)\n\nvar a, b = 1, 2\n"
	pass, file := load(t, src)
	_, first := AddImport(pass, file, at(t, file, src), "time")
	_, second := AddImport(pass, file, file.FileStart+40, "time")
	if !slices.EqualFunc(first, second, func(a, b analysis.TextEdit) bool {
		return a.Pos == b.Pos && a.End == b.End && string(a.NewText) == string(b.NewText)
	}) {
		t.Errorf("%v and %v differ", first, second)
	}
}

func TestAddField(t *testing.T) {
	tests := []struct {
		name, lit, want string // want "" for refused
	}{
		{"empty", "T{}", "T{B: 2}"},
		{"one line", "T{A: 1}", "T{A: 1, B: 2}"},
		{"one line, comment", "T{A: 1 /* why */}", "T{A: 1, B: 2 /* why */}"},
		{"many lines", "T{\n\tA: 1, // why\n}", "T{\n\tA: 1, // why\n\tB: 2,\n}"},
		{"comment at the end", "T{\n\tA: 1,\n\t// C: 3,\n}", "T{\n\tA: 1,\n\t// C: 3,\n\tB: 2,\n}"},
		{"only a comment", "T{\n\t// none\n}", "T{\n\t// none\n\tB: 2,\n}"},
		{"only a comment behind the brace", "T{ // none\n}", "T{ // none\n\tB: 2,\n}"},
		{"brace on the last field's line", "T{F: func() {\n}}", "T{F: func() {\n}, B: 2}"},
		{"nested", "[]T{\n\t{\n\t\tA: 1,\n\t},\n}", "[]T{\n\t{\n\t\tA: 1,\n\t\tB: 2,\n\t},\n}"},
		{"without keys", "T{1, 2, nil}", ""},
		{"has the field", "T{B: 1}", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := "package p\n\ntype T struct {\n\tA, B int\n\tF    func()\n}\n\nvar x = " + tt.lit + "\n"
			pass, file := load(t, src)
			var lit *ast.CompositeLit // the innermost
			ast.Inspect(file, func(n ast.Node) bool {
				if l, ok := n.(*ast.CompositeLit); ok {
					lit = l
				}
				return true
			})
			e, ok := AddField(pass.Fset, lit, Field{"B", "2"})
			if ok != (tt.want != "") {
				t.Fatalf("ok is %t", ok)
			}
			if !ok {
				return
			}
			got := applied(t, pass, src, []analysis.TextEdit{e})
			if want := strings.Replace(src, tt.lit, tt.want, 1); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			mustBeClean(t, got)
		})
	}
}

func TestDuration(t *testing.T) {
	tests := []struct {
		d    time.Duration
		want string
	}{
		{0, "0"},
		{1, "time.Nanosecond"},
		{30 * time.Second, "30 * time.Second"},
		{time.Second, "time.Second"},
		{90 * time.Second, "90 * time.Second"},
		{2 * time.Minute, "2 * time.Minute"},
		{1500 * time.Millisecond, "1500 * time.Millisecond"},
		{36 * time.Hour, "36 * time.Hour"},
		{1001, "1001 * time.Nanosecond"},
		{-30 * time.Second, "-30 * time.Second"},
	}
	for _, tt := range tests {
		if got := Duration(tt.d, "time"); got != tt.want {
			t.Errorf("%d: got %s, want %s", tt.d, got, tt.want)
		}
	}
	if got := Duration(time.Hour, "clock"); got != "clock.Hour" {
		t.Errorf("got %s with a renamed import", got)
	}
}

func TestNew(t *testing.T) {
	tests := []struct {
		name, src, old, new, want string
	}{
		{"alone", "var x = 5\n", "5", "5*time.Second", "var x = 5 * time.Second\n"},
		{"one argument", "var x = f(5)\n", "5", "5 * time.Second", "var x = f(5 * time.Second)\n"},
		{"two arguments", "var x = f(ctx, 5)\n", "5", "5 * time.Second", "var x = f(ctx, 5*time.Second)\n"},
		{"in a sum", "var x = a + 5\n", "5", "5 * time.Second", "var x = a + 5*time.Second\n"},
		{"insertion", "var x = f(ctx, 5)\n", ")", " * time.Second)", "var x = f(ctx, 5*time.Second)\n"},
		{"insertion before", "var x = f(ctx, s)\n", "s", "5 * s", "var x = f(ctx, 5*s)\n"},
		{"block", "func f() {\n\tif x {\n\t\tg()\n\t}\n}\n", "g()", "for {\ng()\n}", "func f() {\n\tif x {\n\t\tfor {\n\t\t\tg()\n\t\t}\n\t}\n}\n"},
		{"comments stay", "var x = f(ctx, // why\n\t5) // because\n", "5", "5 * time.Second", "var x = f(ctx, // why\n\t5*time.Second) // because\n"},
		{"no token", "var x = -5\n", "-", "", "var x = 5\n"},
		{"left alone: does not parse", "var x = 5\n", "5", "5 *", "var x = 5 *\n"},
		{"left alone: joins a token", "var x = 57\n", "5", "5*6", "var x = 5*67\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := "package p\n\n" + tt.src
			pass, file := load(t, src)
			pos := file.FileStart + token.Pos(strings.Index(src, tt.old))
			fix := New(pass, "mend", edit.ReplaceWithString(edit.Range{pos, pos + token.Pos(len(tt.old))}, tt.new))
			if fix.Message != "mend" {
				t.Errorf("message %q", fix.Message)
			}
			if got := applied(t, pass, src, fix.TextEdits); got != "package p\n\n"+tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// The file may be gone, or another than the one that was analysed.
func TestNewUnreadable(t *testing.T) {
	const src = "package p\n\nvar x = f(ctx, 5)\n"
	for _, text := range []string{"", "package p\n"} {
		pass, file := load(t, src)
		pass.ReadFile = func(string) ([]byte, error) { return []byte(text), nil }
		pos := file.FileStart + token.Pos(strings.Index(src, "5"))
		fix := New(pass, "", edit.ReplaceWithString(edit.Range{pos, pos + 1}, "5 * time.Second"))
		if got := string(fix.TextEdits[0].NewText); got != "5 * time.Second" {
			t.Errorf("got %s", got)
		}
	}
}
