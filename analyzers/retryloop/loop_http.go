package retryloop

import (
	"go/token"
	"go/types"
	"net/http"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/ssabuild"
)

// A send is a call that sends an HTTP request.
type send struct {
	// method is empty if it is not constant.
	method string
	// request is nil if the call makes it itself.
	request ssa.Value
	// body is nil if there is none, or if the request has it.
	body ssa.Value
}

// sendOf is the request that a call sends, or nil if it does something else.
func sendOf(call *ssa.CallCommon) *send {
	fn := deadline.Called(call)
	if fn == nil {
		return nil
	}
	arg := func(i int) ssa.Value { return deadline.Argument(call, knowledge.Source{From: "arg", Arg: i}) }
	if sig := fn.Signature(); sig.Params().Len() == 1 && types.TypeString(sig.Params().At(0).Type(), nil) == "*net/http.Request" &&
		(fn.Name() == "Do" || fn.Name() == "RoundTrip") && isResponse(sig.Results()) {
		s := &send{request: arg(0)}
		if made := madeRequest(s.request); made != nil {
			s.method = methodOf(made)
		}
		return s
	}
	if fn.Pkg() == nil || fn.Pkg().Path() != "net/http" || !isResponse(fn.Signature().Results()) {
		return nil
	}
	switch fn.Name() {
	case "Get":
		return &send{method: http.MethodGet}
	case "Head":
		return &send{method: http.MethodHead}
	case "PostForm":
		return &send{method: http.MethodPost}
	case "Post":
		return &send{method: http.MethodPost, body: arg(2)}
	}
	return nil
}

func isResponse(results *types.Tuple) bool {
	return results.Len() == 2 && types.TypeString(results.At(0).Type(), nil) == "*net/http.Response" && loops.IsError(results.At(1).Type())
}

// madeRequest is the call that a request comes from, http.NewRequest or
// NewRequestWithContext, or nil. Copies share its method and body.
func madeRequest(v ssa.Value) *ssa.Call {
	switch v := v.(type) {
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 && requestArgs(call) != nil {
			return call
		}
	case *ssa.UnOp:
		if cell, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			return madeRequest(ssabuild.OnlyStore(cell))
		}
	case *ssa.Call:
		switch fn := deadline.Called(&v.Call); {
		case fn == nil:
		case fn.FullName() == "(*net/http.Request).WithContext", fn.FullName() == "(*net/http.Request).Clone":
			return madeRequest(v.Call.Args[0])
		}
	}
	return nil
}

// requestArgs are the method, the URL and the body that a request is made of, or nil
// if the call makes none.
func requestArgs(call *ssa.Call) []ssa.Value {
	switch fn := deadline.Called(&call.Call); {
	case fn == nil:
	case fn.FullName() == "net/http.NewRequest":
		return call.Call.Args
	case fn.FullName() == "net/http.NewRequestWithContext":
		return call.Call.Args[1:]
	}
	return nil
}

func methodOf(made *ssa.Call) string {
	args := requestArgs(made)
	if c, ok := args[0].(*ssa.Const); ok && constantText(c) == "" {
		return http.MethodGet
	}
	return constantText(args[0])
}
