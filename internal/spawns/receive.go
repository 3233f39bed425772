package spawns

import (
	"go/types"

	"github.com/reslint/reslint/internal/knowledge"
)

// receives are the names of methods that wait for the next message of a stream, queue or
// connection, and return it.
var receives = map[string]bool{
	"Recv": true, "Receive": true, "ReceiveMessage": true, "ReadMessage": true, "FetchMessage": true,
	"NextMsg": true, "NextMsgWithContext": true, "ReadJSON": true, "NextReader": true, "PollFetches": true,
}

// IsReceive reports whether fn waits for the next message that another machine sends: a
// method of a gRPC stream, or of a library that a table knows.
func IsReceive(fn *types.Func) bool {
	if fn == nil || fn.Signature().Recv() == nil || fn.Pkg() == nil {
		return false
	}
	if isStream(fn) {
		return true
	}
	return receives[fn.Name()] && !knowledge.Standard(fn.Pkg().Path()) && isRemoteLibrary(fn.Pkg().Path())
}

// isStream reports whether fn is the Recv method of a gRPC stream, of whatever generated
// type.
func isStream(fn *types.Func) bool {
	if fn.Name() != "Recv" && fn.Name() != "RecvMsg" {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(fn.Signature().Recv().Type(), true, fn.Pkg(), "RecvMsg")
	base, ok := obj.(*types.Func)
	return ok && base.Pkg() != nil && base.Pkg().Path() == "google.golang.org/grpc"
}

// isRemoteLibrary reports whether a table knows calls of the package that wait for
// another machine.
func isRemoteLibrary(path string) bool {
	t := knowledge.For(path)
	if t == nil {
		return false
	}
	for _, c := range t.Claims {
		if c.Remote() {
			return true
		}
	}
	return false
}
