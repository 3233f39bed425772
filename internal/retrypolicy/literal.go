package retrypolicy

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
)

// A Literal is a struct whose fields alone say how something retries.
type Literal struct {
	Claim  *knowledge.Claim
	Policy Policy
}

// Literals returns those that a function writes, in its variables and in literals
// within others. A field that is set more than once is unknown.
func (e *Evaluator) Literals(fn *ssa.Function) []Literal {
	type place struct {
		root ssa.Value
		path string
	}
	var order []place
	literals := make(map[place]Literal)
	stored := make(map[place]map[string]bool)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			store, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			field, ok := store.Addr.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			claim := knowledge.RetryType(field.X.Type())
			if claim == nil || !claim.Policy.Whole {
				continue
			}
			root, path := rootOf(field.X)
			if root == nil || changed(root) {
				continue
			}
			p := place{root, path}
			l, ok := literals[p]
			if !ok {
				by := By{At: store, Claim: claim}
				l = Literal{claim, (&walk{e: e}).settings(claim, by, nil)}
				order = append(order, p)
				stored[p] = make(map[string]bool)
			}
			name := deadline.Field(field.X.Type(), field.Field).Name()
			for property, s := range claim.Policy.Settings {
				if s.From != "field" || s.Name != name {
					continue
				}
				if stored[p][name] {
					l.Policy[property] = Value{}
				} else {
					l.Policy[property] = set(s, store.Val, By{At: store, Claim: claim})
				}
			}
			stored[p][name] = true
			literals[p] = l
		}
	}
	var list []Literal
	for _, p := range order {
		list = append(list, literals[p])
	}
	return list
}

// rootOf is the variable or literal that an address leads into, and the way to
// there.
func rootOf(addr ssa.Value) (root ssa.Value, path string) {
	for {
		switch v := addr.(type) {
		case *ssa.FieldAddr:
			path += fmt.Sprint(".", v.Field)
			addr = v.X
			continue
		case *ssa.Alloc:
			return v, path
		}
		return nil, ""
	}
}

// changed reports whether another function of the package, or a copy of another
// struct, may set the fields of a variable, too.
func changed(root ssa.Value) bool {
	for _, ref := range *root.Referrers() {
		switch ref := ref.(type) {
		case *ssa.MakeClosure:
			return true
		case *ssa.Store:
			if c, ok := ref.Val.(*ssa.Const); ref.Addr == root && !(ok && c.Value == nil) {
				return true
			}
		case ssa.CallInstruction:
			if callee := deadline.Callee(ref.Common()); callee != nil && callee.Blocks != nil {
				return true
			}
		}
	}
	return false
}
