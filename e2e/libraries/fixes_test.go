package libraries

import (
	"testing"

	"github.com/reslint/reslint/internal/ruletest"
)

// TestFixes applies the fixes to the cases: they have to compile, and to leave nothing
// that has a fix.
func TestFixes(t *testing.T) {
	mended, err := ruletest.Mended(analysed(t))
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
