package knowledge

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/go/packages"
)

// TestNames resolves every name of the standard library's tables. Those of other
// libraries are resolved in e2e/libraries, which depends on them.
func TestNames(t *testing.T) {
	all, err := Packages()
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for path, table := range all {
		if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
			continue
		}
		if len(For(path).Claims) != len(table.Claims) {
			t.Errorf("For(%q) does not find the file", path)
		}
		paths = append(paths, path)
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
		for _, claim := range all[pkg.PkgPath].Claims {
			if err := claim.Resolve(pkg.Types); err != nil {
				t.Error(err)
			}
		}
	}
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
		{"package", "t.api:1: want: package PATH…"},
		{"package p q\npackage q", "t.api:2: package q stands twice"},
		{"package p\nretry F attempts=", `t.api:2: "attempts=" is not KEY=VALUE`},
		{"package p\nretry F attempts=arg:0+2", `t.api:2: attempts=arg:0+2: only +1 is known`},
		{"package p\nretry F wait=1parsec", `t.api:2: wait=1parsec: "1parsec" is no value`},
		{"package p\nretry F op=recv", `t.api:2: "recv" is not arg:N`},
		{"package p\nretry F from=moon", `t.api:2: from=moon: unknown source "moon"`},
		{"package p\nretry F repeats=often", `t.api:2: repeats=often: want marked or false`},
		{"package p\nretry F jitters=arg:x:1", `t.api:2: jitters=arg:x:1: "arg:x" is not arg:N`},
		{"package p\nfallback F op=arg:0", `t.api:2: fallback F without instead=`},
		{"package p\nfallback F instead=1", `t.api:2: "1" is not arg:N`},
		{"package p\nfallback F instead=arg:1 bound=none", `t.api:2: unknown attribute "bound" of a fallback`},
		{"package p\ncall F bound=none instead=arg:1", `t.api:2: unknown attribute "instead" of a call`},
		{"package p\ngate F op=arg:0", `t.api:2: unknown attribute "op" of a gate`},
		{"package p\nsource", "t.api:2: want: source VERSION FILES…"},
		{"package p\nspawn F op=arg:0", "t.api:2: spawn F without max="},
		{"package p\nspawn F max=none", "t.api:2: spawn F without op="},
		{"package p\nspawn F op=arg:0 max=moon", `t.api:2: "moon" is not arg:N`},
		{"package p\nspawn F op=arg:0 max=none bound=none", `t.api:2: unknown attribute "bound" of a spawn`},
		{"package p\nlimit F", "t.api:2: limit F without max= or takes="},
		{"package p\nlimit F takes=no", "t.api:2: takes=no: the only value is yes"},
		{"package p\nconstructor F bound=none result=2", "t.api:2: result=2: the only value is 1"},
	} {
		_, err := Parse("t.api", tt.text)
		if err == nil || err.Error() != tt.want {
			t.Errorf("Parse(%q): %v, want %s", tt.text, err, tt.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("package p q\nretry F op=arg:0 attempts=arg:1+1|none jitters=+$pkg.J($) from=recv,options\n")
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
			for name, c := range table.Claims {
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

// A broken table is not passed over in silence.
func TestLoadBroken(t *testing.T) {
	files := fstest.MapFS{"tables/example.com/p.api": {Data: []byte("package example.com/p\nretry Do often=yes\n")}}
	defer func() {
		const want = `tables/example.com/p.api:2: unknown attribute "often"`
		if got := fmt.Sprint(recover()); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}()
	load(files, "example.com/p/sub")
}

func TestSetterOfRetries(t *testing.T) {
	parsed, err := Parse("t.api", "package p\nsetter (*T).Set attempts=arg:0+1\n")
	if err != nil {
		t.Fatal(err)
	}
	if claim := parsed["p"].Claims["(*T).Set"]; claim.Kind != Setter || claim.Policy == nil || claim.Bound != nil {
		t.Errorf("%+v", claim)
	}
	if _, err := Parse("t.api", "package p\nsetter (*T).Set\n"); err == nil {
		t.Error("a setter that sets nothing is taken")
	}
}
