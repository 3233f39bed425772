package effects

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/loops"
)

// Again tells which errors lead to the next attempt of a retry, as far as that is
// certain.
type Again struct {
	// All is set if every error does that is not one of Except: names of variables and
	// types, as in Failure.
	All    bool
	Except []string
	// Some are errors that do.
	Some []Failure
}

// Repeats reports whether an error is certain to lead to the next attempt.
func (a *Again) Repeats(f *Failure) bool {
	for _, some := range a.Some {
		if some.Var != f.Var || some.Type != f.Type {
			continue
		}
		if !slices.ContainsFunc(some.Fields, func(c Constant) bool { v, ok := f.value(c.Name); return !ok || v != c.Value }) {
			return true
		}
	}
	return a.All && !slices.Contains(a.Except, f.Var) && !slices.Contains(a.Except, f.Type)
}

// ends reports whether errors of a type may end the retry.
func (a *Again) ends(t types.Type) bool {
	key := typeKey(t)
	return key != "" && slices.Contains(a.Except, key)
}

// RepeatsFailure reports whether a retry of this package is certain to go on after an
// error.
func (cs *Conducts) RepeatsFailure(r *loops.Retry, f *Failure) bool {
	return r.RepeatsIf((&classifier{f: f}).answer)
}

// again works out which errors a retry repeats: it is asked for each that its
// conditions name.
func (cs *Conducts) again(r *loops.Retry) Again {
	var a Again
	named := &classifier{f: new(Failure), vars: make(map[string]bool), types: make(map[string][]Constant)}
	a.All = r.RepeatsIf(named.answer)
	// What one error is asked depends on what it is, so that all have to be tried.
	for _, key := range sortedKeys(named.types) {
		a.Except = append(a.Except, key)
		tries := []Failure{{Type: key}}
		named.f = &tries[0]
		r.RepeatsIf(named.answer)
		for _, c := range named.types[key] {
			tries = append(tries, Failure{Type: key, Fields: []Constant{c}})
		}
		for _, f := range tries {
			if cs.RepeatsFailure(r, &f) {
				a.Some = append(a.Some, f)
				if f.Fields == nil {
					break
				}
			}
		}
	}
	for _, name := range sortedKeys(named.vars) {
		a.Except = append(a.Except, name)
		if f := (Failure{Var: name}); cs.RepeatsFailure(r, &f) {
			a.Some = append(a.Some, f)
		}
	}
	return a
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// A classifier answers what a program asks about an error.
type classifier struct {
	f     *Failure
	depth int
	// vars and types note the names that are asked for, and of types the constants
	// that their fields are compared with; both are nil if nobody wants to know.
	vars  map[string]bool
	types map[string][]Constant
}

// answer tells whether a condition holds, if it is about the error and known.
func (c *classifier) answer(cond ssa.Value, is func(ssa.Value) bool) (holds, known bool) {
	switch cond := cond.(type) {
	case *ssa.Const:
		if cond.Value != nil && cond.Value.Kind() == constant.Bool {
			return constant.BoolVal(cond.Value), true
		}
	case *ssa.BinOp:
		return c.compared(cond, is)
	case *ssa.Call:
		return c.asked(cond, is)
	case *ssa.Extract:
		if assert, ok := cond.Tuple.(*ssa.TypeAssert); ok && cond.Index == 1 && is(assert.X) && !c.f.Wrapped {
			return c.hasType(assert.AssertedType)
		}
	case *ssa.UnOp:
		if name, ok := c.field(cond, is); ok {
			c.note(name, "true")
			c.note(name, "false")
			text, known := c.f.value(name)
			return text == "true", known
		}
	}
	return false, false
}

func (c *classifier) note(field, value string) {
	if c.types == nil || c.f.Type == "" {
		return
	}
	one := Constant{field, value}
	if list := c.types[c.f.Type]; !slices.Contains(list, one) {
		c.types[c.f.Type] = append(list, one)
	}
}

// compared answers err == ErrX, and e.Field == constant.
func (c *classifier) compared(cmp *ssa.BinOp, is func(ssa.Value) bool) (holds, known bool) {
	if cmp.Op != token.EQL && cmp.Op != token.NEQ {
		return false, false
	}
	x, y := cmp.X, cmp.Y
	if name, ok := c.field(x, is); ok {
		want, ok := y.(*ssa.Const)
		if !ok || want.Value == nil {
			return false, false
		}
		c.note(name, want.Value.ExactString())
		text, known := c.f.value(name)
		return (text == want.Value.ExactString()) == (cmp.Op == token.EQL), known
	}
	if !is(x) {
		x, y = y, x
	}
	if name := sentinel(y); is(x) && name != "" {
		holds, known = c.isVar(name)
		holds = holds && !c.f.Wrapped
		return holds == (cmp.Op == token.EQL), known
	}
	return false, false
}

// sentinel is the name of the variable that an error is read from, or empty.
func sentinel(v ssa.Value) string {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return ""
	}
	g, ok := load.X.(*ssa.Global)
	if !ok || g.Pkg == nil {
		return ""
	}
	return g.Pkg.Pkg.Path() + "." + g.Name()
}

func (c *classifier) isVar(name string) (holds, known bool) {
	if c.vars != nil {
		c.vars[name] = true
	}
	return c.f.Var == name, true
}

// hasType tells whether the error is of a type. Of what a variable holds the type is
// not known, but it is none of another package than its own.
func (c *classifier) hasType(t types.Type) (holds, known bool) {
	key := typeKey(t)
	if key == "" {
		return false, false
	}
	if c.types != nil {
		if _, ok := c.types[key]; !ok {
			c.types[key] = nil
		}
	}
	if c.f.Var != "" {
		return false, packageOf(c.f.Var) != packageOf(key)
	}
	return c.f.Type == key, true
}

func packageOf(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '.' {
			return name[:i]
		}
	}
	return ""
}

// asked answers errors.Is, errors.As and the predicates of the package.
func (c *classifier) asked(call *ssa.Call, is func(ssa.Value) bool) (holds, known bool) {
	fn := call.Call.StaticCallee()
	if fn == nil || !slices.ContainsFunc(call.Call.Args, is) {
		return false, false
	}
	switch fn.String() {
	case "errors.Is":
		if name := sentinel(call.Call.Args[1]); name != "" {
			holds, known = c.isVar(name)
			return holds, known && c.f.Type == "" // a type may have a method Is
		}
		return false, false
	case "errors.As":
		if target := targetOf(call); target != nil {
			return c.hasType(deref(target.Type()))
		}
		return false, false
	}
	if c.depth > 2 || len(fn.Blocks) == 0 {
		return false, false
	}
	return c.predicate(fn, slices.IndexFunc(call.Call.Args, is))
}

// targetOf is the variable that errors.As stores the error in, or nil.
func targetOf(call *ssa.Call) *ssa.Alloc {
	v := call.Call.Args[1]
	if conv, ok := v.(*ssa.MakeInterface); ok {
		v = conv.X
	}
	cell, _ := v.(*ssa.Alloc)
	return cell
}

// field is the name of the field of the error that v is read from, once errors.As or a
// type assertion has found it.
func (c *classifier) field(v ssa.Value, is func(ssa.Value) bool) (name string, ok bool) {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return "", false
	}
	fa, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return "", false
	}
	st, ok := deref(fa.X.Type()).Underlying().(*types.Struct)
	if !ok || typeKey(fa.X.Type()) != c.f.Type || c.f.Type == "" {
		return "", false
	}
	switch x := fa.X.(type) {
	case *ssa.UnOp:
		cell, ok := x.X.(*ssa.Alloc)
		return st.Field(fa.Field).Name(), ok && filledFrom(cell, is)
	case *ssa.Alloc:
		return st.Field(fa.Field).Name(), filledFrom(x, is)
	case *ssa.Extract:
		assert, ok := x.Tuple.(*ssa.TypeAssert)
		return st.Field(fa.Field).Name(), ok && x.Index == 0 && is(assert.X)
	case *ssa.TypeAssert:
		return st.Field(fa.Field).Name(), is(x.X)
	}
	return "", false
}

// filledFrom reports whether errors.As stores the error in a variable, and nothing
// else does.
func filledFrom(cell *ssa.Alloc, is func(ssa.Value) bool) (filled bool) {
	for _, ref := range *cell.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if c, ok := ref.Val.(*ssa.Const); !ok || !c.IsNil() {
				return false
			}
		case *ssa.MakeInterface:
			for _, use := range *ref.Referrers() {
				call, ok := use.(*ssa.Call)
				if !ok || call.Call.StaticCallee() == nil || call.Call.StaticCallee().String() != "errors.As" || !is(call.Call.Args[0]) {
					return false
				}
				filled = true
			}
		}
	}
	return filled
}

// predicate computes what a function of the package says of the error, if every
// condition on the way is known.
func (c *classifier) predicate(fn *ssa.Function, param int) (holds, known bool) {
	results := fn.Signature.Results()
	if results.Len() != 1 || !types.Identical(results.At(0).Type(), types.Typ[types.Bool]) || param >= len(fn.Params) {
		return false, false
	}
	c.depth++
	defer func() { c.depth-- }()
	is := func(v ssa.Value) bool {
		if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
			if cell, ok := load.X.(*ssa.Alloc); ok {
				if val := onlyStored(cell); val != nil {
					v = val
				}
			}
		}
		return v == fn.Params[param]
	}
	var from *ssa.BasicBlock
	b := fn.Blocks[0]
	value := func(v ssa.Value) (ssa.Value, bool) {
		// What a phi of the block names in turn is one of the round before, and may be itself.
		negated, entered := false, false
		for {
			switch x := v.(type) {
			case *ssa.UnOp:
				if x.Op == token.NOT {
					v, negated = x.X, !negated
					continue
				}
			case *ssa.Phi:
				if i := slices.Index(x.Block().Preds, from); x.Block() == b && i >= 0 && !entered {
					v, entered = x.Edges[i], true
					continue
				}
			}
			return v, negated
		}
	}
	decide := func(v ssa.Value) (holds, known bool) {
		v, negated := value(v)
		if cmp, ok := v.(*ssa.BinOp); ok && (cmp.Op == token.EQL || cmp.Op == token.NEQ) && is(cmp.X) {
			if k, ok := cmp.Y.(*ssa.Const); ok && k.IsNil() {
				return (cmp.Op == token.NEQ) != negated, true
			}
		}
		holds, known = c.answer(v, is)
		return holds != negated, known
	}
	for range 100 {
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			return decide(last.Results[0])
		case *ssa.Jump:
			from, b = b, b.Succs[0]
		case *ssa.If:
			holds, known := decide(last.Cond)
			if !known {
				return false, false
			}
			if from = b; holds {
				b = b.Succs[0]
			} else {
				b = b.Succs[1]
			}
		default:
			return false, false
		}
	}
	return false, false
}

// onlyStored is what a variable holds that is stored to once, or nil.
func onlyStored(cell *ssa.Alloc) (val ssa.Value) {
	for _, ref := range *cell.Referrers() {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == cell {
			if val != nil {
				return nil
			}
			val = store.Val
		}
	}
	return val
}
