package timeout

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// exposure tells whether a server can be reached from another machine. It can,
// unless the source shows that it listens on a loopback address or on a unix
// socket.
type exposure struct {
	info    *types.Info
	assigns *assignments
}

// server reports whether one of the starts of s lets others in.
func (x exposure) server(s *server) bool {
	return slices.ContainsFunc(s.starts, func(st start) bool {
		if st.listener != nil {
			return !x.localListener(st.listener)
		}
		return len(s.addrs) == 0 || slices.ContainsFunc(s.addrs, func(e ast.Expr) bool { return !x.loopback(e) })
	})
}

// helper reports whether the call of a helper of net/http lets others in.
func (x exposure) helper(name string, call *ast.CallExpr) bool {
	if len(call.Args) < 2 {
		return true
	}
	if strings.HasPrefix(name, "Serve") {
		return !x.localListener(call.Args[0])
	}
	return !x.loopback(call.Args[0])
}

// loopback reports whether e is an address that begins with a constant loopback
// host; its port may be anything.
func (x exposure) loopback(e ast.Expr) bool {
	addr := x.prefix(e)
	for _, host := range []string{"localhost:", "127.0.0.1:", "[::1]:"} {
		if strings.HasPrefix(addr, host) {
			return true
		}
	}
	return false
}

// prefix returns the constant text that the string e begins with.
func (x exposure) prefix(e ast.Expr) string {
	if v := x.info.Types[e].Value; v != nil {
		if v.Kind() != constant.String {
			return ""
		}
		return constant.StringVal(v)
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return x.prefix(e.X)
	case *ast.Ident:
		if value := x.assigns.single(e); value != nil && value != e {
			return x.prefix(value)
		}
	case *ast.CallExpr:
		switch x.callee(e) {
		case "fmt.Sprintf":
			format, _, _ := strings.Cut(x.prefix(e.Args[0]), "%")
			return format
		case "net.JoinHostPort":
			host := x.prefix(e.Args[0])
			if strings.Contains(host, ":") {
				host = "[" + host + "]"
			}
			return host + ":"
		}
	}
	return ""
}

func (x exposure) callee(call *ast.CallExpr) string {
	fn, ok := typeutil.Callee(x.info, call).(*types.Func)
	if !ok || len(call.Args) == 0 {
		return ""
	}
	return fn.FullName()
}

// localListener reports whether e is a listener that the same function opens on
// a unix socket or a loopback address.
func (x exposure) localListener(e ast.Expr) bool {
	if isUnixListener(x.info.TypeOf(e)) {
		return true
	}
	call := x.assigns.call(e)
	if call == nil {
		return false
	}
	args := call.Args
	switch x.callee(call) {
	case "(*net.ListenConfig).Listen":
		args = args[1:]
	case "net.Listen":
	default:
		return false
	}
	return len(args) == 2 && (strings.HasPrefix(x.prefix(args[0]), "unix") || x.loopback(args[1]))
}

func isUnixListener(t types.Type) bool {
	named, ok := types.Unalias(deref(t)).(*types.Named)
	return ok && named.Obj().Name() == "UnixListener" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "net"
}
