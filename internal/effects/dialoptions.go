package effects

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/layers"
	"github.com/reslint/reslint/internal/serviceconfig"
)

// A channel is what a gRPC connection is told of retries. What cannot be seen is not there.
type channel struct {
	// interceptors are the functions that unary calls run through, the outermost first.
	interceptors []ssa.Value
	// config is the service config, if it is a constant, and at the option that gives it.
	config serviceconfig.Config
	at     *ssa.Call
	// limit is how many attempts there are at most by the service config.
	limit int
}

// channelOf reads the options of a call that makes a connection.
func (w *wrapping) channelOf(dial *ssa.Call) channel {
	ch := channel{limit: serviceconfig.MaxAttempts}
	var outermost ssa.Value
	for _, option := range w.elements(dial.Call.Args[len(dial.Call.Args)-1], 0) {
		call := w.maker(option, 0)
		if call == nil || deadline.Called(&call.Call) == nil {
			continue
		}
		arg := call.Call.Args
		switch deadline.Called(&call.Call).FullName() {
		case "google.golang.org/grpc.WithUnaryInterceptor":
			outermost = arg[0] // the last one stands
		case "google.golang.org/grpc.WithChainUnaryInterceptor":
			ch.interceptors = append(ch.interceptors, w.elements(arg[0], 0)...)
		case "google.golang.org/grpc.WithDefaultServiceConfig":
			ch.config, ch.at = nil, nil
			if text, ok := constantText(w.single(arg[0])); ok {
				ch.config, ch.at = serviceconfig.Parse(text), call
			}
		case "google.golang.org/grpc.WithMaxCallAttempts":
			if n, ok := constantInt(arg[0]); ok && n >= 2 {
				ch.limit = n
			} else if !ok {
				ch.limit = 1 // nobody can know
			}
		case "google.golang.org/grpc.WithDisableRetry":
			ch.limit = 1
		}
	}
	if outermost != nil {
		ch.interceptors = append([]ssa.Value{outermost}, ch.interceptors...)
	}
	return ch
}

// layersOf are the layers of a call through a channel: those of the interceptors, in their order, and that of
// the service config, which makes so many attempts. call is nil for a call without options.
func (w *wrapping) layersOf(ch channel, call *ssa.Call, attempts int) (list []layers.Layer) {
	for _, v := range ch.interceptors {
		if l, ok := w.interceptor(v, call); ok && l.Attempts != 1 {
			list = append(list, l)
		}
	}
	if ch.at != nil && attempts > 1 {
		list = append(list, layers.Layer{Kind: layers.Client, Name: "the service config", Place: w.s.cs.at(ch.at.Pos()), Attempts: attempts})
	}
	return list
}

// methodOf is the full name of the gRPC method that a call calls, "/shop.v1.Orders/Get", or empty.
func methodOf(call *ssa.CallCommon) string {
	fn := deadline.Called(call)
	recv, args := deadline.Arguments(call)
	if recv == nil || fn.Pkg() == nil {
		return ""
	}
	if fn.Name() == "Invoke" && isConn(recv.Type()) && len(args) > 1 {
		name, _ := constantText(args[1])
		return name
	}
	named := knowledge.Named(fn.Signature().Recv().Type())
	if named == nil {
		return ""
	}
	service := strings.TrimSuffix(named.Obj().Name(), "Client")
	c, ok := fn.Pkg().Scope().Lookup(service + "_" + fn.Name() + "_FullMethodName").(*types.Const)
	if !ok || c.Val().Kind() != constant.String {
		return ""
	}
	return constant.StringVal(c.Val())
}
