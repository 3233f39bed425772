// Package fanout finds goroutines that all wait for another machine, and as many of them
// as data says.
package fanout

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/ssabuild"
)

// Analyzer is the fanout family.
var Analyzer = &analysis.Analyzer{
	Name:     "fanout",
	Doc:      "find goroutines without a limit that all wait for another machine\n\nEach rule of the family is explained by `reslint explain fanout/RULE`.",
	URL:      rule.URL,
	Requires: append([]*analysis.Analyzer{effects.Analyzer, ssabuild.Analyzer}, rule.Requires...),
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	rep := rule.NewReporter(pass)
	conducts := pass.ResultOf[effects.Analyzer].(*effects.Info).Conducts
	if conducts != nil && (startsAny(pass) || conducts.CallsFanOut()) {
		f := &finder{pass: pass, rep: rep, conducts: conducts, spawns: conducts.Spawns()}
		for _, fn := range f.spawns.Funcs {
			f.report(fn)
			f.reportPerCall(fn)
			f.reportElsewhere(fn)
		}
	}
	rep.Close()
	return nil, nil
}

// startsAny reports whether the package starts a goroutine and has a loop: only then is
// its SSA form worth building.
func startsAny(pass *analysis.Pass) bool {
	var starts, loops bool
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				starts = true
			case *ast.ForStmt, *ast.RangeStmt:
				loops = true
			case *ast.CallExpr:
				if callee, ok := typeutil.Callee(pass.TypesInfo, n).(*types.Func); ok && !starts {
					g := knowledge.GoroutinesOf(callee.Origin())
					starts = g != nil && g.Op >= 0
				}
			}
			return !(starts && loops)
		})
	}
	return starts && loops
}
