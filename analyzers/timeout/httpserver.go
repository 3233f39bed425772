package timeout

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
)

// headerTimeout is what the fix inserts: a header is a few kilobytes, for which
// ten seconds are plenty on any connection a person would wait on.
const headerTimeout = 10 * time.Second

var httpServer = rule.Define(rule.Rule{
	ID: "timeout/http-server",
	Doc: lint.RawDocumentation{
		Title: "an HTTP server waits for ever for a request's header",
		Text: `A hang is not a rarer kind of failure: an error gives its goroutine
and its connection back, a hang keeps them. A client that opens a connection and
sends its header slowly, or not at all, holds both for as long as it likes, and
costs next to nothing to run: a few hundred of them take all file descriptors of
a server that has no limit (this is the attack called Slowloris, and a mobile
network does the same without ill will). By Little's law the connections held are
arrival rate × time held; a timeout is what makes the second factor finite.

\'ReadHeaderTimeout\' bounds the reading of the header and nothing else, so it is
safe for uploads, downloads and streams. \'ReadTimeout\' bounds header and body
together and stands in for it. \'http.ListenAndServe\' and its sisters make a
server that has neither, and give no way to set them.

Reported is a server that the package makes and starts, and on which nothing in
the package sets either field.`,
		Before: `log.Fatal(http.ListenAndServe(":8080", mux))`,
		After: `log.Fatal((&http.Server{
	Addr:              ":8080",
	Handler:           mux,
	ReadHeaderTimeout: 10 * time.Second,
}).ListenAndServe())`,
		Since: "0.1",
	},
	Fix: "Adds `ReadHeaderTimeout: 10 * time.Second` to the literal, to the `new(http.Server)` or to the declaration; a helper " +
		"becomes a server with that field. None for a server that is a struct's field by value: where its timeout is to be set is the author's choice.",
	Limits: "Unknown is silence: a server that is handed to another package, to an interface or to a function value, that an exported " +
		"function returns or that stands in an exported field or variable (except in package main) may get its timeout there. " +
		"A server that listens on a constant loopback address or, in the same function, on a unix socket can't be reached from " +
		"outside; it is reported under `-strict` only. A function that takes a testing.T is a test. ReadTimeout, WriteTimeout and IdleTimeout are not asked for: the first two are wrong for streams.",
	Source: "net/http's documentation of Server.ReadHeaderTimeout (\"If zero, the value of ReadTimeout is used. If negative, or if zero " +
		"and ReadTimeout is zero or negative, there is no timeout\"); gosec G112 and G114, which report a timeout that is set " +
		"by the constructor's caller, and servers that never start. nginx gives a header 60 s (client_header_timeout), Apache 20 s and more while it comes (mod_reqtimeout); the 10 s of the fix are meant to be changed.",
	Lifecycle: rule.Stable,
})

// reportServers reports the servers without a header timeout.
func reportServers(pass *analysis.Pass, rep *rule.Reporter) {
	if !importsHTTP(pass.Pkg) {
		return
	}
	files := wantedFiles(pass, rep)
	assigns := newAssignments(pass.TypesInfo, files)
	exposed := exposure{pass.TypesInfo, assigns}
	flow := newServerFlow(pass, files, assigns)
	for _, s := range sorted(flow.servers) {
		if s.fixed || len(s.starts) == 0 {
			continue
		}
		reportServer(pass, rep, s, exposed.server(s))
	}
	reportHelpers(pass, rep, exposed)
}

const hangs = ": a client that sends its header slowly holds a connection and a goroutine for ever"

func reportServer(pass *analysis.Pass, rep *rule.Reporter, s *server, outside bool) {
	at := s.at
	if at == nil { // a field by value has no place where it is made
		at = s.starts[0].sel
	}
	if !outside && !rep.Settings.Strict || !rep.Wanted(httpServer, at.Pos()) {
		return
	}
	d := analysis.Diagnostic{
		Pos: at.Pos(), End: at.End(),
		Message: "http.Server has neither ReadHeaderTimeout nor ReadTimeout" + hangs + loopbackNote(outside),
		Related: []analysis.RelatedInformation{{
			Pos: s.starts[0].sel.Pos(), End: s.starts[0].sel.End(), Message: "started here",
		}},
	}
	if f, ok := fixServer(pass, s); ok {
		d.SuggestedFixes = []analysis.SuggestedFix{f}
	}
	rep.Report(httpServer, d)
}

// helpers are the functions of net/http that make a server and start it, with
// the places of their handler arguments.
var helpers = map[string]int{"ListenAndServe": 1, "ListenAndServeTLS": 3, "Serve": 1, "ServeTLS": 1}

func reportHelpers(pass *analysis.Pass, rep *rule.Reporter, exposed exposure) {
	insp := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for n := range insp.PreorderSeq((*ast.CallExpr)(nil)) {
		call := n.(*ast.CallExpr)
		fn, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
		if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "net/http" || fn.Signature().Recv() != nil {
			continue
		}
		if _, ok := helpers[fn.Name()]; !ok || !rep.Wanted(httpServer, call.Pos()) {
			continue
		}
		outside := exposed.helper(fn.Name(), call)
		if !outside && !rep.Settings.Strict {
			continue
		}
		d := analysis.Diagnostic{
			Pos: call.Pos(), End: call.End(),
			Message: "http." + fn.Name() + " makes a server without ReadHeaderTimeout" + hangs + loopbackNote(outside),
		}
		if f, ok := fixHelper(pass, fn.Name(), call); ok {
			d.SuggestedFixes = []analysis.SuggestedFix{f}
		}
		rep.Report(httpServer, d)
	}
}

func loopbackNote(outside bool) string {
	if outside {
		return ""
	}
	return "; it can be reached from this machine only"
}

// sorted returns the servers in the order of the source, so that findings are.
func sorted(servers map[place]*server) []*server {
	var list []*server
	for _, s := range servers {
		slices.SortFunc(s.starts, func(a, b start) int { return cmp.Compare(a.sel.Pos(), b.sel.Pos()) })
		list = append(list, s)
	}
	pos := func(s *server) token.Pos {
		switch {
		case s.at != nil:
			return s.at.Pos()
		case len(s.starts) > 0:
			return s.starts[0].sel.Pos()
		}
		return token.NoPos
	}
	slices.SortFunc(list, func(a, b *server) int { return cmp.Compare(pos(a), pos(b)) })
	return list
}

// wantedFiles returns the files that count: what only a test does to a server
// says nothing about the program.
func wantedFiles(pass *analysis.Pass, rep *rule.Reporter) []*ast.File {
	var files []*ast.File
	for _, file := range pass.Files {
		if rep.Settings.Tests || !rule.IsTest(pass.Fset, file) {
			files = append(files, file)
		}
	}
	return files
}
