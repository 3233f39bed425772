package timeout

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/rule"
)

// calls reports the remote calls that nothing ends. A call can be mended at
// three places: where its client is made, where its context is made, and where
// the two meet. One of them is reported.
type calls struct {
	pass *analysis.Pass
	rep  *rule.Reporter
	root inspector.Cursor
	info *effects.Info
	// hanging are the calls that nothing bounds, by the place to mend.
	hanging map[site][]*effects.Call
	// byContext are the places whose clients make calls that end because of
	// their contexts: that is how those clients are meant to be used.
	byContext map[site]bool
	// outer are the calls that lead to a call.
	outer    map[*effects.Call][]*effects.Call
	reported map[token.Pos]bool
	// derived are the function bodies in which a fix derives a context.
	derived map[ast.Node]bool
	// exposure knows addresses of this machine. It looks at the whole package, once.
	exposure func() exposure
}

// A site is where a client is made or, for a client that is made elsewhere,
// the call that names it.
type site struct {
	made ssa.Value
	call *effects.Call
}

func reportCalls(pass *analysis.Pass, rep *rule.Reporter) {
	info := pass.ResultOf[effects.Analyzer].(*effects.Info)
	if info.Eval == nil {
		return
	}
	c := &calls{
		pass: pass, rep: rep, info: info,
		root:      pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root(),
		hanging:   make(map[site][]*effects.Call),
		byContext: make(map[site]bool),
		outer:     make(map[*effects.Call][]*effects.Call),
		reported:  make(map[token.Pos]bool),
		derived:   make(map[ast.Node]bool),
		exposure: sync.OnceValue(func() exposure {
			return exposure{pass.TypesInfo, newAssignments(pass.TypesInfo, pass.Files)}
		}),
	}
	for _, call := range info.Calls {
		if call.Inner != nil {
			c.outer[call.Inner] = append(c.outer[call.Inner], call)
		}
	}
	dropped := c.reportDropped()
	maps.Copy(dropped, c.reportContextForms())
	c.listBounds()
	var order []site
	for _, call := range info.Calls {
		p := client(call)
		if call.Request.Kind == deadline.Bounded && call.Client.Kind == deadline.Unbounded {
			c.byContext[p] = true
		}
		if c.dialsHere(call) {
			continue
		}
		if c.isAccident(call.Total) && !dropped[call.Instr] {
			c.reportAccident(call)
		}
		if call.Total.Kind != deadline.Unbounded || dropped[call.Instr] {
			continue
		}
		if c.hanging[p] == nil {
			order = append(order, p)
		}
		c.hanging[p] = append(c.hanging[p], call)
	}
	for _, p := range order {
		c.report(p, c.hanging[p])
	}
	if rep.Settings.Strict {
		c.reportUndecided()
		c.reportUnset(dropped)
	}
	c.reportProxies()
	c.reportPartly()
	c.reportBudgets()
}

// client is the place where the client of a call is made or named. The client
// of the innermost call is the one that the request goes through.
func client(call *effects.Call) site {
	made, at := call.Client.Made, call.Root()
	for inner := call; inner != nil; inner = inner.Inner {
		if m := inner.Client.Made; m != nil && (made == nil || isClient(m)) {
			made = m
		}
		if isDefaultClient(inner.Client.Var) {
			at = inner
		}
	}
	if made != nil {
		return site{made: made}
	}
	return site{call: at}
}

func isClient(v ssa.Value) bool { return isNamed(v.Type(), "net/http", "Client") }

// isHTTP reports whether v is what is mended where it is made: a client or a
// transport of net/http.
func isHTTP(v ssa.Value) bool { return isClient(v) || isNamed(v.Type(), "net/http", "Transport") }

func isDefaultClient(v *types.Var) bool { return v != nil && isNamed(v.Type(), "net/http", "Client") }

// ruleOf is the rule that reports a call.
func ruleOf(call *effects.Call) *rule.Rule {
	switch call.As {
	case "dial":
		return dial
	case "grpc-dial":
		return grpcDial
	case "grpc-call":
		return grpcCall
	case "grpc-wait-for-ready":
		return grpcWaitForReady
	case "database":
		return database
	}
	return remoteCall
}

// report chooses the place to mend: the client, unless its calls are meant to
// be bounded by their contexts.
func (c *calls) report(p site, hanging []*effects.Call) {
	slices.SortStableFunc(hanging, func(a, b *effects.Call) int { return cmp.Compare(position(a), position(b)) })
	if !c.byContext[p] {
		if p.made != nil && isHTTP(p.made) {
			c.reportMade(p.made, hanging)
			return
		}
		if p.made == nil && isDefaultClient(p.call.Client.Var) {
			c.reportDefault(p.call.Client.Var, p.call, hanging[0])
			return
		}
	}
	for _, call := range hanging {
		if call.Proven || p.made != nil {
			c.reportRemote(c.inward(call))
		}
	}
}

// once reports a finding unless its place has one already: a call whose client
// can come from several places is one call.
func (c *calls) once(r *rule.Rule, d analysis.Diagnostic) {
	if !c.reported[d.Pos] {
		c.reported[d.Pos] = true
		d.Related = slices.DeleteFunc(d.Related, func(r analysis.RelatedInformation) bool { return r.Pos == d.Pos })
		c.rep.Report(r, d)
	}
}

// hang is what a fault of this family ends in.
const hang = "a server that stops answering holds the call for ever"

func sentence(format string, args ...any) string {
	return fmt.Sprintf(format, args...) + ": " + hang
}
