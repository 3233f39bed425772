package lsp

import (
	"context"
	"slices"
	"sync"
	"time"
)

// debounce is how long the server waits for the next key before it looks at a change. It is
// shorter than a pause in which one reads, and longer than the time between two keys.
const debounce = 300 * time.Millisecond

// A schedule is what is to be looked at. There is one run at a time: a change stops the one that goes on,
// whose answer nobody needs, and what was stopped comes again later. What a stopped run
// has done is in the build cache, so that each begins where the one before ended.
type schedule struct {
	mu    sync.Mutex
	dirty []string // folders in which something changed, the latest last
	later []string // folders to look at when nothing is dirty
	due   time.Time
	wake  chan struct{}
	stop  context.CancelFunc // of the run that goes on
	drop  bool               // the run that was stopped is not to come again
}

func (q *schedule) init() { q.wake = make(chan struct{}, 1) }

// add has folders looked at when nothing was added for the given time.
func (q *schedule) add(delay time.Duration, dirs ...string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, dir := range dirs {
		q.later = without(q.later, dir)
		q.dirty = append(without(q.dirty, dir), dir)
	}
	if due := time.Now().Add(delay); due.After(q.due) {
		q.due = due
	}
	if q.stop != nil {
		q.stop()
	}
	q.signal()
}

// addFirst has a folder looked at that the user just opened. Nothing changed by that.
func (q *schedule) addFirst(dir string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !slices.Contains(q.dirty, dir) {
		q.later = slices.Insert(without(q.later, dir), 0, dir)
	}
	q.signal()
}

// addLater has folders looked at when there is nothing else to do.
func (q *schedule) addLater(dirs ...string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, dir := range dirs {
		if !slices.Contains(q.dirty, dir) && !slices.Contains(q.later, dir) {
			q.later = append(q.later, dir)
		}
	}
	q.signal()
}

// interrupt stops the run that goes on, and forgets it and the rest.
func (q *schedule) interrupt() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.dirty, q.later = nil, nil
	if q.stop != nil {
		q.stop()
		q.drop = true
	}
	q.signal()
}

func (q *schedule) signal() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// A task is a folder to look at, and whether something in it changed.
type task struct {
	dir     string
	changed bool
}

// next waits for something to do. The context ends when something changes. Next is called
// by one goroutine, which calls done before it asks again.
func (q *schedule) next(ctx context.Context) (run context.Context, t task, ok bool) {
	for {
		if ctx.Err() != nil {
			return nil, task{}, false // whatever is left
		}
		wait := q.wait()
		if wait == 0 {
			q.mu.Lock()
			if t, ok := q.take(); ok {
				run, q.stop = context.WithCancel(ctx)
				q.mu.Unlock()
				return run, t, true
			}
			q.mu.Unlock()
			continue
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, task{}, false
		case <-q.wake:
			timer.Stop()
		case <-timer.C:
		}
	}
}

// forever is longer than anybody edits.
const forever = 1000 * time.Hour

// wait is how long there is nothing to do.
func (q *schedule) wait() time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.dirty) == 0 && len(q.later) == 0 {
		return forever
	}
	return max(0, time.Until(q.due))
}

// take takes the folder that changed last, for the user looks at it.
func (q *schedule) take() (task, bool) {
	if n := len(q.dirty); n > 0 {
		t := task{q.dirty[n-1], true}
		q.dirty = q.dirty[:n-1]
		return t, true
	}
	if len(q.later) > 0 {
		t := task{q.later[0], false}
		q.later = q.later[1:]
		return t, true
	}
	return task{}, false
}

// done ends a run. One that was stopped because something else came first comes again.
func (q *schedule) done(t task, stopped bool) {
	q.mu.Lock()
	q.stop()
	again := stopped && !q.drop
	q.stop, q.drop = nil, false
	q.mu.Unlock()
	if again {
		q.addLater(t.dir)
	}
}

func without(list []string, s string) []string {
	return slices.DeleteFunc(list, func(x string) bool { return x == s })
}
