package deadline

import (
	"fmt"
	"go/constant"
	"go/types"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/knowledge"
)

// ofConst knows durations; the other constants that matter here are nil, or the
// zero value of a struct, which adds nothing to what its address says.
func ofConst(c *ssa.Const) []Origin {
	if c.Value == nil {
		return nil
	}
	if c.Value.Kind() != constant.Int {
		return unknown()
	}
	if d, exact := constant.Int64Val(c.Value); exact && d <= 0 {
		return []Origin{{Bound: Bound{Kind: Unbounded, Why: fmt.Sprintf("a timeout of %d", d), Off: d < 0}}}
	} else {
		return []Origin{{Bound: Bound{Kind: Bounded, For: time.Duration(d)}}}
	}
}

// ofFunction knows that the functions of package net which make connections
// set no limit on what is done with them: their timeouts are for the dialling.
func ofFunction(fn *ssa.Function) []Origin {
	if obj, ok := fn.Object().(*types.Func); ok {
		// An option that is a function by itself: client.FromEnv.
		if claim := knowledge.Func(obj); claim != nil && claim.Kind == knowledge.Option && len(claim.Bound) == 0 {
			return []Origin{{Bound: Bound{Kind: Unbounded}}}
		}
	}
	if leavesPolicy(fn) {
		return []Origin{{Bound: Bound{Kind: Unbounded}}}
	}
	if obj := fn.Object(); obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "net" {
		return []Origin{{Bound: Bound{Kind: Unbounded, Why: "net." + obj.Name()}}}
	}
	return unknown()
}

// leavesPolicy reports whether fn is an option in the form of a function that
// changes a policy and leaves its bounds alone:
//
//	func(o *s3.Options) { o.UsePathStyle = true }
func leavesPolicy(fn *ssa.Function) bool {
	if len(fn.Params) != 1 || fn.Signature.Results().Len() > 0 || fn.Blocks == nil {
		return false
	}
	o := fn.Params[0]
	claim := knowledge.Type(o.Type())
	if claim == nil || len(claim.Fields) == 0 {
		return false
	}
	for _, ref := range *o.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || isBound(fa) {
			return false
		}
	}
	return true
}

func ofParameter(p *ssa.Parameter) []Origin {
	for i, q := range p.Parent().Params {
		if p == q {
			return []Origin{{Bound: Bound{Kind: Depends, Params: []int{i}}, In: p.Parent()}}
		}
	}
	return unknown()
}
