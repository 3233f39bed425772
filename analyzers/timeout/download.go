package timeout

import (
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
)

// forDownload is what is said in the place of a fix where a Timeout, which
// covers the body, would cut a download that is merely large.
const forDownload = "; the body is copied as it comes, so bound the wait for its header (Transport.ResponseHeaderTimeout) rather than set a Timeout"

// downloads reports whether the response to one of the calls is copied to
// somewhere as it comes, however large it is.
func (c *calls) downloads(list ...*effects.Call) bool {
	for _, call := range list {
		root, ok := call.Root().Instr.(*ssa.Call)
		if !ok {
			continue
		}
		if resp := deadline.Extracted(root, 0); resp != nil && c.copied(resp, 0) {
			return true
		}
	}
	return false
}

// maxHandedOn is how many functions a response is followed through.
const maxHandedOn = 3

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
		case *ssa.UnOp:
			if c.copied(ref, depth) {
				return true
			}
		case *ssa.ChangeInterface:
			if c.copied(ref, depth) {
				return true
			}
		case *ssa.Call:
			if copies(ref.Common(), v) {
				return true
			}
		case *ssa.Return:
			if c.copiedByCaller(ref, v, depth) {
				return true
			}
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
