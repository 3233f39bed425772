package effects

import (
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/ssabuild"
)

// Functions are the functions of the package in SSA form, which is built now if it was
// not before. Its tests are left out, unless the settings ask for them: what tests do
// says nothing of the program.
func Functions(pass *analysis.Pass) []*ssa.Function {
	tests := pass.ResultOf[rule.SettingsAnalyzer].(*rule.Settings).Tests
	skip := make(map[*token.File]bool)
	for _, file := range pass.Files {
		skip[pass.Fset.File(file.FileStart)] = !tests && rule.IsTest(pass.Fset, file)
	}
	var funcs []*ssa.Function
	for _, fn := range pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Get().Funcs {
		if !skip[pass.Fset.File(ssabuild.Outermost(fn).Pos())] {
			funcs = append(funcs, fn)
		}
	}
	return funcs
}
