//go:build go1.25

package resilience

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// With errgroup and a limit of 1, a task that doesn't heed the context keeps Go
// waiting for as long as it lives, and the next task is started then, however
// long ago the context ended.
func TestGroupGoGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		g, _ := NewGroup(ctx, 1)
		start := time.Now()
		g.Go(func() error {
			time.Sleep(time.Hour) // deaf to the context
			return nil
		})
		g.Go(func() error {
			t.Error("the next task was started")
			return nil
		})
		if got := time.Since(start); got != time.Second {
			t.Errorf("Go gave up after %v", got)
		}
		if err := g.Wait(); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		if got := time.Since(start); got != time.Hour {
			t.Errorf("Wait returned after %v, with a task at work", got)
		}
	})
}

func TestGroupErrorEndsWaitForSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		errTask := errors.New("task")
		g, _ := NewGroup(t.Context(), 2)
		g.Go(func() error { time.Sleep(time.Hour); return nil })
		g.Go(func() error { time.Sleep(time.Minute); return errTask })
		start := time.Now()
		for range 3 {
			g.Go(func() error { t.Error("a task was started"); return nil })
		}
		if got := time.Since(start); got != time.Minute {
			t.Errorf("Go gave up after %v", got)
		}
		if err := g.Wait(); err != errTask {
			t.Errorf("got %v", err)
		}
	})
}

func TestGroupRunsInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := NewGroup(t.Context(), 20)
		start := time.Now()
		for range 100 {
			g.Go(func() error { time.Sleep(time.Second); return nil })
		}
		if err := g.Wait(); err != nil {
			t.Error(err)
		}
		if got := time.Since(start); got != 5*time.Second {
			t.Errorf("100 tasks of a second, 20 at once, took %v", got)
		}
	})
}
