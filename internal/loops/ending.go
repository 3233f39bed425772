package loops

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// An Ending is how a function goes on after a call, in a loop or not.
type Ending struct{ o *outcome }

// EndingOf looks at what a function makes of a call that can fail. It returns nil if
// the function does not look at that.
func EndingOf(op *ssa.Call) *Ending {
	fn := op.Parent()
	whole := &Loop{Head: fn.Blocks[0], Blocks: make(map[*ssa.BasicBlock]bool)}
	for _, b := range fn.Blocks {
		whole.Blocks[b] = true
	}
	o := outcomeOf(Of(fn), whole, op)
	if o.err == nil || !o.yes && !IsError(o.err.Type()) {
		return nil
	}
	return &Ending{o}
}

// IsError reports whether v is the error of the call, or is made of it.
func (e *Ending) IsError(v ssa.Value) bool { return e.o.errs[v] }

// Succeeded are the blocks that may follow after the call has succeeded.
func (e *Ending) Succeeded() map[*ssa.BasicBlock]bool {
	return e.follow(func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		if test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			cond, negated := withoutNot(test.Cond)
			if equal, ok := e.o.comparison(cond); ok && comparedWith(cond) != "" {
				if equal == negated { // no error is a certain one
					return b.Succs[:1]
				}
				return b.Succs[1:2]
			}
		}
		return e.o.ways(b, succeeded)
	})
}

// Failed are the blocks that may follow after the call has failed for no reason that
// the function has a name for: what asks whether something was not found is told no.
// Names of trouble, a timeout or an open breaker, may be right or wrong.
func (e *Ending) Failed() map[*ssa.BasicBlock]bool {
	all := e.follow(e.unnamed)
	if e.o.status {
		for _, e.o.code = range trouble {
			for b := range e.follow(func(b *ssa.BasicBlock) []*ssa.BasicBlock { return e.o.ways(b, refused) }) {
				all[b] = true
			}
		}
	}
	return all
}

// follow are the blocks that may follow the call, with its own.
func (e *Ending) follow(ways func(*ssa.BasicBlock) []*ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	from := e.o.op.Block()
	seen := map[*ssa.BasicBlock]bool{from: true}
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		for _, next := range ways(b) {
			if !seen[next] {
				seen[next] = true
				visit(next)
			}
		}
	}
	visit(from)
	return seen
}

// unnamed are the blocks that may follow b after an error without a name.
func (e *Ending) unnamed(b *ssa.BasicBlock) []*ssa.BasicBlock {
	test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return b.Succs
	}
	cond, negated := withoutNot(test.Cond)
	choose := func(holds bool) []*ssa.BasicBlock {
		if holds != negated {
			return b.Succs[:1]
		}
		return b.Succs[1:2]
	}
	if ifFailed, ok := e.o.nilTest(cond); ok {
		if !e.certain(cond) {
			return b.Succs
		}
		return choose(ifFailed)
	}
	if about, ok := e.o.predicate(cond); ok {
		if tellsOfTrouble(about) {
			return b.Succs
		}
		return choose(false)
	}
	if equal, ok := e.o.comparison(cond); ok {
		if tellsOfTrouble(comparedWith(cond)) {
			return b.Succs
		}
		return choose(!equal)
	}
	if !e.o.signs[cond] {
		return b.Succs
	}
	switch cond := cond.(type) {
	case *ssa.Call: // strings.Contains(err.Error(), "no such host")
		if isBool(cond.Type()) && !tellsOfTrouble(calleeName(&cond.Call)) {
			return choose(false)
		}
	case *ssa.BinOp: // status.Code(err) == codes.NotFound
		if code, ok := cond.Y.(*ssa.Const); ok && !code.IsNil() && !isTroubleCode(code) {
			switch cond.Op {
			case token.EQL:
				return choose(false)
			case token.NEQ:
				return choose(true)
			}
		}
	}
	return b.Succs
}

// comparedWith is the name of the variable that a condition compares an error with, or
// nothing.
func comparedWith(cond ssa.Value) string {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok {
		return ""
	}
	for _, side := range []ssa.Value{cmp.X, cmp.Y} {
		if load, ok := side.(*ssa.UnOp); ok {
			if global, ok := load.X.(*ssa.Global); ok {
				return global.Name()
			}
		}
	}
	return ""
}

// certain reports whether what a condition asks is the error of the call, and not that
// of one of several.
func (e *Ending) certain(cond ssa.Value) bool {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok {
		return true
	}
	for _, side := range []ssa.Value{cmp.X, cmp.Y} {
		switch v := side.(type) {
		case *ssa.Phi:
			for _, edge := range v.Edges {
				if !e.o.errs[edge] {
					return false
				}
			}
		case *ssa.UnOp:
			if e.o.errs[v] && !e.holds(v) {
				return false
			}
		}
	}
	return true
}

// holds reports whether the variable that is read holds the error of the call there,
// and nothing that was put into it later.
func (e *Ending) holds(load *ssa.UnOp) bool {
	b := load.Block()
	last := len(b.Instrs)
	for i, instr := range b.Instrs {
		if instr == ssa.Instruction(load) {
			last = i
		}
	}
	for ; b != nil; b = b.Idom() {
		if last < 0 {
			last = len(b.Instrs)
		}
		for i := last - 1; i >= 0; i-- {
			if store, ok := b.Instrs[i].(*ssa.Store); ok && store.Addr == load.X {
				return e.o.errs[store.Val]
			}
		}
		last = -1
	}
	return true
}

// tellsOfTrouble reports whether an error of that name says that there was no answer.
func tellsOfTrouble(name string) bool {
	return named(name, "timeout", "deadline", "unavailable", "open", "transient", "temporary", "retr", "network", "connect", "unreach", "overload", "toomany", "limit", "down", "fail", "refused", "reset", "eof")
}

// isTroubleCode reports whether a constant is the status, of HTTP or gRPC, of a
// server that gave no answer.
func isTroubleCode(c *ssa.Const) bool {
	code, ok := integer(c)
	if !ok {
		return false
	}
	switch code {
	case 4, 8, 13, 14, 408, 429:
		return true
	}
	return code >= 500 && code < 600
}
