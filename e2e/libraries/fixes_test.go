package libraries

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/packages"

	"github.com/reslint/reslint/internal/ruletest"
)

// TestFixes applies the fixes to the cases: they have to compile, and to leave nothing
// that has a fix.
func TestFixes(t *testing.T) {
	mended, err := ruletest.Mended(analysed(t), 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(mended) == 0 {
		t.Fatal("no case has a fix")
	}
	for _, f := range findings(t, analyse(t, load(t, mended))) {
		if f.fixes > 0 {
			t.Errorf("%s is left with a fix: %s", f.place, f.message)
		}
	}
}

// alternatives are the cases whose fixes are offered with the runtime. What each of them
// leads to stands in a golden file.
const alternatives = "/alternatives"

// TestAlternatives applies each fix there alone, and all first, second and further ones
// together: they have to compile, and to leave nothing that has a fix.
func TestAlternatives(t *testing.T) {
	var results []*analysistest.Result
	for _, res := range analysed(t) {
		if strings.HasSuffix(res.Action.Package.PkgPath, alternatives) {
			results = append(results, res)
		}
	}
	ruletest.Fixes(t, results)
	for n := 0; ; n++ {
		mended, err := ruletest.Mended(results, n)
		if err != nil {
			t.Fatal(err)
		}
		if len(mended) == 0 {
			if n < 2 {
				t.Fatal("no case has an alternative")
			}
			return
		}
		roots := slices.DeleteFunc(load(t, mended), func(pkg *packages.Package) bool { return !strings.HasSuffix(pkg.PkgPath, alternatives) })
		left := 0
		for _, res := range results {
			for _, d := range res.Action.Diagnostics {
				if len(d.SuggestedFixes) <= n {
					left++
				}
			}
		}
		if again := findings(t, analyse(t, roots)); len(again) > left {
			t.Errorf("after all fixes number %d %d findings are left, want %d: %v", n+1, len(again), left, again)
		}
	}
}
