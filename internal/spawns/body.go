package spawns

import (
	"go/token"
	"go/types"
	"regexp"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
)

// Work is what a goroutine does.
type Work struct {
	// Via is the way to a call that waits for another machine, or empty.
	Via string
	// Asks is a method of an interface, or a function value, that is given a context: it
	// may do so. It is nil if there is none.
	Asks *ssa.CallCommon
	// Lasts is set for a goroutine that is there to stay: a worker, a watch.
	Lasts bool
	// Limited is set where the goroutine itself takes a place below a limit.
	Limited bool
	// Talks is set for a goroutine that may have to wait for another one: it sends, on a
	// channel that has no room for all, or receives, or waits for a group. If not all may
	// run at once, it may wait for ever.
	Talks bool
	// Enters are the functions of the package that it runs.
	Enters map[*ssa.Function]bool
}

// maxWay is how many functions of the package are looked into on the way to a call.
const maxWay = 4

// staying are the names of functions that go on until they are told to stop.
var staying = regexp.MustCompile(`^((?i:run|start|loop|monitor)|(?i:serve|listen|watch|subscribe|tail|follow)([A-Z].*)?)$`)

// WorkOf looks at what is started.
func (p *Package) WorkOf(s *Spawn) *Work {
	w := &work{p: p, seen: make(map[*ssa.Function]bool)}
	w.Enters = w.seen
	if s.Started == nil || s.Started.Blocks == nil || s.Started.Parent() == nil {
		if s.Go == nil {
			if s.Started != nil && s.Started.Blocks != nil {
				w.look(s.Started, 0)
			}
			return &w.Work
		}
		w.call(s.Go, 0)
		return &w.Work
	}
	w.look(s.Started, 0)
	return &w.Work
}

// limitedInside reports whether what is started takes a place below a limit.
func (p *Package) limitedInside(s *Spawn) bool { return p.WorkOf(s).Limited }

type work struct {
	Work
	p    *Package
	seen map[*ssa.Function]bool
}

// look walks through a function, and the literals in it that are not started on their own.
func (w *work) look(fn *ssa.Function, depth int) {
	if w.seen[fn] || depth > maxWay {
		return
	}
	w.seen[fn] = true
	if w.tokens(fn) {
		w.Limited = true
	}
	lasting := w.lasting(fn)
	for b := range lasting {
		w.Lasts = w.Lasts || hearsOfMore(b)
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			w.Talks = w.Talks || talks(instr)
			if call, ok := instr.(*ssa.Call); ok {
				w.callIn(&call.Call, lasting[b], depth)
			}
		}
	}
	for _, inner := range fn.AnonFuncs {
		if at := usedIn(inner); at != nil {
			w.lookWithin(inner, lasting[at], depth)
		}
	}
}

// lookWithin looks at a function literal, which is as lasting as what is around it.
func (w *work) lookWithin(fn *ssa.Function, lasting bool, depth int) {
	was := w.Work
	w.look(fn, depth)
	if lasting && (w.Via != was.Via || w.Asks != was.Asks) {
		w.Lasts = true
	}
}

func (w *work) callIn(call *ssa.CallCommon, lasting bool, depth int) {
	was := w.Work
	w.call(call, depth)
	if lasting && (w.Via != was.Via || w.Asks != was.Asks) {
		w.Lasts = true
	}
}

// call looks at one call.
func (w *work) call(call *ssa.CallCommon, depth int) {
	name := deadline.Called(call)
	if name != nil && w.p.takesPlace(call) {
		w.Limited = true
		return
	}
	via, remote := w.p.Judge.Remote(call)
	if !remote {
		via = w.p.Facts.Behind(call)
		remote = via != ""
	}
	if isCleanup(name) {
		return
	}
	callee := w.p.callee(call)
	if remote && w.Via == "" {
		w.Via = via
	}
	if !remote && w.Asks == nil && w.p.asks(call) {
		w.Asks = call
	}
	if (remote || w.p.Judge.Asks(call)) && name != nil && staying.MatchString(name.Name()) {
		w.Lasts = true
	}
	if callee == nil || callee.Pkg == nil || callee.Pkg.Pkg != w.p.Types {
		return
	}
	if remote || w.p.Judge.Asks(call) || callee.Parent() != nil || depth == 0 {
		w.look(callee, depth+1)
	}
}

// asks reports whether a call is one of an interface method, or function value, with a
// context.
func (p *Package) asks(call *ssa.CallCommon) bool {
	if call.IsInvoke() {
		return p.Judge.Asks(call)
	}
	return false
}

// isCleanup reports whether a function ends something: that is not what the goroutine is
// for.
func isCleanup(fn *types.Func) bool {
	if fn == nil {
		return false
	}
	switch fn.Name() {
	case "Close", "Stop", "Shutdown", "Rollback", "Cancel", "Disconnect", "Flush":
		return true
	}
	return false
}

// takesPlace reports whether a call takes a place below a limit, and nothing else.
func (p *Package) takesPlace(call *ssa.CallCommon) bool {
	name := deadline.Called(call)
	if g := knowledge.GoroutinesOf(name); g != nil && g.Takes {
		return true
	}
	if limiters.MatchString(name.Name()) {
		return true
	}
	recv := name.Signature().Recv()
	if recv == nil {
		return false
	}
	named := knowledge.Named(recv.Type())
	return named != nil && limiters.MatchString(named.Obj().Name())
}

// usedIn is the block in which a function literal is used, or nil if that is in a go or
// defer statement alone: the one is another goroutine, the other the end of this one.
func usedIn(fn *ssa.Function) *ssa.BasicBlock {
	if fn.Referrers() == nil {
		return nil
	}
	for _, ref := range *fn.Referrers() {
		refs := []ssa.Instruction{ref}
		if closure, ok := ref.(*ssa.MakeClosure); ok {
			refs = *closure.Referrers()
		}
		for _, ref := range refs {
			switch ref.(type) {
			case *ssa.Go, *ssa.Defer:
			default:
				return ref.Block()
			}
		}
	}
	return nil
}

// lasting are the blocks of loops that go on until they are told to stop: they wait for
// events, or for time, and do not retry anything.
func (w *work) lasting(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	blocks := make(map[*ssa.BasicBlock]bool)
	retries := make(map[*ssa.BasicBlock]bool)
	for _, r := range loops.Retries(fn, w.p.Judge) {
		retries[r.Head] = true
	}
	for _, l := range loops.Of(fn) {
		if retries[l.Head] || !waitsForEvents(l) {
			continue
		}
		for b := range l.Blocks {
			blocks[b] = true
		}
	}
	return blocks
}

// hearsOfMore reports whether one of several things is waited for in a block, an event among
// them: what a call that came before the loop has subscribed to.
func hearsOfMore(b *ssa.BasicBlock) bool {
	for _, instr := range b.Instrs {
		sel, ok := instr.(*ssa.Select)
		if !ok || len(sel.States) < 2 {
			continue
		}
		for _, state := range sel.States {
			if state.Dir == types.RecvOnly && !isDone(state.Chan) {
				return true
			}
		}
	}
	return false
}

// isDone reports whether a channel is that of a context, or tells the end of something
// without a value.
func isDone(ch ssa.Value) bool {
	if call, ok := ch.(*ssa.Call); ok && deadline.Called(&call.Call) != nil && deadline.Called(&call.Call).Name() == "Done" {
		return true
	}
	elem, ok := ch.Type().Underlying().(*types.Chan)
	if !ok {
		return false
	}
	st, ok := elem.Elem().Underlying().(*types.Struct)
	return ok && st.NumFields() == 0
}

func waitsForEvents(l *loops.Loop) bool {
	for b := range l.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Select:
				return true
			case *ssa.UnOp:
				if instr.Op == token.ARROW {
					return true
				}
			case *ssa.Call:
				if IsReceive(deadline.Called(&instr.Call)) {
					return true
				}
			}
		}
	}
	return false
}
