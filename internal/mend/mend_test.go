package mend

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/findings"
)

func TestRewrite(t *testing.T) {
	for _, tt := range []struct {
		name, old, from, to, want string
	}{
		{"formats", "package p\nvar x=old\n", "old", "1", "package p\n\nvar x = 1\n"},
		{"orphan", "package p\n\nimport \"fmt\"\n\nvar x = fmt.Sprint()\n", "fmt.Sprint()", `""`, "package p\n\nvar x = \"\"\n"},
		{"orphan by another name", "package p\n\nimport f \"fmt\"\n\nvar x = f.Sprint()\n", "f.Sprint()", `""`, "package p\n\nvar x = \"\"\n"},
		{"still used", "package p\n\nimport \"fmt\"\n\nvar x, y = fmt.Sprint(1), fmt.Sprint()\n", "fmt.Sprint(1)", `""`,
			"package p\n\nimport \"fmt\"\n\nvar x, y = \"\", fmt.Sprint()\n"},
		{"not used before", "package p\n\nimport _ \"embed\"\n\nvar x = old\n", "old", "1", "package p\n\nimport _ \"embed\"\n\nvar x = 1\n"},
		{"a shadowed name is no use", "package p\n\nimport \"fmt\"\n\nvar x = fmt.Sprint()\n\nfunc f(fmt struct{ x int }) int { return fmt.x }\n", "fmt.Sprint()", "0",
			"package p\n\nvar x = 0\n\nfunc f(fmt struct{ x int }) int { return fmt.x }\n"},
		{"carriage returns", "package p\r\n\r\nvar x = old\r\n", "old", "1", "package p\r\n\r\nvar x = 1\r\n"},
		{"comments", "package p // a\n\n// b\nvar x = old // c\n", "old", "1", "package p // a\n\n// b\nvar x = 1 // c\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			syntax, err := parser.ParseFile(token.NewFileSet(), "", tt.old, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			i := strings.Index(tt.old, tt.from)
			got, err := rewrite(&source{[]byte(tt.old), syntax}, []findings.Edit{{Start: i, End: i + len(tt.from), New: tt.to}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tt.want {
				t.Errorf("got %q\nwant %q", got, tt.want)
			}
		})
	}
}

// In an editor, a file keeps its form: what was formatted stays so, nothing else is, and line
// ends are those that the file has.
func TestRewriter(t *testing.T) {
	for _, tt := range []struct{ name, old, want string }{
		{"formatted", "package p\n\nvar (\n\ta   = old\n\tabc = 2\n)\n", "package p\n\nvar (\n\ta = f(\n\t\t1)\n\tabc = 2\n)\n"},
		{"not formatted", "package p\nvar a=old\nvar  b=2\n", "package p\nvar a=f(\n1)\nvar  b=2\n"},
		{"carriage returns", "package p\r\n\r\nvar a = old\r\n", "package p\r\n\r\nvar a = f(\r\n\t1)\r\n"},
		{"carriage returns, not formatted", "package p\r\nvar a=old\r\n", "package p\r\nvar a=f(\r\n1)\r\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			i := strings.Index(tt.old, "old")
			got, err := NewRewriter(nil).Rewrite(t.Context(), []byte(tt.old), []findings.Edit{{Start: i, End: i + len("old"), New: "f(\n1)"}})
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tt.want {
				t.Errorf("got %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestApplyKeepsOrder(t *testing.T) {
	got := string(apply([]byte("ac"), []findings.Edit{
		{Start: 2, End: 2, New: "d"}, {Start: 1, End: 1, New: "b"}, {Start: 1, End: 1, New: "B"}, {Start: 0, End: 1, New: "A"},
	}))
	if got != "AbBcd" {
		t.Errorf("apply = %q", got)
	}
}

func TestWriteAll(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(content), 0o640); err != nil {
			t.Fatal(err)
		}
		return name
	}
	read := func(name string) string {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	a, b := write("a.go", "a"), write("b.go", "b")

	// The second file is not what was read: neither is written.
	bad, err := writeAll([]Change{{a, []byte("a"), []byte("A")}, {b, []byte("other"), []byte("B")}})
	if bad != b || err == nil || read(a) != "a" || read(b) != "b" {
		t.Errorf("writeAll = %q, %v; a is %q, b is %q", bad, err, read(a), read(b))
	}
	bad, err = writeAll([]Change{{a, []byte("a"), []byte("A")}, {b, []byte("b"), []byte("B")}})
	if bad != "" || err != nil || read(a) != "A" || read(b) != "B" {
		t.Errorf("writeAll = %q, %v; a is %q, b is %q", bad, err, read(a), read(b))
	}
	if info, err := os.Stat(a); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode of a file after: %v, %v", info.Mode(), err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".reslint-*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		name, content, want string
		change              func(t *testing.T, name string)
	}{
		{name: "changed", content: "package p\n", want: "the file changed while it was looked at", change: func(t *testing.T, name string) {
			if err := os.WriteFile(name, []byte("package p // longer\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}},
		{name: "replaced", content: "package p\n", want: "the file changed while it was looked at", change: func(t *testing.T, name string) {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			tmp := name + ".new"
			if err := os.WriteFile(tmp, []byte("package q\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(tmp, info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(tmp, name); err != nil {
				t.Fatal(err)
			}
		}},
		{name: "removed", content: "package p\n", want: "cannot write the file: ", change: func(t *testing.T, name string) {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}},
		{name: "generated", content: "// Code generated by x. DO NOT EDIT.\n\npackage p\n", want: "the file is generated"},
		{name: "lines", content: "package p\n\n//line x.y:3\nvar x int\n", want: "the file has a //line comment"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			name := filepath.Join(dir, tt.name+".go")
			if err := os.WriteFile(name, []byte(tt.content), 0o666); err != nil {
				t.Fatal(err)
			}
			s := &scope{packages: map[string]string{name: "p"}}
			s.snapshot()
			if tt.change != nil {
				tt.change(t, name)
			}
			if _, r := s.open(name); r == nil || !strings.HasPrefix(r.reason, tt.want) {
				t.Errorf("refusal = %+v, want %q", r, tt.want)
			}
		})
	}
	link := filepath.Join(dir, "link.go")
	if err := os.Symlink("generated.go", link); err != nil {
		t.Skip(err)
	}
	if err := writable(link); err == nil {
		t.Error("a symbolic link would be replaced by a file")
	}
}
