package fallback

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/standin"
)

var blockingFallback = rule.Define(rule.Rule{
	ID: "fallback/blocking-fallback",
	Doc: lint.RawDocumentation{
		Title: "what answers for a failed remote call waits",
		Text: `A fallback is there to answer at once when a dependency does not. One that sleeps,
waits for the disk, for a channel, or for a lock that is held while another
machine is asked, keeps the caller as long as the failed call did. The lock is
the usual one: the refresh of a cache holds it for as long as the slow server
takes, and the fallback reads the last value under the same lock.`,
		Before: `func (c *Cache) refresh(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, err := c.source.Get(ctx) // held for as long as this takes
	…
}

func (c *Cache) last() *Value {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.value
}`,
		After: `func (c *Cache) refresh(ctx context.Context) error {
	v, err := c.source.Get(ctx)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.value = v
	…`,
		Since: "0.1",
	},
	Fix: "None: what to answer instead is a decision.",
	Limits: `Functions of other packages are not looked into. A wait in a select, or for a channel that is made where it is waited
for, counts as bounded.`,
	Source:    `"The fallback makes no network call, acquires no lock across I/O"; "if the fallback can block, it is not a fallback"`,
	Lifecycle: rule.Experimental,
})

// blocking reports a stand-in that waits for something on this machine.
func (f *finder) blocking(s standin.StandIn) {
	if !f.rep.Wanted(blockingFallback, s.Instead.Pos()) {
		return
	}
	fn := deadline.Callee(&s.Instead.Call)
	if fn == nil {
		return
	}
	why := f.waits(fn, make(map[*ssa.Function]bool))
	if why == "" {
		return
	}
	d := f.at(s.Instead.Pos())
	failed := nameOf(&s.First.Call)
	d.Message = "when " + failed + way(failed, s.Via) + " fails, " + nameOf(&s.Instead.Call) + " answers in its place, and " + why + ": " + notAtOnce
	f.once(blockingFallback, d)
}

const notAtOnce = "the caller waits as if there were no fallback; answer with what is at hand"

// waits says what a function waits for on this machine, or nothing.
func (f *finder) waits(fn *ssa.Function, seen map[*ssa.Function]bool) string {
	if seen[fn] || len(seen) > 30 {
		return ""
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.UnOp:
				if why := waitsForChannel(instr); why != "" {
					return why
				}
			case *ssa.Call:
				if why := f.waitsIn(&instr.Call, seen); why != "" {
					return why
				}
			}
		}
	}
	return ""
}

func (f *finder) waitsIn(call *ssa.CallCommon, seen map[*ssa.Function]bool) string {
	called := deadline.Called(call)
	if called == nil {
		return ""
	}
	switch called.FullName() {
	case "time.Sleep":
		return "sleeps"
	case "(*os.File).Sync":
		return "waits for the disk ((*os.File).Sync)"
	}
	if lock := lockOf(call); lock != nil {
		if why := f.held[lock]; why != "" {
			return "waits for the lock " + lock.Name() + ", which is held while " + why
		}
	}
	if callee := deadline.Callee(call); callee != nil && called.Pkg() == f.pass.Pkg {
		return f.waits(callee, seen)
	}
	return ""
}

// waitsForChannel says what a receive waits for, unless it waits in a select.
func waitsForChannel(recv *ssa.UnOp) string {
	if recv.Op != token.ARROW {
		return ""
	}
	if loops.IsTimer(recv.X.Type()) {
		return "sleeps"
	}
	switch ch := recv.X.(type) {
	case *ssa.Parameter:
		return "waits for a channel, without a bound"
	case *ssa.UnOp:
		if deadline.FieldRead(ch) != nil {
			return "waits for a channel, without a bound"
		}
		if _, ok := ch.X.(*ssa.Global); ok {
			return "waits for a channel, without a bound"
		}
	}
	return ""
}

// lockOf is the field or variable that holds the mutex that a call locks, or nil.
func lockOf(call *ssa.CallCommon) *types.Var {
	fn := deadline.Called(call)
	if fn == nil {
		return nil
	}
	switch fn.FullName() {
	case "(*sync.Mutex).Lock", "(*sync.RWMutex).Lock", "(*sync.RWMutex).RLock":
		return mutex(call)
	}
	return nil
}

func unlocks(call *ssa.CallCommon) *types.Var {
	fn := deadline.Called(call)
	if fn == nil {
		return nil
	}
	switch fn.FullName() {
	case "(*sync.Mutex).Unlock", "(*sync.RWMutex).Unlock", "(*sync.RWMutex).RUnlock":
		return mutex(call)
	}
	return nil
}

func mutex(call *ssa.CallCommon) *types.Var {
	recv, _ := deadline.Arguments(call)
	switch recv := recv.(type) {
	case *ssa.FieldAddr:
		return deadline.Field(recv.X.Type(), recv.Field)
	case *ssa.Global:
		v, _ := recv.Object().(*types.Var)
		return v
	case *ssa.UnOp:
		return deadline.FieldRead(recv)
	}
	return nil
}

// heldLocks are the locks that some function of the package holds while it waits for
// another machine. Readers of a read-write lock do not wait for each other, so only
// what keeps all others out counts.
func (f *finder) heldLocks() map[*types.Var]string {
	held := make(map[*types.Var]string)
	for _, fn := range f.funcs {
		for _, b := range fn.Blocks {
			for i, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok {
					continue
				}
				lock := lockOf(&call.Call)
				if lock == nil || deadline.Called(&call.Call).Name() == "RLock" || held[lock] != "" {
					continue
				}
				if via := f.remoteUnder(lock, b, i+1); via != "" {
					held[lock] = around(fn) + " asks another machine (" + via + ")"
				}
			}
		}
	}
	return held
}

// remoteUnder is the way to another machine that is asked from that place on before the
// lock is released, or nothing.
func (f *finder) remoteUnder(lock *types.Var, b *ssa.BasicBlock, i int) string {
	seen := make(map[*ssa.BasicBlock]bool)
	var look func(b *ssa.BasicBlock, i int) string
	look = func(b *ssa.BasicBlock, i int) string {
		for _, instr := range b.Instrs[i:] {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if unlocks(&call.Call) == lock {
				return ""
			}
			if via, ok := f.conducts.Remote(&call.Call); ok {
				return via
			}
		}
		for _, next := range b.Succs {
			if !seen[next] {
				seen[next] = true
				if via := look(next, 0); via != "" {
					return via
				}
			}
		}
		return ""
	}
	return look(b, i)
}
