package resilience

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

// mustPanic runs f and wants it to panic with a text that contains want.
func mustPanic(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if v, _ := recover().(string); !strings.Contains(v, want) {
			t.Errorf("panicked with %q, want %q", v, want)
		}
	}()
	f()
}

func TestGroupLimit(t *testing.T) {
	for _, limit := range []int{0, 1, 3, 100} {
		var g Group
		want := int64(limit)
		if limit > 0 {
			g.SetLimit(limit)
		} else {
			want = 10
		}
		var now, peak, ran atomic.Int64
		for range 200 {
			g.Go(func() error {
				n := now.Add(1)
				defer now.Add(-1)
				for p := peak.Load(); n > p && !peak.CompareAndSwap(p, n); p = peak.Load() {
				}
				ran.Add(1)
				runtime.Gosched()
				return nil
			})
		}
		if err := g.Wait(); err != nil {
			t.Error(err)
		}
		if peak.Load() > want || ran.Load() != 200 {
			t.Errorf("limit %d: %d tasks at once, %d of 200 ran", limit, peak.Load(), ran.Load())
		}
	}
}

func TestGroupMisuse(t *testing.T) {
	mustPanic(t, "a limit of 0", func() { NewGroup(context.Background(), 0) })
	mustPanic(t, "a limit of -1", func() { new(Group).SetLimit(-1) })
	var g Group
	release := make(chan struct{})
	g.Go(func() error { <-release; return nil })
	mustPanic(t, "while 1 of its tasks", func() { g.SetLimit(3) })
	close(release)
	g.Wait()
	g.SetLimit(3)
}

func TestGroupFirstError(t *testing.T) {
	errFirst, errLater := errors.New("first"), errors.New("later")
	g, ctx := NewGroup(context.Background(), 2)
	g.Go(func() error {
		<-ctx.Done()
		return errLater
	})
	g.Go(func() error { return errFirst })
	if err := g.Wait(); err != errFirst {
		t.Errorf("got %v", err)
	}
	if err := context.Cause(ctx); err != errFirst {
		t.Errorf("cause %v", err)
	}
}

// A zero Group has no context that could end: every task is run.
func TestGroupZeroRunsAll(t *testing.T) {
	var g Group
	errFirst := errors.New("first")
	ran := 0
	g.SetLimit(1)
	g.Go(func() error { ran++; return errFirst })
	g.Go(func() error { ran++; return errors.New("second") })
	g.Go(func() error { ran++; return nil })
	if err := g.Wait(); err != errFirst || ran != 3 {
		t.Errorf("got %v after %d tasks", err, ran)
	}
}

func TestGroupStartsNothingAfterTheEnd(t *testing.T) {
	errEnd := errors.New("the end")
	never := func() error {
		t.Error("a task was started")
		return nil
	}

	t.Run("context", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(errEnd)
		g, _ := NewGroup(ctx, 100)
		for range 100 { // free slots are no reason
			g.Go(never)
		}
		if g.TryGo(never) {
			t.Error("TryGo says that it started a task")
		}
		if err := g.Wait(); err != errEnd {
			t.Errorf("got %v", err)
		}
	})
	t.Run("error", func(t *testing.T) {
		g, ctx := NewGroup(context.Background(), 100)
		g.Go(func() error { return errEnd })
		<-ctx.Done()
		for range 100 {
			g.Go(never)
		}
		if err := g.Wait(); err != errEnd {
			t.Errorf("got %v", err)
		}
	})
	t.Run("Wait", func(t *testing.T) {
		g, ctx := NewGroup(context.Background(), 1)
		if err := g.Wait(); err != nil || ctx.Err() == nil {
			t.Errorf("got %v, context %v", err, ctx.Err())
		}
		g.Go(never)
		if err := g.Wait(); err != context.Canceled {
			t.Errorf("got %v", err)
		}
	})
}

// An error of a task says more than that others were not started.
func TestGroupErrorBeforeCause(t *testing.T) {
	errTask := errors.New("task")
	parent, cancel := context.WithCancel(context.Background())
	g, ctx := NewGroup(parent, 1)
	g.Go(func() error {
		<-ctx.Done()
		return errTask
	})
	cancel()
	g.Go(func() error { return nil }) // is not started
	if err := g.Wait(); err != errTask {
		t.Errorf("got %v", err)
	}
}

// If all tasks were run, the end of the context is nobody's loss.
func TestGroupContextEndsAfterAll(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	g, _ := NewGroup(ctx, 1)
	g.Go(func() error { cancel(); return nil })
	if err := g.Wait(); err != nil {
		t.Errorf("got %v", err)
	}
}

func TestGroupTryGo(t *testing.T) {
	g, _ := NewGroup(context.Background(), 1)
	release := make(chan struct{})
	if !g.TryGo(func() error { <-release; return nil }) {
		t.Error("the first task was not started")
	}
	if g.TryGo(func() error { t.Error("started above the limit"); return nil }) {
		t.Error("TryGo says that it started a second task")
	}
	close(release)
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
}

func TestGroupGoexit(t *testing.T) {
	g, ctx := NewGroup(context.Background(), 1)
	g.Go(func() error { runtime.Goexit(); return nil })
	<-ctx.Done()
	if err := g.Wait(); err != errGoexit {
		t.Errorf("got %v", err)
	}

	var zero Group
	zero.SetLimit(1)
	ran := false
	zero.Go(func() error { runtime.Goexit(); return nil })
	zero.Go(func() error { ran = true; return nil }) // waits for the slot
	if err := zero.Wait(); err != errGoexit || !ran {
		t.Errorf("got %v; the slot was given back: %v", err, ran)
	}
}

// A task that panics ends the program with its own words, before Wait can
// return and let it end with others.
func TestGroupPanic(t *testing.T) {
	if os.Getenv("RESILIENCE_TEST_PANIC") != "" {
		var g Group
		g.Go(func() error { panic("out of shoes") })
		g.Wait()
		os.Exit(0)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestGroupPanic$")
	cmd.Env = append(os.Environ(), "RESILIENCE_TEST_PANIC=1")
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "panic: out of shoes") {
		t.Errorf("got %v\n%s", err, out)
	}
}
