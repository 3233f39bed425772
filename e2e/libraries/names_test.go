package libraries

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/reslint/reslint/internal/knowledge"
)

// TestNames resolves every name of the tables in the real library.
func TestNames(t *testing.T) {
	all, err := knowledge.Packages()
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for path := range all {
		if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") && !strings.HasSuffix(path, "/**") {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	// The types come from export data, which the build cache keeps.
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedExportFile}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) != len(paths) {
		t.Fatalf("loaded %d packages for %d tables", len(pkgs), len(paths))
	}
	for _, pkg := range pkgs {
		if len(pkg.Errors) > 0 {
			t.Errorf("%s: %v (a case has to import it)", pkg.PkgPath, pkg.Errors)
			continue
		}
		for _, claim := range all[pkg.PkgPath].Claims {
			if err := claim.Resolve(pkg.Types); err != nil {
				t.Error(err)
			}
		}
	}
}
