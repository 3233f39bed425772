package resilience

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// groupLimit is the limit of a zero Group. Ten calls at once are a fan-out; a
// hundred are a load test of what is called.
const groupLimit = 10

// errGoexit stands for a task that ended through runtime.Goexit, as a test's
// FailNow does. It did not do its work, so it is no success.
var errGoexit = errors.New("resilience: a task of a group called runtime.Goexit")

// A Group runs tasks that are parts of one piece of work, a limited number of
// them at once. It has the methods of golang.org/x/sync/errgroup, and differs
// in three things: there always is a limit; once its context has ended it
// starts nothing more, and Go doesn't wait for a task that doesn't heed the
// context; and Wait returns nil only if each task given to Go was run and
// returned nil.
//
// The zero Group runs at most 10 tasks at once and has no context: it runs all
// tasks, whatever the others return.
//
// A Group is safe for concurrent use. It must not be copied.
type Group struct {
	ctx    context.Context // nil in a zero Group
	cancel context.CancelCauseFunc
	wg     sync.WaitGroup

	mu      sync.Mutex
	sem     chan struct{} // holds an element for each task at work; nil before the first
	err     error         // the first of a task
	skipped bool          // a task was not started
}

// NewGroup returns a Group that runs at most limit tasks at once, and a context
// for them. The context ends with the first task that returns an error, which
// becomes its cause, when Wait returns, and with ctx. NewGroup panics if limit
// is less than 1.
func NewGroup(ctx context.Context, limit int) (*Group, context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	g := &Group{ctx: ctx, cancel: cancel}
	g.SetLimit(limit)
	return g, ctx
}

// SetLimit sets how many tasks may be at work at once. It panics if that is
// less than 1, or if tasks are at work.
func (g *Group) SetLimit(limit int) {
	if limit < 1 {
		panic(fmt.Sprintf("resilience: a group with a limit of %d can do nothing", limit))
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if n := len(g.sem); n > 0 {
		panic(fmt.Sprintf("resilience: the limit of a group changed while %d of its tasks are at work", n))
	}
	g.sem = make(chan struct{}, limit)
}

// Go runs f in a goroutine of its own, as soon as fewer tasks than the limit
// are at work. If the group's context ends first, f isn't run, and Wait tells.
//
// A panic in f isn't recovered: it ends the program, as in any goroutine.
func (g *Group) Go(f func() error) {
	sem := g.slots()
	var done <-chan struct{}
	if g.ctx != nil {
		done = g.ctx.Done()
	}
	select {
	case sem <- struct{}{}:
		if !g.ended() { // else both were ready
			g.start(f, sem)
			return
		}
		<-sem
	case <-done:
	}
	g.mu.Lock()
	g.skipped = true
	g.mu.Unlock()
}

// TryGo is Go for who can't wait: it tells whether f was started. It wasn't if
// as many tasks as the limit are at work, or if the group's context has ended;
// neither is an error to Wait.
func (g *Group) TryGo(f func() error) bool {
	sem := g.slots()
	select {
	case sem <- struct{}{}:
	default:
		return false
	}
	if g.ended() {
		<-sem
		return false
	}
	g.start(f, sem)
	return true
}

// Wait waits until the tasks that were started have ended. It returns the
// first error of one of them, or else the cause of the context's end if that
// kept a task from being started.
func (g *Group) Wait() error {
	g.wg.Wait()
	g.mu.Lock()
	err := g.err
	if err == nil && g.skipped {
		err = context.Cause(g.ctx)
	}
	g.mu.Unlock()
	if g.cancel != nil {
		g.cancel(err)
	}
	return err
}

func (g *Group) slots() chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.sem == nil {
		g.sem = make(chan struct{}, groupLimit)
	}
	return g.sem
}

func (g *Group) ended() bool { return g.ctx != nil && g.ctx.Err() != nil }

// start runs f in the slot that the caller has taken.
func (g *Group) start(f func() error, sem chan struct{}) {
	g.wg.Add(1)
	go func() {
		err := errGoexit
		defer func() {
			if v := recover(); v != nil {
				// Wait must not return now: the program might end well before
				// it can say why it crashes.
				panic(v)
			}
			if err != nil {
				g.fail(err)
			}
			<-sem
			g.wg.Done()
		}()
		err = f()
	}()
}

// fail keeps the first error and ends the context.
func (g *Group) fail(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.err != nil {
		return
	}
	g.err = err
	if g.cancel != nil {
		g.cancel(err)
	}
}
