package fallback

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/standin"
)

// nameOf is how a call is named in a message.
func nameOf(call *ssa.CallCommon) string {
	if fn := deadline.Called(call); fn != nil {
		return nameOfFunc(fn)
	}
	switch v := call.Value.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return v.Name()
	case *ssa.UnOp:
		if field := deadline.FieldRead(v); field != nil {
			return field.Name()
		}
		if free, ok := v.X.(*ssa.FreeVar); ok {
			return free.Name()
		}
	}
	if standin.Literal(call.Value) != nil {
		return "a function literal"
	}
	return "a function value"
}

func nameOfFunc(fn *types.Func) string {
	qualifier := func(p *types.Package) string { return p.Name() }
	if recv := fn.Signature().Recv(); recv != nil {
		return "(" + types.TypeString(recv.Type(), qualifier) + ")." + fn.Name()
	}
	if fn.Pkg() == nil {
		return fn.Name()
	}
	return fn.Pkg().Name() + "." + fn.Name()
}

// way is the way from a call to the wire, without the call's own name, in brackets; or
// nothing, where the call itself is that.
func way(name, via string) string {
	if via == name || via == "" {
		return ""
	}
	via = strings.TrimPrefix(via, name+effects.Arrow)
	return " (" + via + ")"
}

// library is the package of the last function of a way, which tells what kind of server
// it leads to.
func library(via string) string {
	last := via
	if i := strings.LastIndex(via, effects.Arrow); i >= 0 {
		last = via[i+len(effects.Arrow):]
	}
	last = strings.TrimLeft(last, "(*")
	name, _, _ := strings.Cut(last, ".")
	if slices.Contains(overHTTP, name) {
		return "http"
	}
	return name
}

// overHTTP are the packages of clients that all speak HTTP: that one method of a driver uses the
// one and another the other does not make two services.
var overHTTP = []string{"resty", "retryablehttp", "fasthttp", "heimdall", "httpclient"}
