package retrypolicy

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/ssabuild"
)

// Repeats reports whether a retry library repeats the operation of a call because that
// failed: not if it only polls for a state, or stays on this machine. Retry libraries
// are made for failures, so it is true where the operation can't be seen.
func Repeats(call *ssa.CallCommon, claim *knowledge.Claim) bool {
	op := Operation(call, claim)
	if op == nil {
		return true
	}
	if !leaves(op, 0, make(map[*ssa.Function]bool)) {
		return false
	}
	if claim.Policy.Repeats == "false" {
		return swallows(op)
	}
	return fails(op, claim.Policy.Repeats == "marked", nil)
}

// RepeatsFailures reports whether an operation is repeated because something that it calls failed, by what
// repeats any error but those of the types that are final.
func RepeatsFailures(op *ssa.Function, final func(types.Type) bool) bool {
	return fails(op, false, final)
}

// Operation is the function that is repeated, if its body is in this package.
func Operation(call *ssa.CallCommon, claim *knowledge.Claim) *ssa.Function {
	if claim.Policy.Op < 0 {
		return nil
	}
	return ssabuild.Literal(deadline.Argument(call, knowledge.Source{From: "arg", Arg: claim.Policy.Op}))
}

// leaves reports whether an operation may leave this machine: whether it, or
// what it calls in this package, calls anything but local functions of the
// standard library.
func leaves(fn *ssa.Function, depth int, seen map[*ssa.Function]bool) bool {
	if depth > 4 {
		return true
	}
	if seen[fn] {
		return false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			common := call.Common()
			if _, ok := common.Value.(*ssa.Builtin); ok {
				continue
			}
			callee := deadline.Called(common)
			if callee == nil {
				return true // through a function value
			}
			if callee.Pkg() == nil || IsMark(callee) || common.IsInvoke() && isErrorMethod(callee) {
				continue
			}
			if target := deadline.Callee(common); target != nil && target.Blocks != nil {
				if leaves(target, depth+1, seen) {
					return true
				}
				continue
			}
			if !standardLocal(callee) {
				return true
			}
		}
	}
	return false
}

func isErrorMethod(fn *types.Func) bool { return fn.Name() == "Error" || fn.Name() == "Unwrap" }

// IsMark reports whether fn marks an error for a retry library.
func IsMark(fn *types.Func) bool {
	claim := knowledge.Func(fn)
	return claim != nil && (claim.Kind == knowledge.Permanent || claim.Kind == knowledge.Transient)
}

// standardLocal reports whether fn is part of the standard library and stays on
// this machine.
func standardLocal(fn *types.Func) bool {
	path := fn.Pkg().Path()
	first, _, _ := strings.Cut(path, "/")
	if strings.Contains(first, ".") || knowledge.Func(fn).Remote() {
		return false
	}
	switch first {
	case "net", "database":
		return path == "net/url" || path == "net/netip"
	case "context", "errors", "fmt", "time", "os", "io", "strings", "strconv", "bytes", "path", "log", "sync", "syscall", "sort", "slices", "maps", "math", "bufio", "encoding", "regexp", "unicode", "reflect", "runtime", "hash", "compress", "archive", "text":
		return true
	}
	return false
}

// fails reports whether an error of something that the operation calls makes it
// repeated. An operation that returns nothing but errors of its own making polls
// for a state, unless they tell of a status code.
func fails(op *ssa.Function, onlyMarked bool, final func(types.Type) bool) bool {
	c := classifier{seen: make(map[ssa.Value]bool), marked: !onlyMarked, final: final}
	for _, b := range op.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		last := ret.Results[len(ret.Results)-1]
		if !loops.IsError(last.Type()) {
			return true // not a shape that is known
		}
		c.look(last, c.marked, b)
	}
	return c.foreign || c.own && readsStatus(op)
}

// A classifier finds out where the errors of an operation come from.
type classifier struct {
	seen         map[ssa.Value]bool
	marked       bool
	final        func(types.Type) bool // errors of the type are not repeated; or nil
	foreign, own bool
}

// look follows an error that is used in the block at; counts tells whether it
// repeats the operation.
func (c *classifier) look(v ssa.Value, counts bool, at *ssa.BasicBlock) {
	if nilAt(v, at) {
		c.own = c.own || counts // it wraps nothing
		return
	}
	if c.seen[v] {
		return
	}
	c.seen[v] = true
	switch v := v.(type) {
	case *ssa.Const:
	case *ssa.Phi:
		for i, e := range v.Edges {
			c.look(e, counts, v.Block().Preds[i])
		}
	case *ssa.ChangeInterface:
		c.look(v.X, counts, at)
	case *ssa.MakeInterface:
		c.made(v.X, counts)
	case *ssa.UnOp:
		c.loaded(v, counts)
	case *ssa.Call:
		c.called(v, counts)
	default:
		c.foreign = c.foreign || counts
	}
}

// made looks at an error of a type that is known: what it wraps.
func (c *classifier) made(v ssa.Value, counts bool) {
	if c.final != nil && c.final(v.Type()) {
		return
	}
	wraps := false
	if alloc, ok := v.(*ssa.Alloc); ok {
		for _, ref := range *alloc.Referrers() {
			fa, ok := ref.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			for _, use := range *fa.Referrers() {
				if store, ok := use.(*ssa.Store); ok && loops.IsError(store.Val.Type()) {
					wraps = true
					c.look(store.Val, counts, store.Block())
				}
			}
		}
	}
	if !wraps && counts {
		if _, isCall := v.(*ssa.Call); isCall {
			c.foreign = true
		}
		c.own = true
	}
}

func (c *classifier) loaded(v *ssa.UnOp, counts bool) {
	var refs []ssa.Instruction
	switch addr := v.X.(type) {
	case *ssa.Global:
		c.own = c.own || counts
		return
	case *ssa.Alloc:
		refs = *addr.Referrers()
	case *ssa.FreeVar:
		refs = *addr.Referrers()
	default:
		c.foreign = c.foreign || counts
		return
	}
	for _, ref := range refs {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == v.X {
			c.look(store.Val, counts, store.Block())
		}
	}
}

func (c *classifier) called(call *ssa.Call, counts bool) {
	fn := deadline.Called(call.Common())
	if fn == nil {
		c.foreign = c.foreign || counts
		return
	}
	if claim := knowledge.Func(fn); claim != nil {
		switch claim.Kind {
		case knowledge.Permanent:
			return
		case knowledge.Transient:
			counts = true
		}
	}
	var wrapped []ssa.Value
	for _, arg := range call.Call.Args {
		if loops.IsError(arg.Type()) {
			wrapped = append(wrapped, arg)
		} else if slice, ok := arg.(*ssa.Slice); ok {
			wrapped = append(wrapped, ErrorsIn(slice)...)
		}
	}
	if len(wrapped) > 0 {
		for _, w := range wrapped {
			c.look(w, counts, call.Block())
		}
		return
	}
	if !counts {
		return
	}
	switch fn.FullName() {
	case "errors.New", "fmt.Errorf":
		c.own = true
	default:
		c.foreign = true
	}
}

// ErrorsIn are the errors among the arguments of a variadic call.
func ErrorsIn(slice *ssa.Slice) (list []ssa.Value) {
	array, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, ref := range *array.Referrers() {
		at, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range *at.Referrers() {
			store, ok := use.(*ssa.Store)
			if !ok {
				continue
			}
			v := store.Val
			if change, ok := v.(*ssa.ChangeInterface); ok {
				v = change.X
			}
			if loops.IsError(v.Type()) {
				list = append(list, v)
			}
		}
	}
	return list
}

// readsStatus reports whether fn looks at the status code of a response.
func readsStatus(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if fa, ok := instr.(*ssa.FieldAddr); ok {
				if f := deadline.Field(fa.X.Type(), fa.Field); f != nil && f.Name() == "StatusCode" {
					return true
				}
			}
		}
	}
	return false
}

// swallows reports whether a condition answers "not yet" because something
// failed: it returns false and no error behind a test of an error.
func swallows(cond *ssa.Function) bool {
	for _, b := range cond.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if ok && len(ret.Results) == 2 && isFalse(ret.Results[0]) && ssabuild.IsNil(ret.Results[1]) && behindFailure(b) {
			return true
		}
	}
	return false
}

// nilAt reports whether an error is known to be nil in a block, for the way to it
// leads through a test.
func nilAt(v ssa.Value, at *ssa.BasicBlock) bool {
	for dom := at; dom != nil; dom = dom.Idom() {
		if len(dom.Instrs) == 0 {
			continue
		}
		test, ok := dom.Instrs[len(dom.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cond, ok := test.Cond.(*ssa.BinOp)
		if !ok || !ssabuild.IsNil(cond.Y) || !sameError(cond.X, v) {
			continue
		}
		var none *ssa.BasicBlock
		switch cond.Op {
		case token.NEQ:
			none = dom.Succs[1]
		case token.EQL:
			none = dom.Succs[0]
		default:
			continue
		}
		if len(none.Preds) == 1 && none.Dominates(at) {
			return true
		}
	}
	return false
}

// sameError reports whether two values are one, or are read from one variable.
func sameError(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	x, ok := a.(*ssa.UnOp)
	if !ok || x.Op != token.MUL {
		return false
	}
	y, ok := b.(*ssa.UnOp)
	return ok && y.Op == token.MUL && x.X == y.X
}

// behindFailure reports whether the block is reached only where an error is not
// nil.
func behindFailure(b *ssa.BasicBlock) bool {
	for dom := b.Idom(); dom != nil; dom = dom.Idom() {
		if len(dom.Instrs) == 0 {
			continue
		}
		test, ok := dom.Instrs[len(dom.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cond, ok := test.Cond.(*ssa.BinOp)
		if !ok || !loops.IsError(cond.X.Type()) || !ssabuild.IsNil(cond.Y) {
			continue
		}
		failed := dom.Succs[0]
		if cond.Op == token.EQL {
			failed = dom.Succs[1]
		}
		if failed.Dominates(b) && len(failed.Preds) == 1 {
			return true
		}
	}
	return false
}

func isFalse(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.ExactString() == "false"
}
