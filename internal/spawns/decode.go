package spawns

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
)

// decoded follows what is decoded into the variable at an address: the body of a request
// or response, a row.
func (w *walk) decoded(addr ssa.Value) *Data {
	if addr.Referrers() == nil {
		return nil
	}
	for _, ref := range *addr.Referrers() {
		var call *ssa.Call
		switch ref := ref.(type) {
		case *ssa.Call:
			call = ref
		case *ssa.MakeInterface:
			for _, use := range *ref.Referrers() {
				if c, ok := use.(*ssa.Call); ok {
					call = c
				}
			}
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == addr {
					if found := w.decoded(ref.Fn.(*ssa.Function).FreeVars[i]); found != nil {
						return found
					}
				}
			}
		}
		if call == nil {
			continue
		}
		name := deadline.Called(&call.Call)
		if name == nil {
			continue
		}
		if knowledge.Func(name).Remote() {
			if bounded(&call.Call) {
				continue
			}
			return &Data{What: "what " + shortName(name) + " returned"}
		}
		if !decodes(name) {
			continue
		}
		for _, arg := range deadline.AllArguments(&call.Call) {
			if isTo(arg, addr) {
				continue
			}
			if found := w.data(arg); found != nil {
				return found
			}
		}
	}
	return nil
}

func isTo(arg, addr ssa.Value) bool {
	if box, ok := arg.(*ssa.MakeInterface); ok {
		arg = box.X
	}
	return arg == addr
}

// decodes reports whether a function fills what it is given a pointer to.
func decodes(fn *types.Func) bool {
	for _, prefix := range []string{"Decode", "Unmarshal", "Bind", "ShouldBind", "BodyParser", "Scan", "ReadJSON"} {
		if strings.HasPrefix(fn.Name(), prefix) {
			return true
		}
	}
	return false
}
