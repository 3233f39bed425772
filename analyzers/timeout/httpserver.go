package timeout

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
)

var httpServer = rule.Define(rule.Rule{
	ID: "timeout/http-server",
	Doc: lint.RawDocumentation{
		Title: "an HTTP server waits for ever for a request's header",
		Text:  "A client that sends its header slowly, or not at all, keeps a connection and a goroutine for as long as it likes.",
		Since: "0.1",
	},
	Lifecycle: rule.Stable,
})

func reportServers(pass *analysis.Pass, rep *rule.Reporter) {
	insp := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	insp.Preorder([]ast.Node{(*ast.CallExpr)(nil)}, func(n ast.Node) {
		call := n.(*ast.CallExpr)
		fn, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
		if !ok || fn.FullName() != "net/http.ListenAndServe" {
			return
		}
		rep.Report(httpServer, analysis.Diagnostic{
			Pos: call.Pos(), End: call.End(),
			Message: "http.ListenAndServe has no timeouts: a client that sends its header slowly holds a connection for ever",
		})
	})
}
