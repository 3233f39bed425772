package plugin

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// The toy reports what comments ask for: `code // old => new; old => new` is a finding with a
// fix of these edits, in the code of the line, and `import "path"` one of them. Fixes that
// are alternatives are separated by |.
func newToy(name string) *analysis.Analyzer {
	return &analysis.Analyzer{Name: name, Doc: "report what a comment asks for", Run: func(pass *analysis.Pass) (any, error) {
		for _, file := range pass.Files {
			tokens := pass.Fset.File(file.FileStart)
			src, err := pass.ReadFile(tokens.Name())
			if err != nil {
				return nil, err
			}
			for _, group := range file.Comments {
				start := tokens.LineStart(tokens.Line(group.Pos()))
				code := string(src[tokens.Offset(start):tokens.Offset(group.Pos())])
				script, ok := strings.CutPrefix(strings.TrimSpace(group.Text()), name+": ")
				if !ok {
					continue
				}
				d := analysis.Diagnostic{Pos: start, Category: name + "/x", URL: "https://example.com#x", Message: "old (" + name + "/x)"}
				d.Related = []analysis.RelatedInformation{{Pos: start, Message: "because"}}
				for alternative := range strings.SplitSeq(strings.TrimSpace(script), " | ") {
					var fix analysis.SuggestedFix
					for edit := range strings.SplitSeq(alternative, "; ") {
						if path, ok := strings.CutPrefix(edit, "import "); ok {
							fix.TextEdits = append(fix.TextEdits, analysis.TextEdit{Pos: file.Imports[0].Pos(), NewText: []byte(path + "\n\t")})
							continue
						}
						if other, ok := strings.CutPrefix(edit, "elsewhere "); ok {
							i := slices.IndexFunc(pass.Files, func(f *ast.File) bool { return f != file })
							fix.TextEdits = append(fix.TextEdits, analysis.TextEdit{Pos: pass.Files[i].FileEnd, NewText: []byte(other)})
							continue
						}
						old, text, _ := strings.Cut(edit, " => ")
						at := start + token.Pos(strings.Index(code, old))
						fix.TextEdits = append(fix.TextEdits, analysis.TextEdit{Pos: at, End: at + token.Pos(len(old)), NewText: []byte(text)})
					}
					d.SuggestedFixes = append(d.SuggestedFixes, fix)
				}
				pass.Report(d)
			}
		}
		return nil, nil
	}}
}

// golangci-lint makes the fixes of what it shows, which is any part of what was found. Each
// part leaves a file that compiles, and none has edits that overlap.
func TestFixes(t *testing.T) {
	cases := []struct {
		name, imports, code string
		want                string // which of the findings have a fix
	}{
		{"alternatives", `"fmt"`, "var _ = fmt.Sprint(1) // toy: 1 => 2 | 1 => 3", "1"},
		{"an orphan", `"os" "time"`, "var _ = time.Now() // toy: time.Now() => 1\nvar _ = os.Args", "1"},
		{"not quite an orphan", `"time"`, "var _ = time.Now() // toy: time.Now() => 1\nvar _ = time.Now()", "1"},
		{"the new text needs it", `"time"`, "var _ = time.Now() // toy: time.Now() => time.Second", "1"},
		{"an orphan of two", `"os" "time"`, "var _ = time.Now() // toy: time.Now() => 1\nvar _ = time.Now() // toy: time.Now() => 1\nvar _ = os.Args", "10"},
		{"an orphan of three", `"time"`, "var _ = time.Now() // toy: time.Now() => 1\nvar _ = time.Now() // toy: time.Now() => 1\nvar _ = time.Now() // toy: time.Now() => 1", "110"},
		{"one deletes and one wants it", `"time"`, "var _ = time.Now() // toy: time.Now() => 1\nvar _ = 1 // toy: 1 => time.Second", "10"},
		{"one wants and one deletes it", `"time"`, "var _ = 1 // toy: 1 => time.Second\nvar _ = time.Now() // toy: time.Now() => 1", "10"},
		{"overlapping", `"fmt"`, "var _ = fmt.Sprint(1) // toy: fmt.Sprint(1) => 1 | 2 => 1\n" +
			"var _, _ = fmt.Sprint(1, 2), 0 // toy: fmt.Sprint(1, 2) => fmt.Sprint(3)\n", "11"},
		{"the same import twice", `"os"`, "var _ = 1 // toy: 1 => fmt.Sprint(); import \"fmt\"\nvar _ = 1 // toy: 1 => fmt.Sprint(); import \"fmt\"\nvar _ = os.Args", "11"},
		{"two imports at one place", `"os"`, "var _ = 1 // toy: 1 => fmt.Sprint(); import \"fmt\"\nvar _ = 1 // toy: 1 => io.EOF; import \"io\"\nvar _ = os.Args", "10"},
		{"an import where one goes", `"os"`, "var _ = 1 // toy: 1 => fmt.Sprint(); import \"fmt\"\nvar _ = os.Args // toy: os.Args => 1", "10"},
		{"a name of its own", `t "time"`, "var _ = t.Now() // toy: t.Now() => 1", "1"},
		{"no import is meant", `"time" "os"`, "var _ = func() int { time := os.Args; return len(time) }() // toy: len(time) => cap(time)\nvar _ = time.Now() // toy: time.Now() => 1", "11"},
		{"a commented import", "\"time\" // for clocks", "var _ = time.Now() // toy: time.Now() => 1", "0"},
		{"another file, too", `"fmt"`, "var _ = fmt.Sprint(1) // toy: 1 => 2; elsewhere // hello", "0"},
		{"a comment that golangci-lint obeys", `"time"`, "var _ = time.Now() /* toy: time.Now() => 1 */ //nolint:toy\nvar _ = time.Now() // toy: time.Now() => 1", "10"},
	}
	files := make(map[string]string)
	for i, tt := range cases {
		src := "package p\n\nimport (\n\t" + strings.ReplaceAll(tt.imports, `" "`, "\"\n\t\"") + "\n)\n\n" + tt.code + "\n"
		formatted, err := format.Source([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		files[fmt.Sprintf("c%d/p.go", i)] = string(formatted)
		files[fmt.Sprintf("c%d/q.go", i)] = "package p\n"
	}
	m := load(t, files)
	for i, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			var fixes [][]analysis.TextEdit
			for _, d := range m.analyse(t, i, "toy") {
				if d.Message != "old (toy/x) https://example.com#x" || len(d.Related) > 0 || len(d.SuggestedFixes) > 1 {
					t.Errorf("%+v is not what golangci-lint needs", d)
				}
				got += fmt.Sprint(len(d.SuggestedFixes))
				if len(d.SuggestedFixes) > 0 {
					fixes = append(fixes, d.SuggestedFixes[0].TextEdits)
				}
			}
			if got != tt.want {
				t.Errorf("the findings with a fix are %s, want %s", got, tt.want)
			}
			for set := range 1 << len(fixes) {
				var edits []analysis.TextEdit
				for j, fix := range fixes {
					if set&(1<<j) != 0 {
						edits = append(edits, fix...)
					}
				}
				m.compiles(t, files[fmt.Sprintf("c%d/p.go", i)], edits)
			}
		})
	}
}

// A toyModule is a loaded module of packages c0, c1 and so on.
type toyModule struct {
	pkgs  map[string]*packages.Package
	types map[string]*types.Package // that may be imported
}

func load(t *testing.T, files map[string]string) *toyModule {
	t.Helper()
	dir := t.TempDir()
	files["go.mod"] = "module example.com/p\n\ngo 1.26\n"
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: dir, Env: append(os.Environ(), "GOWORK=off", "GOFLAGS=")}, "./...", "fmt", "io")
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		t.Fatalf("loading: %v", err)
	}
	m := &toyModule{make(map[string]*packages.Package), make(map[string]*types.Package)}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		m.types[p.PkgPath] = p.Types
		m.pkgs[p.PkgPath] = p
	})
	return m
}

// Import implements types.Importer.
func (m *toyModule) Import(path string) (*types.Package, error) {
	if p := m.types[path]; p != nil {
		return p, nil
	}
	return nil, errors.New("not loaded")
}

// analyse returns what a linter finds in a package.
func (m *toyModule) analyse(t *testing.T, i int, name string) (list []analysis.Diagnostic) {
	t.Helper()
	s := newSuite([]*analysis.Analyzer{newToy("toy"), newToy("other")})
	s.declare("toy")
	graph, err := checker.Analyze(s.linters[name], []*packages.Package{m.pkgs[fmt.Sprintf("example.com/p/c%d", i)]}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		list = append(list, act.Diagnostics...)
	}
	return list
}

// compiles wants that the edits, as golangci-lint makes them, leave a file that compiles.
func (m *toyModule) compiles(t *testing.T, src string, edits []analysis.TextEdit) {
	t.Helper()
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End))
	})
	edits = slices.CompactFunc(edits, func(a, b analysis.TextEdit) bool {
		return a.Pos == b.Pos && a.End == b.End && string(a.NewText) == string(b.NewText)
	})
	got, last := "", 0
	fset := m.pkgs["example.com/p/c0"].Fset
	for _, e := range edits {
		file := fset.File(e.Pos)
		if file.Offset(e.Pos) < last {
			t.Fatalf("edits overlap at %s", fset.Position(e.Pos))
		}
		got += src[last:file.Offset(e.Pos)] + string(e.NewText)
		last = file.Offset(e.End)
	}
	got += src[last:]
	out := token.NewFileSet()
	file, err := parser.ParseFile(out, "p.go", got, 0)
	if err != nil {
		t.Fatalf("%v in\n%s", err, got)
	}
	conf := types.Config{Importer: m}
	if _, err := conf.Check("p", out, []*ast.File{file}, nil); err != nil {
		t.Errorf("%v in\n%s", err, got)
	}
}
