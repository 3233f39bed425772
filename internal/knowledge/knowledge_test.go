package knowledge

import (
	"go/types"
	"io/fs"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestNames resolves every name of every table in the real package, so that a
// renamed method fails here instead of going quiet.
func TestNames(t *testing.T) {
	all := make(map[string]Table)
	var paths []string
	err := fs.WalkDir(embedded, "tables", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(embedded, name)
		if err != nil {
			return err
		}
		parsed, err := Parse(name, string(data))
		if err != nil {
			return err
		}
		for path, table := range parsed {
			if all[path] != nil {
				t.Errorf("%s: package %s stands in another file, too", name, path)
			}
			if len(For(path)) != len(table) {
				t.Errorf("%s: For(%q) does not find the file", name, path)
			}
			all[path] = For(path) // the same claims, as the rules see them
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) != len(paths) {
		t.Fatalf("loaded %d packages for %d tables", len(pkgs), len(paths))
	}
	for _, pkg := range pkgs {
		if len(pkg.Errors) > 0 {
			t.Fatal(pkg.Errors)
		}
		for name, claim := range all[pkg.PkgPath] {
			if err := resolve(pkg.Types, claim); err != "" {
				t.Errorf("%s: %s.%s: %s", claim.Where, pkg.PkgPath, name, err)
			}
		}
	}
}

// resolve says what is wrong with a claim, or nothing.
func resolve(pkg *types.Package, c *Claim) string {
	switch obj := find(pkg, c.Name).(type) {
	case *types.Func:
		if c.Kind == Policy {
			return "a function is no policy"
		}
		if Name(obj) != c.Name || Func(obj) != c {
			return "is known as " + Name(obj)
		}
		sig := obj.Signature()
		for _, src := range c.Bound {
			if src.From == "arg" && src.Arg >= sig.Params().Len() {
				return "has no such argument"
			}
			if src.From == "recv" && sig.Recv() == nil {
				return "has no receiver"
			}
			if _, ok := pkg.Scope().Lookup(src.Name).(*types.Var); src.From == "var" && !ok {
				return "there is no variable " + src.Name
			}
		}
		if c.For >= sig.Params().Len() {
			return "has no such argument"
		}
	case *types.Var:
		if c.Kind != Constructor || Var(obj) != c {
			return "a variable is a constructor"
		}
	case *types.TypeName:
		if c.Kind != Policy || Type(obj.Type()) != c || Type(types.NewPointer(obj.Type())) != c {
			return "a type is a policy"
		}
		for _, src := range c.Bound {
			f, _, _ := types.LookupFieldOrMethod(obj.Type(), true, pkg, src.Name)
			if v, ok := f.(*types.Var); !ok || !v.IsField() {
				return "there is no field " + src.Name
			}
		}
	default:
		return "there is no such name"
	}
	return ""
}

// find looks up a name as a table writes it.
func find(pkg *types.Package, name string) types.Object {
	recv, method, ok := strings.Cut(strings.TrimPrefix(name, "("), ").")
	if !ok {
		return pkg.Scope().Lookup(name)
	}
	tn, ok := pkg.Scope().Lookup(strings.TrimPrefix(recv, "*")).(*types.TypeName)
	if !ok {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(tn.Type(), true, pkg, method)
	return obj
}

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"call F bound=none", "t.api:1: a package line has to come first"},
		{"package p\n\nfetch F bound=none", `t.api:3: unknown kind "fetch"`},
		{"package p\ncall F", "t.api:2: call F without bound="},
		{"package p\ncall bound=none", "t.api:2: call without a name"},
		{"package p\ncall F bound=", `t.api:2: "bound=" is not KEY=VALUE`},
		{"package p\ncall F bound=arg:x", `t.api:2: "arg:x" is not arg:N`},
		{"package p\ncall F bound=arg:-1", `t.api:2: "arg:-1" is not arg:N`},
		{"package p\ncall F bound=moon", `t.api:2: bound=moon: unknown source "moon"`},
		{"package p\ncall F bound=none colour=red", `t.api:2: unknown attribute "colour"`},
		{"package p\ncall F bound=none bound=none", "t.api:2: bound stands twice"},
		{"package p\ncall F bound=none detach=no", "t.api:2: detach=no: the only value is yes"},
		{"package p\ncall F bound=none # once\ncall F bound=none", "t.api:3: F stands twice"},
		{"package p\npackage p", "t.api:2: package p stands twice"},
		{"package", "t.api:1: want: package PATH"},
		{"package p\nsource", "t.api:2: want: source VERSION FILES…"},
	} {
		_, err := Parse("t.api", tt.text)
		if err == nil || err.Error() != tt.want {
			t.Errorf("Parse(%q): %v, want %s", tt.text, err, tt.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("package p\nsource v1 a.go\npolicy T bound=A,B\ncall (*T).F bound=recv,arg:0 for=arg:1 # why\n")
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := Parse("t.api", text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "t.api:") {
				t.Errorf("error without a place: %v", err)
			}
			return
		}
		for _, table := range parsed {
			for name, c := range table {
				if c.Name != name || c.Where == "" {
					t.Errorf("%q: %+v", name, c)
				}
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	data, err := fs.ReadFile(embedded, "tables/net/http.api")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Parse("http.api", string(data)); err != nil {
			b.Fatal(err)
		}
	}
}
