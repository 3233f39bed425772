package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
)

// mayBreak reports from the syntax whether a method may be a circuit breaker of the
// program's own: it is given an attempt, and may return before it is made.
func (cs *Conducts) mayBreak(fn *types.Func, fd *ast.FuncDecl) (found bool) {
	if fd.Recv == nil || attemptOf(fn) < 1 {
		return false
	}
	if p, ok := fn.Signature().Recv().Type().(*types.Pointer); !ok || typeKey(p) == "" {
		return false
	}
	attempt := fn.Signature().Params().At(attemptOf(fn) - 1)
	made, refuses, depth := false, false, 0
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt, *ast.SwitchStmt:
			depth++
		case *ast.Ident:
			made = made || cs.pass.TypesInfo.Uses[n] == attempt
		case *ast.ReturnStmt:
			refuses = refuses || !made && depth > 0
		}
		return true
	})
	return made && refuses
}

// isBreaker tells whether fn, a method that is given an operation, is a circuit
// breaker: its receiver remembers how operations ended, by that and the time it
// decides whether the next is made at all, and if not, it returns an error of its own.
func (cs *Conducts) isBreaker(fn *ssa.Function) *Guards {
	obj, ok := fn.Object().(*types.Func)
	if !ok || fn.Signature.Recv() == nil || attemptOf(obj) < 1 || len(fn.Params) <= attemptOf(obj) {
		return nil
	}
	param := attemptOf(obj)
	var op *ssa.Call
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && isParam(call.Call.Value, fn.Params[param]) {
				if op != nil {
					return nil
				}
				op = call
			}
		}
	}
	if op == nil {
		return nil
	}
	for _, l := range loops.Of(fn) {
		if l.Contains(op) {
			return nil
		}
	}
	o := &ownBreaker{fn: fn, op: op}
	refused := o.refusals()
	if len(refused) == 0 || !o.learns() {
		return nil
	}
	g := &Guards{Param: param, Own: true}
	for _, v := range refused {
		f := cs.failure(v, 0)
		if f == nil {
			return nil
		}
		g.Open = append(g.Open, *f)
	}
	g.Every = o.countsEvery()
	return g
}

// isParam reports whether v is a parameter, or read from the variable that it is kept
// in.
func isParam(v ssa.Value, p *ssa.Parameter) bool {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if cell, ok := load.X.(*ssa.Alloc); ok {
			v = onlyStored(cell)
		}
	}
	return v == p
}

// ownBreaker is a method that may be a breaker.
type ownBreaker struct {
	fn *ssa.Function
	op *ssa.Call
	// read are the fields that decide whether the operation is made, timed is set if
	// the time does, too.
	read  map[*types.Var]bool
	timed bool
	seen  map[ssa.Value]bool
	// errs are the values that are the error of the operation.
	errs map[ssa.Value]bool
}

// refusals are the errors that fn returns without making the operation, because of
// what its receiver remembers and of the time.
func (o *ownBreaker) refusals() (refused []ssa.Value) {
	o.read, o.seen = make(map[*types.Var]bool), make(map[ssa.Value]bool)
	for _, b := range o.fn.Blocks {
		if len(b.Instrs) == 0 || b == o.fn.Recover || o.op.Block().Dominates(b) || reaches(o.op.Block(), b) {
			continue
		}
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		v := ret.Results[len(ret.Results)-1]
		if c, ok := v.(*ssa.Const); ok && c.IsNil() || !loops.IsError(v.Type()) {
			return nil // without an error, too: it is no refusal
		}
		if load, ok := v.(*ssa.UnOp); ok { // a named result
			if cell, ok := load.X.(*ssa.Alloc); ok {
				v = storedIn(cell, b)
			}
		}
		if v == nil {
			return nil
		}
		refused = append(refused, v)
		o.asked(b.Idom())
	}
	if !o.timed || len(o.read) == 0 {
		return nil
	}
	return refused
}

// storedIn is what a block stores in a variable last, or nil.
func storedIn(cell *ssa.Alloc, b *ssa.BasicBlock) (val ssa.Value) {
	for _, instr := range b.Instrs {
		if store, ok := instr.(*ssa.Store); ok && store.Addr == cell {
			val = store.Val
		}
	}
	return val
}

// reaches reports whether a way leads from a block to another.
func reaches(from, to *ssa.BasicBlock) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	var walk func(b *ssa.BasicBlock) bool
	walk = func(b *ssa.BasicBlock) bool {
		if b == to {
			return true
		}
		if seen[b] {
			return false
		}
		seen[b] = true
		for _, succ := range b.Succs {
			if walk(succ) {
				return true
			}
		}
		return false
	}
	return walk(from)
}

// decides collects the fields of the receiver, and the time, that a value is computed
// from.
func (o *ownBreaker) decides(v ssa.Value) {
	if v == nil || o.seen[v] {
		return
	}
	o.seen[v] = true
	switch v := v.(type) {
	case *ssa.BinOp:
		o.decides(v.X)
		o.decides(v.Y)
	case *ssa.UnOp:
		o.decides(v.X)
	case *ssa.Alloc:
		for _, ref := range *v.Referrers() {
			if store, ok := ref.(*ssa.Store); ok && store.Addr == v {
				o.decides(store.Val)
				o.asked(store.Block())
			}
		}
	case *ssa.Phi:
		for i, edge := range v.Edges {
			o.decides(edge)
			o.asked(v.Block().Preds[i]) // a constant came with an answer
		}
	case *ssa.Extract:
		o.decides(v.Tuple)
	case *ssa.Convert:
		o.decides(v.X)
	case *ssa.FieldAddr:
		if ofReceiver(v.X) {
			o.read[deadline.Field(v.X.Type(), v.Field)] = true
		}
		o.decides(v.X)
	case *ssa.Call:
		fn := deadline.Called(&v.Call)
		if fn == nil { // a clock that is kept as a function
			o.timed = o.timed || types.TypeString(v.Call.Value.Type(), nil) == "func() time.Time"
			return
		}
		o.timed = o.timed || tellsTime(fn)
		for _, arg := range deadline.AllArguments(&v.Call) {
			o.decides(arg)
		}
		if callee := deadline.Callee(&v.Call); callee != nil && sameReceiver(callee, o.fn) {
			for _, b := range callee.Blocks {
				if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && b != callee.Recover {
					for _, r := range ret.Results {
						o.decides(r)
					}
					o.asked(b)
				}
			}
		}
	}
}

// asked collects what the conditions on the way to a block are computed from.
func (o *ownBreaker) asked(b *ssa.BasicBlock) {
	for ; b != nil; b = b.Idom() {
		if test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			o.decides(test.Cond)
		}
	}
}

// sameReceiver reports whether fn is a method of the type that another one is of.
func sameReceiver(fn, as *ssa.Function) bool {
	if len(fn.Blocks) == 0 || fn.Signature.Recv() == nil {
		return false
	}
	a, b := knowledge.Named(fn.Signature.Recv().Type()), knowledge.Named(as.Signature.Recv().Type())
	return a != nil && b != nil && a.Obj() == b.Obj()
}

// ofReceiver reports whether an address leads to the receiver of its function, through
// fields at most.
func ofReceiver(v ssa.Value) bool {
	var seen []ssa.Value // a variable may be set to itself
	for !slices.Contains(seen, v) {
		seen = append(seen, v)
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
			continue
		case *ssa.UnOp:
			v = x.X
			continue
		case *ssa.Alloc:
			v = onlyStored(x)
			continue
		case *ssa.Parameter:
			return x.Parent().Signature.Recv() != nil && x == x.Parent().Params[0]
		}
		return false
	}
	return false
}

func tellsTime(fn *types.Func) bool {
	switch fn.Name() {
	case "Now", "Since", "Until":
		return true
	}
	return false
}

// learns reports whether one of the fields that decide is set by how the operation
// ended: behind a test of its error, or by a method that is given it.
func (o *ownBreaker) learns() bool {
	o.errs = make(map[ssa.Value]bool)
	if results := o.op.Call.Signature().Results(); results.Len() == 1 {
		o.noteError(o.op)
	} else {
		for _, ref := range *o.op.Referrers() {
			if e, ok := ref.(*ssa.Extract); ok && e.Index == results.Len()-1 {
				o.noteError(e)
			}
		}
	}
	return o.learnsIn(o.fn) || slices.ContainsFunc(o.fn.AnonFuncs, o.learnsIn)
}

// noteError notes the values that are the error of the operation: what is read from the
// variable that it is kept in, in function literals, too.
func (o *ownBreaker) noteError(v ssa.Value) {
	if o.errs[v] {
		return
	}
	o.errs[v] = true
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Phi:
			o.noteError(ref)
		case *ssa.Store:
			if cell, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v {
				o.noteLoads(cell)
			}
		}
	}
}

func (o *ownBreaker) noteLoads(cell ssa.Value) {
	for _, ref := range *cell.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			o.noteError(ref)
		case *ssa.MakeClosure:
			for i, bound := range ref.Bindings {
				if bound == cell {
					o.noteLoads(ref.Fn.(*ssa.Function).FreeVars[i])
				}
			}
		}
	}
}

func (o *ownBreaker) learnsIn(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, isCall := instr.(ssa.CallInstruction)
			if isCall && sameMethod(call, o.fn) && o.tellsOf(call) && o.sets(deadline.Callee(call.Common()), nil, 0) {
				return true
			}
		}
		if o.after(b) && o.sets(nil, b, 0) {
			return true
		}
	}
	return false
}

func sameMethod(call ssa.CallInstruction, as *ssa.Function) bool {
	callee := deadline.Callee(call.Common())
	return callee != nil && sameReceiver(callee, as)
}

// tellsOf reports whether a call is given the error, or what a test of it says.
func (o *ownBreaker) tellsOf(call ssa.CallInstruction) bool {
	return slices.ContainsFunc(call.Common().Args, func(arg ssa.Value) bool { return o.errs[arg] || o.isTest(arg) })
}

// isTest reports whether a condition is about the error.
func (o *ownBreaker) isTest(cond ssa.Value) bool {
	switch cond := cond.(type) {
	case *ssa.BinOp:
		return o.errs[cond.X] || o.errs[cond.Y]
	case *ssa.UnOp:
		return cond.Op == token.NOT && o.isTest(cond.X)
	case *ssa.Call:
		return slices.ContainsFunc(cond.Call.Args, func(arg ssa.Value) bool { return o.errs[arg] })
	}
	return false
}

// after reports whether a block is reached only by an answer to a test of the error.
func (o *ownBreaker) after(b *ssa.BasicBlock) bool {
	for dom := b.Idom(); dom != nil; dom = dom.Idom() {
		test, ok := dom.Instrs[len(dom.Instrs)-1].(*ssa.If)
		if !ok || !o.isTest(test.Cond) {
			continue
		}
		for _, succ := range dom.Succs {
			if len(succ.Preds) == 1 && succ.Dominates(b) {
				return true
			}
		}
	}
	return false
}

// sets reports whether a function, or one block of it, changes a field that decides.
func (o *ownBreaker) sets(fn *ssa.Function, only *ssa.BasicBlock, depth int) bool {
	blocks := []*ssa.BasicBlock{only}
	if fn != nil {
		blocks = fn.Blocks
	}
	if depth > 3 {
		return false
	}
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Store:
				if o.isRead(instr.Addr) {
					return true
				}
			case ssa.CallInstruction:
				callee := deadline.Called(instr.Common())
				if callee == nil {
					continue
				}
				recv, _ := deadline.Arguments(instr.Common())
				if recv != nil && changes(callee.Name()) && o.isRead(recv) {
					return true
				}
				if own := deadline.Callee(instr.Common()); own != nil && sameReceiver(own, o.fn) && o.sets(own, nil, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// isRead reports whether an address is that of a field which decides.
func (o *ownBreaker) isRead(addr ssa.Value) bool {
	for {
		fa, ok := addr.(*ssa.FieldAddr)
		if !ok {
			return false
		}
		if o.read[deadline.Field(fa.X.Type(), fa.Field)] {
			return true
		}
		addr = fa.X
	}
}

// changes reports whether a method of package sync/atomic changes its receiver.
func changes(name string) bool {
	for _, verb := range []string{"Store", "Add", "Swap", "CompareAndSwap"} {
		if strings.HasPrefix(name, verb) {
			return true
		}
	}
	return false
}
