package layering

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/retrypolicy"
)

// countsAll reports whether the breaker of a guard is known to count each error as a failure,
// what makes it, if the package shows that, and the setting by which it would not.
func (b *breakers) countsAll(g *guard, depth int) (made ssa.CallInstruction, setting string, counts bool) {
	var p retrypolicy.Policy
	switch {
	case g.claim != nil && g.claim.Kind == knowledge.Execute:
		inside := false
		for _, l := range g.layers {
			switch {
			case l.makes == "breaker":
				p, inside = l.policy, true
			case inside && !slices.Contains([]string{"retry", "timeout", "bulkhead", "limiter"}, l.makes):
				return nil, "", false // who knows what it makes of the error
			}
		}
	case g.claim != nil:
		p = b.eval.Call(g.call, g.claim)
	default:
		known := b.conducts.Guards(g.callee)
		if known.Own {
			return nil, "", known.Every
		}
		return b.countsInside(g, depth)
	}
	ignores, excludes := p[knowledge.Ignores], p[knowledge.Excludes]
	if _, two := p[knowledge.Excludes]; ignores.Kind != retrypolicy.None || two && excludes.Kind != retrypolicy.None {
		return nil, "", false
	}
	made, _ = p[knowledge.Made].By.At.(ssa.CallInstruction)
	if claim := ignores.By.Claim; claim != nil {
		setting = claim.Policy.Settings[knowledge.Ignores].Name
	}
	return made, setting, true
}

// countsInside asks the same of a function of the package that hands its operation on to a
// breaker.
func (b *breakers) countsInside(g *guard, depth int) (made ssa.CallInstruction, setting string, counts bool) {
	if depth > 2 {
		return nil, "", false
	}
	inner := b.handsTo(deadline.Callee(g.call.Common()))
	if inner == nil {
		return nil, "", false
	}
	return b.countsAll(inner, depth+1)
}
