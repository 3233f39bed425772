package timeout

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/edit"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/source"
)

var httpClient = rule.Define(rule.Rule{
	ID: "timeout/http-client",
	Doc: lint.RawDocumentation{
		Title: "an http.Client without a Timeout sends requests without a deadline",
		Text: `A call can end in three ways: it answers, it fails, or it hangs. A hang keeps
the goroutine, the connection and whatever the caller holds. With 50 requests
a second and a dependency that answers in 30 s instead of 30 ms, 1500 calls
are in flight where 2 used to be; with a timeout of 1 s it is 50 at the most.
A breaker or a retry does not help: a call that never returns has no outcome
to count.

The rule reports a client when a request without a deadline provably goes
through it. A client whose requests are bounded by their contexts is right
without a Timeout, which would cut streams, long polls and large bodies.`,
		Before: `c := &http.Client{}
resp, err := c.Get(url)`,
		After: `c := &http.Client{Timeout: 30 * time.Second}
resp, err := c.Get(url)`,
		Since: "0.1",
	},
	Fix: `Adds Timeout to the literal (30 s, or what -reslint.timeout says). It covers
the whole exchange, the bodies included, so there is no fix where a file is sent
or the body of a response is copied as it comes: a large one would be cut. Bound the wait for the
header there, by Transport.ResponseHeaderTimeout.`,
	Limits: `A client that other packages can replace, that is set up by a function value,
or whose Timeout is set on one way only, is not reported.`,
	Source:    "net/http.Client.Timeout: \"A Timeout of zero means no timeout\" (Go 1.26)",
	Lifecycle: rule.Stable,
})

var defaultClient = rule.Define(rule.Rule{
	ID: "timeout/default-client",
	Doc: lint.RawDocumentation{
		Title: "http.DefaultClient has no timeout",
		Text: `http.Get, Head, Post and PostForm, and http.DefaultClient itself, wait for an
answer for as long as the server likes. They are made for examples and
scripts. In a service one slow dependency then takes a goroutine and a
connection for each request, until there are none left.`,
		Before: `resp, err := http.Get(url)`,
		After:  `resp, err := (&http.Client{Timeout: 30 * time.Second}).Get(url)`,
		Since:  "0.1",
	},
	Fix: `Calls the method of a client with a Timeout. The client shares its
connections with http.DefaultClient, since both use http.DefaultTransport. No
fix where a file is sent or the body of the response is copied as it comes.`,
	Limits: `A package that changes http.DefaultClient is not reported. A program that
changes it in another package is not known here.`,
	Source:    "net/http.DefaultClient (Go 1.26)",
	Lifecycle: rule.Stable,
})

// reportMade reports a client, or a transport, that is made in this package
// and sends requests that nothing ends.
func (c *calls) reportMade(made ssa.Value, hanging []*effects.Call) {
	if !isClient(made) {
		c.reportTransport(made, hanging[0])
		return
	}
	first := hanging[0]
	d := analysis.Diagnostic{
		Message: sentence("this http.Client has no Timeout, and %s", reason(first)),
		Related: c.related(first),
	}
	d.Pos, d.End = c.madeAt(made)
	if c.transfers(hanging...) {
		d.Message += forTransfer
	} else {
		d.SuggestedFixes = c.setBound(made)
	}
	c.once(httpClient, d)
}

// reportUndecided reports the clients without a timeout of which nothing proves
// that each of their requests has a deadline, for teams that want it written
// down. A client that a request with a deadline goes through has been thought
// of.
func (c *calls) reportUndecided() {
	for _, fn := range c.info.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				made, ok := instr.(*ssa.Alloc)
				if !ok || !isClient(made) || c.byContext[site{made: made}] {
					continue
				}
				if deadline.Join(c.info.Eval.Origins(made)).Kind != deadline.Unbounded {
					continue
				}
				d := analysis.Diagnostic{
					Message:        "this http.Client has no Timeout, and nothing here proves that each of its requests has a deadline",
					SuggestedFixes: c.setBound(made),
				}
				d.Pos, d.End = c.madeAt(made)
				c.once(httpClient, d)
			}
		}
	}
}

// madeAt is the extent of the literal, call of new or declaration that makes a
// value.
func (c *calls) madeAt(made ssa.Value) (start, end token.Pos) {
	pos := made.Pos()
	if fa, ok := made.(*ssa.FieldAddr); ok {
		pos = deadline.Field(fa.X.Type(), fa.Field).Pos()
	}
	return c.span(pos)
}

// reportDefault reports where http.DefaultClient is named, or the function that
// stands for it is called. first is the call that proves that a request without
// a deadline goes through it.
func (c *calls) reportDefault(v *types.Var, at, first *effects.Call) {
	d := analysis.Diagnostic{Related: c.related(first)}
	call, _ := c.node(at.Instr.Pos()).(*ast.CallExpr)
	var mend func() []analysis.SuggestedFix
	if call != nil && at.Callee != nil && at.Callee.Signature().Recv() == nil && at.Callee.Pkg() == v.Pkg() {
		d.Pos, d.End = call.Pos(), call.End()
		d.Message = sentence("%s goes through http.DefaultClient, which has no timeout", last(at.Via))
		mend = func() []analysis.SuggestedFix { return c.throughClient(call, at.Callee.Name()) }
	} else {
		d.Pos, d.End = c.span(at.Instr.Pos())
		d.Message = sentence("http.DefaultClient has no timeout, and %s", reason(first))
		if sel := c.mention(v, call, at.Client.In); sel != nil {
			d.Pos, d.End = sel.Pos(), sel.End()
			mend = func() []analysis.SuggestedFix { return c.insteadOf(sel) }
		}
	}
	if c.transfers(first) {
		d.Message += forTransfer
	} else if mend != nil {
		d.SuggestedFixes = mend()
	}
	c.once(defaultClient, d)
}

// throughClient turns http.Get(url) into (&http.Client{Timeout: …}).Get(url).
func (c *calls) throughClient(call *ast.CallExpr, name string) []analysis.SuggestedFix {
	return c.replaceWithClient(call.Fun, "."+name)
}

// mention finds where v is named: in the call itself, or else in the function
// from which it comes.
func (c *calls) mention(v *types.Var, call *ast.CallExpr, in *ssa.Function) ast.Expr {
	var scopes []ast.Node
	if call != nil {
		scopes = append(scopes, call)
	}
	if in != nil && in.Syntax() != nil {
		scopes = append(scopes, in.Syntax())
	} else {
		for _, f := range c.pass.Files { // a package-level variable
			for _, decl := range f.Decls {
				if decl, ok := decl.(*ast.GenDecl); ok {
					scopes = append(scopes, decl)
				}
			}
		}
	}
	for _, scope := range scopes {
		for n := range ast.Preorder(scope) {
			if sel, ok := n.(*ast.SelectorExpr); ok && c.pass.TypesInfo.Uses[sel.Sel] == v {
				return sel
			}
		}
	}
	return nil
}

// insteadOf puts a client with a timeout in the place of http.DefaultClient.
func (c *calls) insteadOf(expr ast.Expr) []analysis.SuggestedFix {
	return c.replaceWithClient(expr, "")
}

func (c *calls) replaceWithClient(expr ast.Expr, method string) []analysis.SuggestedFix {
	f := source.File(c.pass.Files, expr.Pos())
	http, edits := fix.AddImport(c.pass, f, expr.Pos(), "net/http")
	time, more := fix.AddImport(c.pass, f, expr.Pos(), "time")
	value := fix.Duration(c.rep.Settings.Timeout, time)
	client := "&" + http + ".Client{Timeout: " + value + "}"
	if method != "" || c.isSelected(expr) {
		client = "(" + client + ")"
	}
	edits = append(append(edits, more...), edit.ReplaceWithString(expr, client+method))
	return []analysis.SuggestedFix{fix.New(c.pass, "Use a client with a Timeout of "+value, edits...)}
}

// isSelected reports whether a method or field of expr is named.
func (c *calls) isSelected(expr ast.Expr) bool {
	cur, ok := c.root.FindNode(expr)
	return ok && cur.ParentEdgeKind() == edge.SelectorExpr_X
}
