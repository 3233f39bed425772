package deadline

import (
	"go/constant"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/knowledge"
)

// options follows a slice of options for a constructor. Any one of its elements
// is enough to bound what is made with them.
func (w *walk) options(slice *ssa.Slice) []Origin {
	array, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return w.origins(slice.X)
	}
	return w.anyOf(w.e.elements(array), slice.Parent())
}

// elements are the values stored in an array that a literal or a variadic call
// makes.
func (e *Evaluator) elements(array *ssa.Alloc) []ssa.Value {
	var vals []ssa.Value
	for _, ref := range *array.Referrers() {
		if at, ok := ref.(*ssa.IndexAddr); ok {
			vals = append(vals, e.cellStores(at)...)
		}
	}
	return vals
}

// anyOf is the bound of something that any one of the values is enough for.
func (w *walk) anyOf(vals []ssa.Value, in *ssa.Function) []Origin {
	total := Origin{Bound: Bound{Kind: Unbounded}, In: in}
	for _, v := range vals {
		origins := w.origins(v)
		if len(origins) == 0 {
			continue // nil sets no bound
		}
		b := Join(origins)
		if b.Kind == Depends {
			owner := Owner(origins)
			if total.Kind == Depends && owner != total.In {
				return undecidable()
			}
			total.In = owner
		}
		total.Bound = Either(total.Bound, b)
	}
	return []Origin{total}
}

// appended follows append(list, options...).
func (w *walk) appended(call *ssa.Call) []Origin {
	if b, ok := call.Call.Value.(*ssa.Builtin); !ok || b.Name() != "append" {
		return unknown()
	}
	return w.anyOf(call.Call.Args, call.Parent())
}

// Options are the values that may be among the options v of a call: the
// elements of a slice, however it was put together.
func (e *Evaluator) Options(v ssa.Value) []ssa.Value {
	seen := make(map[ssa.Value]bool)
	var all []ssa.Value
	var add func(v ssa.Value)
	add = func(v ssa.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Slice:
			if array, ok := v.X.(*ssa.Alloc); ok {
				all = append(all, e.elements(array)...)
			}
		case *ssa.Call:
			if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
				for _, arg := range v.Call.Args {
					add(arg)
				}
			}
		case *ssa.Phi:
			for _, edge := range v.Edges {
				add(edge)
			}
		case *ssa.UnOp:
			if v.Op != token.MUL {
				return
			}
			if local, ok := v.X.(*ssa.Alloc); ok {
				for _, val := range e.cellStores(local) {
					add(val)
				}
			}
		}
	}
	add(v)
	return all
}

// ofText is the bound of a constant text that bounds something if it contains
// one of the words.
func ofText(v ssa.Value, words []string) Bound {
	text, ok := constantText(v)
	if !ok {
		return Bound{}
	}
	for _, word := range words {
		if strings.Contains(text, word) {
			return Bound{Kind: Bounded}
		}
	}
	return Bound{Kind: Unbounded, Why: "a text without " + words[0]}
}

func constantText(v ssa.Value) (string, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}

// optionArgs are the arguments of a call that hold its options: the last one.
func optionArgs(call *ssa.CallCommon) ssa.Value {
	if len(call.Args) == 0 {
		return nil
	}
	return call.Args[len(call.Args)-1]
}

// Blocks reports whether an option of a call makes it wait.
func (e *Evaluator) Blocks(call *ssa.CallCommon) bool {
	list := optionArgs(call)
	if list == nil {
		return false
	}
	for _, v := range e.Options(list) {
		option, ok := v.(*ssa.Call)
		if !ok {
			continue
		}
		fn := Called(option.Common())
		if fn == nil {
			continue
		}
		if claim := knowledge.Func(fn); claim != nil && claim.Blocks && !isFalse(option.Common()) {
			return true
		}
	}
	return false
}

// isFalse reports whether the option is switched off: WaitForReady(false).
func isFalse(call *ssa.CallCommon) bool {
	if len(call.Args) == 0 {
		return false
	}
	c, ok := call.Args[0].(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Bool && !constant.BoolVal(c.Value)
}
