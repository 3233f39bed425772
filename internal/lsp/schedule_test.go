package lsp

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A worker takes what a schedule gives it, and needs a second for each.
type worker struct {
	mu    sync.Mutex
	began []string
	done  []string
	most  int // runs at the same time
	now   int
}

func (w *worker) work(ctx context.Context, q *schedule) {
	for {
		run, t, ok := q.next(ctx)
		if !ok {
			return
		}
		w.mu.Lock()
		w.began = append(w.began, t.dir)
		w.now++
		w.most = max(w.most, w.now)
		w.mu.Unlock()
		stopped := false
		select {
		case <-run.Done():
			stopped = true
		case <-time.After(time.Second):
		}
		w.mu.Lock()
		w.now--
		if !stopped {
			w.done = append(w.done, t.dir)
		}
		w.mu.Unlock()
		q.done(t, stopped)
	}
}

func TestSchedule(t *testing.T) {
	for _, tt := range []struct {
		name        string
		do          func(q *schedule)
		began, done []string
	}{
		{"one change", func(q *schedule) {
			q.add(debounce, "a")
		}, []string{"a"}, []string{"a"}},
		{"keys in a row are one change", func(q *schedule) {
			for range 50 {
				q.add(debounce, "a")
				time.Sleep(debounce / 3)
			}
		}, []string{"a"}, []string{"a"}},
		{"a change stops the run, and is looked at first", func(q *schedule) {
			q.addFirst("a")
			time.Sleep(time.Second / 2)
			q.add(debounce, "b")
		}, []string{"a", "b", "a"}, []string{"b", "a"}},
		{"what is opened stops nothing, and comes next", func(q *schedule) {
			q.addLater("a", "b")
			time.Sleep(time.Second / 2)
			q.addFirst("c")
		}, []string{"a", "c", "b"}, []string{"a", "c", "b"}},
		{"nothing is looked at twice", func(q *schedule) {
			q.add(debounce, "a", "b")
			q.addLater("a", "b")
			q.addFirst("b")
			q.add(debounce, "a")
		}, []string{"a", "b"}, []string{"a", "b"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var q schedule
				var w worker
				q.init()
				ctx, cancel := context.WithCancel(t.Context())
				var wg sync.WaitGroup
				wg.Go(func() { w.work(ctx, &q) })
				tt.do(&q)
				time.Sleep(time.Minute)
				cancel()
				wg.Wait()
				if !slices.Equal(w.began, tt.began) || !slices.Equal(w.done, tt.done) || w.most > 1 {
					t.Errorf("began %q and ended %q, %d at a time; want %q and %q", w.began, w.done, w.most, tt.began, tt.done)
				}
			})
		})
	}
}

// Who shuts the server down wants nothing of what is left.
func TestInterrupt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q schedule
		q.init()
		q.add(0, "a", "b")
		run, first, ok := q.next(t.Context())
		q.interrupt()
		if !ok || first.dir != "b" || run.Err() == nil {
			t.Errorf("next = %q, %v; stopped: %v", first.dir, ok, run.Err())
		}
		q.done(first, true)
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		if _, left, ok := q.next(ctx); ok {
			t.Errorf("%q is left", left.dir)
		}
	})
}

// Whoever is gone wants nothing either, though the run that was stopped comes again.
func TestGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q schedule
		q.init()
		q.add(0, "a")
		ctx, cancel := context.WithCancel(t.Context())
		_, first, _ := q.next(ctx)
		cancel()
		q.done(first, true)
		if _, left, ok := q.next(ctx); ok {
			t.Errorf("%q is left", left.dir)
		}
	})
}
