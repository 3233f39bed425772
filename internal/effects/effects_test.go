package effects_test

import (
	"go/types"
	"path/filepath"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/reslint/reslint/internal/effects"
)

func TestFacts(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, testdata, effects.Analyzer, "effects/...")
}

// The families ask side by side; under -race, and often without, this fails if what they
// share is not guarded.
func TestConcurrentUse(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, res := range analysistest.Run(t, testdata, effects.Analyzer, "effects/layers") {
		conducts := res.Result.(*effects.Info).Conducts
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for _, imp := range res.Pass.Pkg.Imports() {
					for _, name := range imp.Scope().Names() {
						if fn, ok := imp.Scope().Lookup(name).(*types.Func); ok && conducts.Of(fn) == nil {
							t.Errorf("%s: nothing is known", fn)
						}
					}
				}
				conducts.Spawns()
			})
		}
		wg.Wait()
	}
}
