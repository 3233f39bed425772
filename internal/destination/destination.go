// Package destination finds the hosts that the remote calls of a package are sent to: those
// that stand in the program as constants.
package destination

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
)

// A Host is where a call is sent to.
type Host struct {
	// Name is the host as the program names it, with a port where it has one.
	Name string
	// Encrypted is set unless it is known that the program sends it as plain text, which
	// others on the way can read.
	Encrypted bool
}

// A Finder finds the hosts of the calls of one package.
type Finder struct {
	flow
	// rewrites is set where the package changes the host of a request or URL that was made
	// before: then none is what it seems.
	rewrites bool
}

// New returns a finder for a package with the given functions.
func New(pkg *types.Package, funcs []*ssa.Function) *Finder {
	f := &Finder{flow: newFlow(pkg)}
	for _, fn := range funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				f.read(instr)
				f.rewrites = f.rewrites || rewrites(instr)
			}
		}
	}
	return f
}

// rewrites reports whether an instruction changes where a request goes that was made before.
func rewrites(instr ssa.Instruction) bool {
	store, ok := instr.(*ssa.Store)
	if !ok {
		return false
	}
	fa, ok := store.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	if _, literal := fa.X.(*ssa.Alloc); literal {
		return false
	}
	field := deadline.Field(fa.X.Type(), fa.Field)
	if field == nil || field.Pkg() == nil {
		return false
	}
	switch field.Pkg().Path() + "." + field.Name() {
	case "net/url.Host", "net/url.Scheme", "net/url.Opaque", "net/http.URL", "net/http.Host":
		return true
	}
	return false
}

// Of are the hosts that a remote call may be sent to. There are none if that is not known.
func (f *Finder) Of(call *ssa.CallCommon) []Host {
	fn := deadline.Called(call)
	if fn == nil || f.rewrites {
		return nil
	}
	w := &walk{f: f, steps: maxSteps, onPath: make(map[ssa.Value]bool), done: make(map[ssa.Value]bool)}
	var hosts []Host
	recv, args := deadline.Arguments(call)
	switch {
	case len(args) > 0 && isRequest(args[0].Type()) && isRemote(call, fn):
		hosts = w.request(args[0])
	case len(args) > 0 && isText(args[0]) && knowledge.Func(fn).Remote():
		hosts = w.ofText(args[0], urlHost) // of net/http, and of clients like it
	case recv != nil && knowledge.Func(fn).Remote() && knowledge.Func(fn).As == "grpc-call":
		hosts = w.conn(recv)
	}
	if w.lost || len(hosts) > maxHosts {
		return nil
	}
	return hosts
}

// maxHosts bounds the hosts of one call: who has more chooses by a rule of their own.
const maxHosts = 4

func isRequest(t types.Type) bool {
	switch types.TypeString(t, nil) {
	case "*net/http.Request", "*github.com/hashicorp/go-retryablehttp.Request":
		return true
	}
	return false
}

// isRemote reports whether a call that takes a request sends it.
func isRemote(call *ssa.CallCommon, fn *types.Func) bool {
	return knowledge.Func(fn).Remote() || call.IsInvoke() && knowledge.Shape(fn) != nil
}

// request are the hosts of an HTTP request.
func (w *walk) request(v ssa.Value) (hosts []Host) {
	for _, made := range w.fresh(w.makers(v)) {
		var more []Host
		switch call, fn := callOf(made); name(fn) {
		case "net/http.NewRequest", "github.com/hashicorp/go-retryablehttp.NewRequest":
			more = w.ofText(call.Args[1], urlHost)
		case "net/http.NewRequestWithContext", "github.com/hashicorp/go-retryablehttp.NewRequestWithContext":
			more = w.ofText(call.Args[2], urlHost)
		case "(*net/http.Request).WithContext", "(*net/http.Request).Clone",
			"(*github.com/hashicorp/go-retryablehttp.Request).WithContext", "github.com/hashicorp/go-retryablehttp.FromRequest":
			more = w.request(call.Args[0])
		default:
			if set := literal(made, "Host"); set != nil {
				return w.lose() // another one than the URL's
			}
			set := literal(made, "URL")
			if len(set) == 0 {
				return w.lose()
			}
			for _, u := range set {
				more = append(more, w.url(u)...)
			}
		}
		hosts = add(hosts, more...)
	}
	return hosts
}

// url are the hosts of a *url.URL.
func (w *walk) url(v ssa.Value) (hosts []Host) {
	for _, made := range w.fresh(w.makers(v)) {
		switch call, fn := callOf(made); name(fn) {
		case "net/url.Parse", "net/url.ParseRequestURI":
			hosts = add(hosts, w.ofText(call.Args[0], urlHost)...)
		case "(*net/url.URL).JoinPath":
			hosts = add(hosts, w.url(call.Args[0])...)
		default:
			host, scheme := literal(made, "Host"), literal(made, "Scheme")
			if len(host) == 0 || len(scheme) != 1 {
				return w.lose()
			}
			for _, h := range host {
				hosts = add(hosts, w.ofText(h, func(t text) (Host, bool) {
					return Host{t.known, !isConst(scheme[0], "http")}, t.whole && t.known != ""
				})...)
			}
		}
	}
	return hosts
}

// urlHost is the host of a URL of which at least the beginning is known.
func urlHost(t text) (Host, bool) {
	scheme, rest, ok := strings.Cut(t.known, "://")
	if !ok || scheme != "http" && scheme != "https" {
		return Host{}, false
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		if !t.whole {
			return Host{}, false // who knows whether it goes on
		}
		end = len(rest)
	}
	host := rest[:end]
	if i := strings.LastIndexByte(host, '@'); i >= 0 {
		host = host[i+1:]
	}
	return Host{host, scheme == "https"}, host != ""
}

// ofText are the hosts that are read from a text.
func (w *walk) ofText(v ssa.Value, read func(text) (Host, bool)) (hosts []Host) {
	for _, t := range w.texts(v) {
		h, ok := read(t)
		if !ok {
			return w.lose()
		}
		hosts = add(hosts, h)
	}
	return hosts
}

// lose gives up: something of what the call may be sent to is not known.
func (w *walk) lose() []Host {
	w.lost = true
	return nil
}

// fresh are those of the values that have not been looked at: a request that is renewed in a
// loop comes from itself.
func (w *walk) fresh(values []ssa.Value) (list []ssa.Value) {
	for _, v := range values {
		if !w.done[v] {
			w.done[v] = true
			list = append(list, v)
		}
	}
	return list
}

func add(hosts []Host, more ...Host) []Host {
	for _, h := range more {
		if !slices.Contains(hosts, h) {
			hosts = append(hosts, h)
		}
	}
	return hosts
}
