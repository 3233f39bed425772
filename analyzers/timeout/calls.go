package timeout

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

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
	}
	for _, call := range info.Calls {
		if call.Inner != nil {
			c.outer[call.Inner] = append(c.outer[call.Inner], call)
		}
	}
	dropped := c.reportDropped()
	maps.Copy(dropped, c.reportContextForms())
	var order []site
	for _, call := range info.Calls {
		p := client(call)
		if call.Request.Kind == deadline.Bounded && call.Client.Kind == deadline.Unbounded {
			c.byContext[p] = true
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
		if v := inner.Client.Var; v != nil && isNamed(v.Type(), "net/http", "Client") {
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

// inward is the call nearest to the wire that call leads to and that hangs
// whoever calls its function: there a deadline is for one operation, and not for
// all that the functions around it do.
func (c *calls) inward(call *effects.Call) *effects.Call {
	for call.Inner != nil && c.hangs(call.Inner) {
		inner := *call.Inner
		inner.Requests = slices.Concat(inner.Requests, requests(call))
		call = &inner
	}
	return call
}

// hangs reports whether nothing ends a call, whoever calls the function that it
// stands in.
func (c *calls) hangs(call *effects.Call) bool {
	switch call.Total.Kind {
	case deadline.Unbounded:
		return true
	case deadline.Depends:
		fn := call.Instr.Parent()
		return c.info.Eval.AllCallersSeen(fn) &&
			!slices.ContainsFunc(c.outer[call], func(outer *effects.Call) bool {
				return outer.Instr.Parent() == fn || !c.hangs(outer)
			})
	}
	return false
}

// requests are the origins of the contexts of a call, and of those that it leads
// to.
func requests(call *effects.Call) []deadline.Origin {
	var all []deadline.Origin
	for ; call != nil; call = call.Inner {
		all = append(all, call.Requests...)
	}
	return all
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

// reason says why nothing in the request ends a call: "http.NewRequest sets no
// deadline".
func reason(call *effects.Call) string {
	for inner := call; inner != nil; inner = inner.Inner {
		for _, o := range inner.Requests {
			if o.Kind == deadline.Unbounded {
				return o.Why + " sets no deadline"
			}
		}
	}
	root := call.Root()
	if root.OnWire && len(root.Requests) == 0 {
		if root.Callee != nil && root.Callee.Signature().Params().Len() > 0 &&
			isNamed(root.Callee.Signature().Params().At(0).Type(), "context", "Context") {
			return last(root.Via) + " does not end with its context"
		}
		return last(root.Via) + " takes no context"
	}
	hops := strings.Split(root.Via, effects.Arrow)
	return hops[max(0, len(hops)-2)] + " sends requests without a deadline"
}

// last is the end of a way, the call on the wire.
func last(via string) string {
	hops := strings.Split(via, effects.Arrow)
	return hops[len(hops)-1]
}

// related shows the way from the call that proves the fault to the wire.
func (c *calls) related(call *effects.Call) []analysis.RelatedInformation {
	var rel []analysis.RelatedInformation
	add := func(pos, end token.Pos, message string) {
		if pos.IsValid() && !slices.ContainsFunc(rel, func(r analysis.RelatedInformation) bool { return r.Pos == pos }) {
			rel = append(rel, analysis.RelatedInformation{Pos: pos, End: end, Message: message})
		}
	}
	for inner := call; inner != nil; inner = inner.Inner {
		for _, o := range inner.Requests {
			if o.Kind == deadline.Unbounded {
				pos, end := c.span(o.Pos)
				add(pos, end, o.Why+" sets no deadline")
			}
		}
		pos, end := c.span(position(inner))
		add(pos, end, "the call of "+inner.Via)
	}
	return rel
}

// span is the extent of the call expression or literal that SSA knows by one
// position inside it.
func (c *calls) span(pos token.Pos) (start, end token.Pos) {
	if n := c.node(pos); n != nil {
		return n.Pos(), n.End()
	}
	return pos, pos
}

func (c *calls) node(pos token.Pos) ast.Node {
	cur, ok := c.cursor(pos)
	if !ok {
		return nil
	}
	return cur.Node()
}

// cursor finds the call expression, composite literal, go or defer statement or
// declared name to which SSA gives the position.
func (c *calls) cursor(pos token.Pos) (inspector.Cursor, bool) {
	if !pos.IsValid() {
		return inspector.Cursor{}, false
	}
	cur, ok := c.root.FindByPos(pos, pos)
	if !ok {
		return cur, false
	}
	if id, ok := cur.Node().(*ast.Ident); ok && c.pass.TypesInfo.Defs[id] != nil {
		return cur, true
	}
	for cur := range cur.Enclosing((*ast.CallExpr)(nil), (*ast.CompositeLit)(nil), (*ast.GoStmt)(nil), (*ast.DeferStmt)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.CallExpr:
			if n.Lparen == pos {
				return cur, true
			}
		case *ast.CompositeLit:
			if n.Lbrace == pos {
				return cur, true
			}
		case *ast.GoStmt:
			if n.Go == pos {
				call, _ := cur.FindNode(n.Call)
				return call, true
			}
		case *ast.DeferStmt:
			if n.Defer == pos {
				call, _ := cur.FindNode(n.Call)
				return call, true
			}
		}
	}
	return cur, false
}

// hang is what a fault of this family ends in.
const hang = "a server that stops answering holds the call for ever"

func sentence(format string, args ...any) string {
	return fmt.Sprintf(format, args...) + ": " + hang
}
