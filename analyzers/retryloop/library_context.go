package retryloop

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/ssabuild"
)

// A capturedContext is a context around a retry that its operation uses.
type capturedContext struct{ name string }

// contextAtHand is a context that ends the operation of the retry and was given
// to the function around it, so that it may end at any time; or nil. An operation
// that asks the context itself, or that has permanent errors, decides when to
// stop.
func (u *libraryUse) contextAtHand() *capturedContext {
	op := retrypolicy.Operation(u.call.Common(), u.claim)
	if op == nil || asksContext(op, 0) {
		return nil
	}
	closure := u.closure()
	if closure == nil {
		return nil
	}
	for i, fv := range op.FreeVars {
		t := fv.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if !knowledge.IsContext(t) || !passedOn(fv) {
			continue
		}
		bound := closure.Bindings[i]
		if cell, ok := bound.(*ssa.Alloc); ok {
			if bound = ssabuild.OnlyStore(cell); bound == nil {
				continue
			}
		}
		if !endsByCaller(bound, 0) {
			continue
		}
		return &capturedContext{name: fv.Name()}
	}
	return nil
}

func (u *libraryUse) closure() *ssa.MakeClosure {
	v := deadline.Argument(u.call.Common(), knowledge.Source{From: "arg", Arg: u.claim.Policy.Op})
	for {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.MakeClosure:
			return x
		}
		return nil
	}
}

// passedOn reports whether a captured context is handed to a call as it is.
func passedOn(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			if passedOn(ref) {
				return true
			}
		case ssa.CallInstruction:
			for _, arg := range ref.Common().Args {
				if arg == v {
					return true
				}
			}
		}
	}
	return false
}

// asksContext reports whether fn looks whether a context is done or an error is that
// of a context, or marks errors as permanent, perhaps these.
func asksContext(fn *ssa.Function, depth int) bool {
	if depth > 2 {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if load, ok := instr.(*ssa.UnOp); ok {
				if g, ok := load.X.(*ssa.Global); ok && g.Pkg != nil && g.Pkg.Pkg.Path() == "context" {
					return true
				}
			}
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			callee := deadline.Called(call.Common())
			if callee == nil {
				continue
			}
			if retrypolicy.IsMark(callee) {
				return true
			}
			switch callee.FullName() {
			case "(context.Context).Err", "(context.Context).Done", "context.Cause", "(context.Context).Deadline":
				return true
			}
			if target := deadline.Callee(call.Common()); target != nil && target.Blocks != nil && asksContext(target, depth+1) {
				return true
			}
		}
	}
	return false
}

// endsByCaller reports whether v is a context that the function was given, or one
// that is derived from it and ends with it.
func endsByCaller(v ssa.Value, depth int) bool {
	if depth > 10 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		return true
	case *ssa.FreeVar:
		return false // of a function literal around: it may be another's
	case *ssa.UnOp:
		if cell, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			if val := ssabuild.OnlyStore(cell); val != nil {
				return endsByCaller(val, depth+1)
			}
		}
	case *ssa.Extract:
		return endsByCaller(v.Tuple, depth+1)
	case *ssa.Call:
		fn := deadline.Called(v.Common())
		if fn == nil || fn.Pkg() == nil {
			return false
		}
		switch fn.FullName() {
		case "context.WithTimeout", "context.WithDeadline", "context.WithCancel", "context.WithCancelCause", "context.WithTimeoutCause", "context.WithDeadlineCause", "context.WithValue":
			return endsByCaller(v.Call.Args[0], depth+1)
		case "(*net/http.Request).Context":
			return true
		}
	}
	return false
}

// isFresh reports whether v is context.Background() or context.TODO(), with
// values at most: it never ends.
func isFresh(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok {
		if cell, ok := load.X.(*ssa.Alloc); ok {
			v = ssabuild.OnlyStore(cell)
		}
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	fn := deadline.Called(call.Common())
	if fn == nil {
		return false
	}
	switch fn.FullName() {
	case "context.Background", "context.TODO":
		return true
	case "context.WithValue", "context.WithoutCancel":
		return fn.Name() == "WithoutCancel" || isFresh(call.Call.Args[0])
	}
	return false
}
