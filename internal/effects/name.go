package effects

import (
	"go/types"
	"strings"

	"github.com/reslint/reslint/internal/ssabuild"
	"golang.org/x/tools/go/ssa"
)

// shortName is how a function is named in a message: with its package's name,
// not its path.
func shortName(fn *types.Func) string {
	qualifier := func(p *types.Package) string { return p.Name() }
	if recv := fn.Signature().Recv(); recv != nil {
		return "(" + types.TypeString(recv.Type(), qualifier) + ")." + fn.Name()
	}
	if fn.Pkg() == nil {
		return fn.Name()
	}
	return fn.Pkg().Name() + "." + fn.Name()
}

// hop puts the function around fn in front of a way.
func hop(fn *ssa.Function, via string) string {
	if obj, ok := ssabuild.Outermost(fn).Object().(*types.Func); ok {
		return join(shortName(obj), via)
	}
	return via
}

// Arrow stands between the functions of a way.
const Arrow = " → "

// maxHops is how many functions a way names before its middle is left out.
const maxHops = 6

func join(first, via string) string {
	hops := strings.Split(via, Arrow)
	if hops[0] == first {
		return via
	}
	hops = append([]string{first}, hops...)
	if len(hops) > maxHops {
		hops = append(append(hops[:3:3], "…"), hops[len(hops)-2:]...)
	}
	return strings.Join(hops, Arrow)
}
