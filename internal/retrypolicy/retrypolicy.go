// Package retrypolicy works out what a retry library is told: how often, with what
// waits, and until when it repeats an operation.
//
// A policy is followed in SSA form from the call that uses it to the literal,
// constructor, wrappers and options that make it. What these mean stands in the
// tables of package knowledge. A property whose value may come from somewhere
// else, a parameter, a configuration, an option that no table knows, is Unknown.
package retrypolicy

import (
	"go/constant"
	"go/token"
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/knowledge"
)

// A Kind says what is known of a property.
type Kind uint8

const (
	// Unknown is every value that can't be followed.
	Unknown Kind = iota
	// None is for what provably is not there: no cap, no jitter, no end.
	None
	// Number is for constants; durations are in nanoseconds.
	Number
	// Given is for what is there, but not as a constant.
	Given
)

// A Value is what is known of a property.
type Value struct {
	Kind   Kind
	Number float64
	// Val is the value in the program, if it stands there: a constant or a
	// variable, and not the default of a library.
	Val ssa.Value
	// By is what sets the property: the call of a constructor or an option, a
	// literal, a function, or the *ssa.Store of a field behind the literal.
	By By
	// Shared is the package-level variable that the policy is kept in, or nil.
	Shared *ssa.Global
}

// By is what sets a property, and the line of the table that says so.
type By struct {
	// At is a call, a literal (*ssa.Alloc), a function, a variable or the store of
	// a field.
	At    Site
	Claim *knowledge.Claim
	// Nth is set where it is not the call At that sets it, but the function that
	// is its Nth argument, counted from 1.
	Nth int
}

// A Site is a part of a program in SSA form.
type Site interface{ Pos() token.Pos }

// Is reports whether v is that number.
func (v Value) Is(n float64) bool { return v.Kind == Number && v.Number == n }

// Absent reports whether the property is provably not there: jitter of 0 is
// none.
func (v Value) Absent() bool { return v.Kind == None || v.Is(0) }

// A Policy holds the properties that are known of.
type Policy map[knowledge.Property]Value

// over returns p with the properties of q in the place of its own.
func (p Policy) over(q Policy) Policy {
	all := maps.Clone(p)
	if all == nil {
		all = make(Policy)
	}
	maps.Copy(all, q)
	return all
}

// Clip is to what random waits are clipped where the first is not below the cap,
// "wait" or "cap", or empty where they stay random.
func (p Policy) Clip() string {
	jitter := p[knowledge.Jitter]
	if jitter.Absent() || jitter.By.Claim == nil {
		return ""
	}
	return jitter.By.Claim.Policy.Clip
}

// sharedBy notes that the policy is kept in a package-level variable.
func (p Policy) sharedBy(g *ssa.Global) Policy {
	for property, v := range p {
		v.Shared = g
		p[property] = v
	}
	return p
}

// hide makes all properties unknown.
func hide() Policy {
	p := make(Policy)
	for _, property := range knowledge.Properties {
		p[property] = Value{}
	}
	return p
}

// number is the constant that v is, or false.
func number(v ssa.Value) (float64, bool) {
	for {
		switch conv := v.(type) {
		case *ssa.Convert:
			v = conv.X
			continue
		case *ssa.ChangeType:
			v = conv.X
			continue
		}
		break
	}
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return 0, false
	}
	switch c.Value.Kind() {
	case constant.Int, constant.Float:
		f, _ := constant.Float64Val(constant.ToFloat(c.Value))
		return f, true
	case constant.Bool:
		if constant.BoolVal(c.Value) {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// set is the value of a property that is set to v; v is nil for the zero value
// of a field.
func set(s knowledge.Setting, v ssa.Value, by By) Value {
	out := Value{By: by, Val: v}
	switch s.From {
	case "none":
		return Value{Kind: None, By: by}
	case "yes":
		return Value{Kind: Given, By: by}
	case "unknown":
		return Value{By: by}
	case "number":
		return Value{Kind: Number, Number: s.Number, By: by}
	}
	if v == nil {
		out.Kind = Number
	} else if n, ok := number(v); ok {
		out.Kind, out.Number = Number, n
	} else if c, ok := v.(*ssa.Const); ok && c.Value == nil {
		out.Kind = Number // nil or a zero value
	} else {
		out.Kind = Given
	}
	if s.Nil != nil && out.Kind == Number && out.Number == 0 {
		out.Number = *s.Nil
	}
	out.Number += float64(s.Plus)
	if out.Kind == Number && out.Number <= 0 && s.Zero != nil {
		zero := set(*s.Zero, nil, by)
		zero.Val = v
		return zero
	}
	return out
}
