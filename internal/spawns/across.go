package spawns

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Facts is what is known of the functions of other packages.
type Facts interface {
	// Behind is the way from a call of an interface's method to another machine, if all
	// that is seen to stand behind that goes there; or empty.
	Behind(call *ssa.CallCommon) (via string)
	// Starts is the parameter of fn that it starts in a goroutine, without a limit and
	// without waiting for it, or -1. The receiver is parameter 0 of a method.
	Starts(fn *types.Func) int
}

// Started is the parameter that fn starts in a goroutine, without a limit and without
// waiting for it, or -1.
func (p *Package) Started(fn *ssa.Function) int {
	for _, s := range p.starters[fn] {
		if i := startedParameter(s); i >= 0 {
			return i
		}
	}
	return -1
}

// Each is the parameter of fn for each element of which it starts a goroutine that waits
// for another machine, without a limit, and the way to there; or -1.
func (p *Package) Each(fn *ssa.Function) (param int, via string) {
	for _, s := range p.In(fn) {
		if s.Table != nil {
			if _, unlimited := p.NoLimit(s); !unlimited && s.Helper == nil {
				continue
			}
		}
		i := p.driven(fn, s)
		if i < 0 {
			continue
		}
		if w := p.WorkOf(s); w.Via != "" && !w.Limited && !w.Lasts {
			return i, w.Via
		}
	}
	return -1, ""
}

// driven is the parameter of fn whose length, and nothing else, says how often something is
// started, or -1.
func (p *Package) driven(fn *ssa.Function, s *Spawn) int {
	for _, l := range p.around(s.Instr) {
		for _, v := range conditions(l) {
			var driver ssa.Value
			if recv, ok := v.(*ssa.UnOp); ok && recv.Op == token.ARROW {
				v, driver = recv.X, Root(recv.X)
			}
			if call, ok := v.(*ssa.Call); ok && isBuiltin(&call.Call, "len") {
				v = call.Call.Args[0]
			}
			i := parameter(fn, Root(v))
			if i < 0 || i == 0 && fn.Signature.Recv() != nil || isInteger(v.Type()) || isGuarded(fn.Params[i]) {
				continue
			}
			if isTopology([]string{elementName(v.Type()), fn.Params[i].Name()}) || p.limited(l, driver, s) {
				continue
			}
			return i
		}
	}
	return -1
}

// Amount is the data that an argument is as long as, or nil.
func (p *Package) Amount(arg ssa.Value) *Data { return p.dataOf(arg, nil) }
