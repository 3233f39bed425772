package retryloop

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// readLast reads the expression that the last name in src is declared with.
func readLast(t *testing.T, src string) (*reader, text) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Uses: make(map[*ast.Ident]types.Object), Defs: make(map[*ast.Ident]types.Object)}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	if _, err := conf.Check("p", fset, []*ast.File{file}, info); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	r := &reader{
		pass:      &analysis.Pass{Fset: fset, TypesInfo: info, ReadFile: func(string) ([]byte, error) { return []byte(src), nil }},
		constants: make(map[types.Object]ast.Expr), shared: make(map[*ast.BasicLit]bool), files: make(map[*token.File][]byte),
	}
	var read ast.Expr
	for _, decl := range file.Decls {
		for _, spec := range decl.(*ast.GenDecl).Specs {
			spec, ok := spec.(*ast.ValueSpec)
			if !ok {
				continue
			}
			if c, ok := info.Defs[spec.Names[0]].(*types.Const); ok {
				r.constants[c] = spec.Values[0]
			}
			read = spec.Values[0]
		}
	}
	return r, r.read(read)
}

// written is how a literal may write a string: raw, quoted, all ASCII, or byte
// by byte.
func written(s string, form uint8) string {
	switch form % 5 {
	case 0:
		if strconv.CanBackquote(strings.ReplaceAll(s, "\n", "")) {
			return "`" + s + "`"
		}
		return strconv.Quote(s)
	case 1:
		return strconv.QuoteToASCII(s)
	case 2:
		var b strings.Builder
		for i := range len(s) {
			b.WriteString(`\x`)
			b.WriteString(strconv.FormatUint(uint64(s[i])+0x100, 16)[1:])
		}
		return `"` + b.String() + `"`
	case 3:
		if strconv.CanBackquote(strings.ReplaceAll(s, "\n", "")) {
			return "`" + strings.ReplaceAll(s, "\n", "\r\n") + "`" // as git writes it on Windows
		}
	}
	return strconv.Quote(s)
}

// FuzzText holds the text of an expression against the string that the compiler
// makes of it, and each place against what is written there.
func FuzzText(f *testing.F) {
	f.Add("{\"a\": 1}", "\n\t\"ö\\u00e4\"", uint8(0))
	f.Add("{\n\t\"methodConfig\": [\n", "]\n}", uint8(3))
	f.Add("\x00\xff`", "日本\u00a0\U0001F600", uint8(11))
	f.Fuzz(func(t *testing.T, a, b string, form uint8) {
		src := "package p\n\n\tconst c = " + written(b, form/5) + "\nvar v = (" + written(a, form) + " +\n\t" + written(b, form/25) + ") + c\n"
		_, got := readLast(t, src)
		if want := a + b + b; string(got.bytes()) != want {
			t.Fatalf("%s\nis read as %q, want %q", src, got.bytes(), want)
		}
		for i, c := range got {
			if c.hole || c.lit == nil || c.pos >= c.end {
				t.Fatalf("%s\nbyte %d has no place: %+v", src, i, c)
			}
			if i > 0 && c.lit == got[i-1].lit && c.pos < got[i-1].pos {
				t.Fatalf("%s\nbyte %d goes back", src, i)
			}
			there := src[c.pos-1 : c.end-1] // the file begins at 1
			if strings.HasPrefix(c.lit.Value, "`") {
				if there != string([]byte{c.b}) {
					t.Fatalf("%s\nbyte %d is %q, and %q is written there", src, i, c.b, there)
				}
				continue
			}
			meant, err := strconv.Unquote(`"` + there + `"`)
			if err != nil || strings.IndexByte(meant, c.b) < 0 {
				t.Fatalf("%s\nbyte %d is %q, and %q is written there", src, i, c.b, there)
			}
		}
	})
}

func TestVerbs(t *testing.T) {
	tests := []struct{ format, want string }{
		{"", ""},
		{"100%%", "100%"},
		{"%d", "?"},
		{"a%sb", "a?b"},
		{"%[1]d%-5.2f%+v%#x% d", "?????"},
		{"%*d%[2]*.[1]*f", "??"},
		{"%", "?"},
	}
	for _, tt := range tests {
		if got := shown(verbs(plain(tt.format))); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.format, got, tt.want)
		}
	}
}

// shown is a text with a question mark for each hole.
func shown(t text) string {
	b := t.bytes()
	for i, c := range t {
		if c.hole {
			b[i] = '?'
		}
	}
	return string(b)
}

func TestRead(t *testing.T) {
	tests := []struct{ decls, want string }{
		{"const a = `x`; var v = a + \"y\"", "xy"},
		{"const a = `x`; const b = a + a; var v = b", "xx"},
		{"var a = `x`; var v = a + `y`", "?y"},
		{"var v = string([]byte{65}) + `y`", "?y"},
		{"type s string; var v = s(`x`) + s(\"y\")", "xy"},
		{"import \"fmt\"; var v = fmt.Sprintf(`a%sc`+`%d%%`, `b`, 1)", "a?c?%"},
		{"import \"fmt\"; var v = fmt.Sprint(`a`)", "?"},
		{"import \"time\"; var v = time.RFC3339 + `x`", "2006-01-02T15:04:05Z07:00x"},
	}
	for _, tt := range tests {
		src := "package p\n" + tt.decls + "\n"
		if strings.Contains(tt.decls, "import") || strings.Contains(tt.decls, "type ") {
			src = "package p\n" + strings.Replace(tt.decls, ";", "\n", 1) + "\n"
		}
		_, got := readLast(t, src)
		if shown(got) != tt.want {
			t.Errorf("%s: got %q, want %q", tt.decls, shown(got), tt.want)
		}
	}
}
