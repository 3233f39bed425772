package deadline

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An Origin is one place from which a value can come, and what it is there.
type Origin struct {
	Bound
	// In is the function in which the value is made; for Depends, the one
	// whose parameters decide.
	In *ssa.Function
	// Pos is where the value is made, if that is in this package and known.
	Pos token.Pos
	// Made is the literal or zero value in this package that is the value, or
	// nil: a place where a bound could be set.
	Made ssa.Value
	// Var is the variable of another package that is the value, such as
	// http.DefaultClient.
	Var *types.Var
	// Fresh is set for contexts that begin here: context.Background().
	Fresh bool
	// Field is the field of this package through which the value came last, or
	// nil.
	Field *types.Var
	// Type is, for Unknown, that of the value beyond which nothing can be
	// followed.
	Type types.Type
	// Asked is set where a context or request has been looked at on the way,
	// as in a builder that is given one.
	Asked bool
	// Shared is set where the way to the use goes through a field or variable
	// that other packages can set, too.
	Shared bool
}

func unknown() []Origin { return []Origin{{}} }

// undecidable are the origins of a value about whose bound the program decides
// in a way that can't be followed.
func undecidable() []Origin { return []Origin{{Bound: Bound{Decided: true}}} }

// Join returns what holds for a value whichever of its origins it has. A value
// that has a bound on one way and none on another is a decision of the
// program's: Unknown. A parameter on one way and nothing on another, as after
// a test for nil, is as unbounded as the parameter.
func Join(origins []Origin) Bound {
	if len(origins) == 0 {
		return Bound{}
	}
	joined := origins[0]
	for _, o := range origins[1:] {
		switch {
		case o.Kind == joined.Kind && o.Kind != Depends:
			joined.For = max(joined.For, o.For)
			joined.Accident = joined.Accident || o.Accident
			joined.Decided = joined.Decided || o.Decided
		case o.Kind == Unbounded && joined.Kind == Depends:
		case o.Kind == Depends && joined.Kind == Unbounded:
			joined = o
		case o.Kind == Depends && joined.Kind == Depends && o.In == joined.In && slices.Equal(o.Params, joined.Params):
		default:
			return Bound{Decided: true}
		}
	}
	return joined.Bound
}

// decided leaves the origins as they are, unless one of them is bounded and
// another is not: then somebody decided, and nothing is proven.
func decided(origins []Origin) []Origin {
	var bounded, other bool
	for _, o := range origins {
		if o.Kind == Bounded {
			bounded = true
		} else {
			other = true
		}
	}
	if bounded && other {
		return undecidable()
	}
	return origins
}

// Owner is the function whose parameters decide about a value with these
// origins, or nil.
func Owner(origins []Origin) *ssa.Function {
	for _, o := range origins {
		if o.Kind == Depends {
			return o.In
		}
	}
	return nil
}
