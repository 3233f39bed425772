package resilience_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/reslint/reslint/resilience"
)

func ExampleGroup() {
	var g resilience.Group // at most 10 at once
	sizes := make([]int, 5)
	for i, shoe := range []string{"boot", "sandal", "clog", "slipper", "pump"} {
		g.Go(func() error {
			sizes[i] = len(shoe)
			return nil
		})
	}
	err := g.Wait()
	fmt.Println(sizes, err)
	// Output:
	// [4 6 4 7 4] <nil>
}

func ExampleNewGroup() {
	g, ctx := resilience.NewGroup(context.Background(), 3)
	g.Go(func() error { return errors.New("out of shoes") })
	g.Go(func() error {
		<-ctx.Done() // a call with ctx ends as soon as another one fails
		return ctx.Err()
	})
	fmt.Println(g.Wait())
	// Output:
	// out of shoes
}

// Nothing is started once the context has ended.
func ExampleGroup_Go() {
	ctx, cancel := context.WithCancel(context.Background())
	g, _ := resilience.NewGroup(ctx, 3)
	g.Go(func() error { return nil })
	cancel()
	g.Go(func() error {
		fmt.Println("too late")
		return nil
	})
	fmt.Println(g.Wait())
	// Output:
	// context canceled
}

func ExampleGroup_TryGo() {
	g, _ := resilience.NewGroup(context.Background(), 1)
	release := make(chan struct{})
	task := func() error { <-release; return nil }
	fmt.Println(g.TryGo(task), g.TryGo(task))
	close(release)
	g.Wait()
	// Output:
	// true false
}

func ExampleGroup_Wait() {
	var g resilience.Group
	var done atomic.Int32
	for range 100 {
		g.Go(func() error { done.Add(1); return nil })
	}
	err := g.Wait()
	fmt.Println(done.Load(), err)
	// Output:
	// 100 <nil>
}

func ExampleGroup_SetLimit() {
	var g resilience.Group
	g.SetLimit(1) // one after the other
	for i := range 3 {
		g.Go(func() error { fmt.Println(i); return nil })
	}
	g.Wait()
	// Output:
	// 0
	// 1
	// 2
}
