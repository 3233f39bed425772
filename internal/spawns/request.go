package spawns

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
)

// ofRequest knows the parameters that are what a client sent: a request of HTTP, or the
// message that the handler of a gRPC method is given.
func ofRequest(v *ssa.Parameter) *Data {
	fn := v.Parent()
	if isRequestType(v.Type()) && (types.TypeString(v.Type(), nil) != "*net/http.Request" || answers(fn)) {
		return &Data{What: "what a client asks for"}
	}
	if fn.Signature.Recv() == nil || len(fn.Params) == 0 || fn.Params[0] == v || !isHandler(fn.Signature, v.Type()) {
		return nil
	}
	return &Data{What: "what a client asks for"}
}

// answers reports whether a function answers requests of HTTP, and does not make them.
func answers(fn *ssa.Function) bool {
	for p := range fn.Signature.Params().Variables() {
		if types.TypeString(p.Type(), nil) == "net/http.ResponseWriter" {
			return true
		}
	}
	return false
}

// isRequestType reports whether values of the type are requests as a server gets them.
func isRequestType(t types.Type) bool {
	switch types.TypeString(t, nil) {
	case "*net/http.Request", "*github.com/gin-gonic/gin.Context", "github.com/labstack/echo/v4.Context",
		"*github.com/gofiber/fiber/v2.Ctx", "github.com/gofiber/fiber/v3.Ctx":
		return true
	}
	named := knowledge.Named(t)
	return named != nil && named.Obj().Name() == "Request" && named.Obj().Pkg().Path() == "connectrpc.com/connect"
}

// isHandler reports whether a method is that of a gRPC service, and t its request:
//
//	func (s *server) Method(ctx context.Context, req *pb.Request) (*pb.Response, error)
//	func (s *server) Method(req *pb.Request, stream pb.Service_MethodServer) error
func isHandler(sig *types.Signature, t types.Type) bool {
	params, results := sig.Params(), sig.Results()
	if params.Len() != 2 || sig.Variadic() || !isMessage(t) {
		return false
	}
	switch {
	case results.Len() == 2 && knowledge.IsContext(params.At(0).Type()):
		return isMessage(results.At(0).Type())
	case results.Len() == 1:
		return types.Identical(params.At(0).Type(), t) && isServerStream(params.At(1).Type())
	}
	return false
}

// isMessage reports whether t points to a message of protocol buffers.
func isMessage(t types.Type) bool {
	if _, ok := t.Underlying().(*types.Pointer); !ok {
		return false
	}
	for _, name := range []string{"ProtoReflect", "ProtoMessage"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name); obj != nil {
			return true
		}
	}
	return false
}

func isServerStream(t types.Type) bool {
	for _, name := range []string{"Send", "SendMsg", "SetTrailer"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name); obj == nil {
			return false
		}
	}
	return true
}

// ofQueue knows the methods of libraries that hand out a channel of messages.
func ofQueue(fn *types.Func) *Data {
	if fn == nil || fn.Pkg() == nil || knowledge.Standard(fn.Pkg().Path()) || !isRemoteLibrary(fn.Pkg().Path()) {
		return nil
	}
	return &Data{What: "the messages of " + shortName(fn), Stream: true}
}

// prefetches reports whether the package sets how many messages a broker sends before
// the first of them is acknowledged: that is a limit, too.
func (p *Package) prefetches() bool {
	for _, fn := range p.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok {
					if name := deadline.Called(call.Common()); name != nil && name.Name() == "Qos" {
						return true
					}
				}
			}
		}
	}
	return false
}
