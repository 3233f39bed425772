package timeout

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/source"
)

var httpTransport = rule.Define(rule.Rule{
	ID: "timeout/http-transport",
	Doc: lint.RawDocumentation{
		Title: "an http.Transport loses the limits of http.DefaultTransport",
		Text: `http.DefaultTransport gives up dialling after 30 s and a TLS handshake after
10 s. An http.Transport literal starts from zero: it dials for as long as the
operating system tries, about two minutes, and waits for a handshake for ever.

The rule reports a transport through which requests provably go that nothing
else ends: one that is called directly, that stands behind a reverse proxy, or
that replaces http.DefaultTransport. Where the client around it is at fault,
the client is reported.`,
		Before: `proxy := &httputil.ReverseProxy{
	Transport: &http.Transport{MaxIdleConnsPerHost: 100},
}`,
		After: `proxy := &httputil.ReverseProxy{
	Transport: &http.Transport{
		MaxIdleConnsPerHost: 100,
		DialContext:         (&net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout: 10 * time.Second,
	},
}`,
		Since: "0.1",
	},
	Fix:       "Adds the limits of http.DefaultTransport to the literal.",
	Limits:    "A transport with any dial function of its own is taken to have decided.",
	Source:    "net/http.DefaultTransport (Go 1.26): Dialer.Timeout 30 s, TLSHandshakeTimeout 10 s",
	Lifecycle: rule.Stable,
})

// limits are what an http.Transport has to set, each by any one of its fields.
var limits = []struct {
	name   string
	fields []string
}{
	{"dial timeout", []string{"Dial", "DialContext"}},
	{"TLS handshake timeout", []string{"TLSHandshakeTimeout", "DialTLS", "DialTLSContext"}},
}

// lacks names the limits that a transport literal does not set. A transport
// that sets its own way to dial has decided about both.
func lacks(made *ssa.Alloc) []string {
	set := make(map[string]bool)
	for _, ref := range *made.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if f := deadline.Field(ref.X.Type(), ref.Field); f != nil {
				set[f.Name()] = true
			}
		case *ssa.Store:
			if ref.Addr == made {
				return nil // a copy of another transport
			}
		}
	}
	if set["Dial"] || set["DialContext"] {
		return nil
	}
	var names []string
	for _, l := range limits {
		missing := true
		for _, f := range l.fields {
			missing = missing && !set[f]
		}
		if missing {
			names = append(names, l.name)
		}
	}
	return names
}

// reportTransport reports a transport literal through which a request goes
// that nothing ends.
func (c *calls) reportTransport(made ssa.Value, call *effects.Call) {
	c.transportFault(made, reason(call), c.related(call))
}

func (c *calls) transportFault(made ssa.Value, why string, rel []analysis.RelatedInformation) {
	alloc, ok := made.(*ssa.Alloc)
	if !ok || !isNamed(made.Type(), "net/http", "Transport") {
		return
	}
	names := lacks(alloc)
	if len(names) == 0 {
		return
	}
	d := analysis.Diagnostic{
		Message: "this http.Transport has no " + strings.Join(names, " and no ") + ", unlike http.DefaultTransport, and " +
			why + ": an address that does not answer holds the call for minutes or for ever",
		Related: rel,
	}
	d.Pos, d.End = c.madeAt(made)
	if lit, ok := c.node(made.Pos()).(*ast.CompositeLit); ok {
		d.SuggestedFixes = c.addLimits(lit, names)
	}
	c.once(httpTransport, d)
}

func (c *calls) addLimits(lit *ast.CompositeLit, names []string) []analysis.SuggestedFix {
	f := source.File(c.pass.Files, lit.Pos())
	net, edits := fix.AddImport(c.pass, f, lit.Pos(), "net")
	time, more := fix.AddImport(c.pass, f, lit.Pos(), "time")
	second := time + ".Second"
	fields := []fix.Field{{
		Name:  "DialContext",
		Value: "(&" + net + ".Dialer{Timeout: 30 * " + second + ", KeepAlive: 30 * " + second + "}).DialContext",
	}}
	if len(names) > 1 {
		fields = append(fields, fix.Field{Name: "TLSHandshakeTimeout", Value: "10 * " + second})
	}
	field, ok := fix.AddField(c.pass.Fset, lit, fields...)
	if !ok {
		return nil
	}
	edits = append(append(edits, more...), field)
	return []analysis.SuggestedFix{fix.New(c.pass, "Add the limits of http.DefaultTransport", edits...)}
}

// reportProxies reports transports that stand behind a reverse proxy or replace
// http.DefaultTransport: the requests through them are anybody's.
func (c *calls) reportProxies() {
	for _, fn := range c.info.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				store, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				why := openTo(store.Addr)
				if why == "" {
					continue
				}
				for _, o := range c.info.Eval.Origins(store.Val) {
					if o.Made != nil && o.Kind == deadline.Unbounded {
						c.transportFault(o.Made, why, nil)
					}
				}
			}
		}
	}
}

// openTo says why anything stored at the address gets requests without a
// deadline, or nothing.
func openTo(addr ssa.Value) string {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		f := deadline.Field(addr.X.Type(), addr.Field)
		if f != nil && f.Name() == "Transport" && isNamed(addr.X.Type(), "net/http/httputil", "ReverseProxy") {
			return "a reverse proxy sends requests whose contexts have no deadline of their own"
		}
	case *ssa.Global:
		if v, ok := addr.Object().(*types.Var); ok && v.Name() == "DefaultTransport" && v.Pkg().Path() == "net/http" {
			return "it becomes the transport of every client that names none"
		}
	}
	return ""
}
