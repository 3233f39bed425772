package effects

import (
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/ablation"
)

// withoutFacts is the pass in a binary that knows nothing of other packages; see package ablation.
func withoutFacts(pass *analysis.Pass) *analysis.Pass {
	if !ablation.Off(ablation.Facts) {
		return pass
	}
	alone := *pass
	alone.ImportObjectFact = func(obj types.Object, fact analysis.Fact) bool {
		return obj.Pkg() == pass.Pkg && pass.ImportObjectFact(obj, fact)
	}
	alone.AllPackageFacts = func() []analysis.PackageFact { return nil }
	return &alone
}
