package destination

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// conn are the targets of a gRPC connection, or of a client that was made for one.
func (w *walk) conn(v ssa.Value) (hosts []Host) {
	for _, made := range w.fresh(w.makers(v)) {
		call, fn := callOf(made)
		switch {
		case fn == nil:
			return w.lose()
		case name(fn) == "google.golang.org/grpc.NewClient", name(fn) == "google.golang.org/grpc.Dial":
			hosts = add(hosts, w.target(call, 0)...)
		case name(fn) == "google.golang.org/grpc.DialContext":
			hosts = add(hosts, w.target(call, 1)...)
		case len(call.Args) > 0 && types.TypeString(call.Args[0].Type(), nil) == "google.golang.org/grpc.ClientConnInterface":
			hosts = add(hosts, w.conn(call.Args[0])...) // a generated constructor
		default:
			return w.lose()
		}
	}
	return hosts
}

// target are the hosts of a gRPC target. It is plain text only if an option says so.
func (w *walk) target(call *ssa.CallCommon, arg int) []Host {
	plain := false
	for _, option := range variadic(call.Args[len(call.Args)-1]) {
		switch opt, fn := callOf(option); name(fn) {
		case "google.golang.org/grpc.WithInsecure":
			plain = true
		case "google.golang.org/grpc.WithTransportCredentials":
			_, creds := callOf(unboxed(opt.Args[0]))
			plain = plain || name(creds) == "google.golang.org/grpc/credentials/insecure.NewCredentials"
		case "google.golang.org/grpc.WithAuthority", "google.golang.org/grpc.WithContextDialer":
			return w.lose()
		}
	}
	return w.ofText(call.Args[arg], func(t text) (Host, bool) {
		host, ok := targetHost(t.known)
		return Host{host, !plain}, ok && t.whole
	})
}

// targetHost is the host of a gRPC target: "orders:443", "dns:///orders:443",
// "dns://8.8.8.8/orders:443". Other resolvers know other names.
func targetHost(target string) (string, bool) {
	scheme, rest, ok := strings.Cut(target, ":///")
	if !ok {
		if scheme, rest, ok = strings.Cut(target, "://"); ok {
			_, rest, ok = strings.Cut(rest, "/") // behind the name server
		} else if !strings.Contains(target, "/") && !strings.HasPrefix(target, "unix") && !strings.HasPrefix(target, "xds:") {
			return strings.TrimPrefix(target, "dns:"), target != ""
		}
	}
	return rest, ok && (scheme == "dns" || scheme == "passthrough") && rest != "" && !strings.Contains(rest, "/")
}
