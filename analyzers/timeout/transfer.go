package timeout

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
)

// forTransfer is what is said in the place of a fix where a Timeout, which
// covers the bodies, would cut a transfer that is merely large.
const forTransfer = "; a body of any size goes through, so bound the wait for its header (Transport.ResponseHeaderTimeout) rather than set a Timeout"

// transfers reports whether one of the calls sends a file, or copies the body
// of its response to somewhere as it comes.
func (c *calls) transfers(list ...*effects.Call) bool {
	for _, call := range list {
		root, ok := call.Root().Instr.(*ssa.Call)
		if !ok {
			continue
		}
		if slices.ContainsFunc(root.Call.Args, uploads) {
			return true
		}
		if resp := deadline.Extracted(root, 0); resp != nil && c.copied(resp, 0) {
			return true
		}
	}
	return false
}

// uploads reports whether v is a file or a pipe, or a request made with one.
func uploads(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return isNamed(v.X.Type(), "os", "File") || isNamed(v.X.Type(), "io", "PipeReader")
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && isNamed(v.Type(), "net/http", "Request") && slices.ContainsFunc(call.Call.Args, uploads)
	}
	return false
}

// maxHandedOn is how many functions and locals a response is followed through.
const maxHandedOn = 5

// copied follows a response, or the body of one, to a copy.
func (c *calls) copied(v ssa.Value, depth int) bool {
	if v.Referrers() == nil || depth > maxHandedOn {
		return false
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if f := deadline.Field(ref.X.Type(), ref.Field); f != nil && f.Name() == "Body" && c.copied(ref, depth) {
				return true
			}
		case *ssa.UnOp, *ssa.ChangeInterface, *ssa.MakeInterface:
			if c.copied(ref.(ssa.Value), depth) {
				return true
			}
		case *ssa.Store:
			// A function with a defer returns its results through memory.
			if local, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v && c.copied(local, depth+1) {
				return true
			}
		case *ssa.Call:
			if copies(ref.Common(), v) || isReader(v.Type()) && c.wrapped(ref, depth) || c.copiedByCallee(ref, v, depth) {
				return true
			}
		case *ssa.Return:
			if isReader(v.Type()) || c.copiedByCaller(ref, v, depth) {
				return true // a body that is handed out is read as it comes
			}
		}
	}
	return false
}

// wrapped follows the reader that a call makes of a body.
func (c *calls) wrapped(call *ssa.Call, depth int) bool {
	if isReader(call.Type()) {
		return c.copied(call, depth+1)
	}
	if e := deadline.Extracted(call, 0); e != nil && isReader(e.Type()) {
		return c.copied(e, depth+1)
	}
	return false
}

func isReader(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Read")
	_, ok := obj.(*types.Func)
	return ok
}

// copiedByCallee follows v into a function of this package that it is handed to.
func (c *calls) copiedByCallee(call *ssa.Call, v ssa.Value, depth int) bool {
	fn := deadline.Callee(call.Common())
	if fn == nil || fn.Blocks == nil {
		return false
	}
	for i, arg := range call.Call.Args {
		if arg == v && i < len(fn.Params) && c.copied(fn.Params[i], depth+1) {
			return true
		}
	}
	return false
}

// copiedByCaller follows what a function returns to its callers.
func (c *calls) copiedByCaller(ret *ssa.Return, v ssa.Value, depth int) bool {
	for i, res := range ret.Results {
		if res != v {
			continue
		}
		for _, site := range c.info.Eval.Calls[ret.Parent()] {
			call, ok := site.(*ssa.Call)
			if !ok {
				continue
			}
			handed := ssa.Value(call)
			if len(ret.Results) > 1 {
				e := deadline.Extracted(call, i)
				if e == nil {
					continue
				}
				handed = e
			}
			if c.copied(handed, depth+1) {
				return true
			}
		}
	}
	return false
}

// copies reports whether a call copies from v to anywhere but io.Discard.
func copies(call *ssa.CallCommon, v ssa.Value) bool {
	fn := deadline.Callee(call)
	if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "io" {
		return false
	}
	switch fn.Name() {
	case "Copy", "CopyBuffer":
	default:
		return false
	}
	load, ok := call.Args[0].(*ssa.UnOp)
	if !ok {
		return call.Args[1] == v
	}
	discard, ok := load.X.(*ssa.Global)
	return call.Args[1] == v && !(ok && discard.Name() == "Discard")
}
