// Package deadline answers one question about a context, a request, a client,
// a transport or a duration: does it bound in time what is done with it?
//
// The answer is a Bound, an element of a small lattice. It is found by walking
// back from a use to the places where the value was made, through locals,
// fields, results and closures, in SSA form.
package deadline

import (
	"fmt"
	"slices"
	"time"
)

// A Kind is one of the four answers.
type Kind uint8

const (
	// Unknown is every value that can't be followed, and every decision that
	// is made by configuration. It is never reported.
	Unknown Kind = iota
	// Bounded values end what is done with them after some time.
	Bounded
	// Unbounded values provably set no limit.
	Unbounded
	// Depends is for values that are as bounded as a parameter is.
	Depends
)

// A Bound says whether, and by what, a value is bounded in time. The zero Bound
// is Unknown. It is part of facts, so it holds plain data only.
type Bound struct {
	Kind Kind
	// Params are the parameters (the receiver is the first) of which any one
	// is enough to bound the value. Only for Depends.
	Params []int
	// For is the duration of the bound, where it is constant.
	For time.Duration
	// Accident is set where nothing but a default of the library is the bound.
	Accident bool
	// Off is set for Unbounded values that switch a default of a library off, by
	// a negative timeout.
	Off bool
	// Decided is set for Unknown values about whose bound the program decides,
	// in a way that can't be followed. Nothing may be assumed of them.
	Decided bool
	// Why names what makes the value unbounded: "context.Background()".
	Why string
}

func (b Bound) String() string {
	switch b.Kind {
	case Bounded:
		if b.For != 0 {
			return "bounded(" + b.For.String() + ")"
		}
		return "bounded"
	case Unbounded:
		return "unbounded"
	case Depends:
		return fmt.Sprintf("depends%v", b.Params)
	}
	return "unknown"
}

// Either returns the bound of something that a alone or b alone can end, as a
// call is by its client or by its context.
func Either(a, b Bound) Bound {
	switch {
	case a.Kind == Bounded && b.Kind == Bounded && a.Accident:
		return b
	case a.Kind == Unbounded && b.Kind == Unbounded && b.Off:
		return b
	case a.Kind == Bounded || b.Kind == Unbounded:
		return a
	case b.Kind == Bounded || a.Kind == Unbounded:
		return b
	case a.Kind == Unknown || b.Kind == Unknown:
		return Bound{Decided: a.Decided || b.Decided}
	}
	params := slices.Clone(a.Params)
	for _, p := range b.Params {
		if !slices.Contains(params, p) {
			params = append(params, p)
		}
	}
	slices.Sort(params)
	return Bound{Kind: Depends, Params: params}
}
