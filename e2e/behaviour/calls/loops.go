// Package loops has retry loops as they are found in programs. The package of the
// same name in the folder after is what the fixes make of them.
package loops

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/reslint/reslint/resilience"
)

// A Loop calls a server until it answers.
type Loop func(context.Context, *http.Client) error

// All are the loops by name.
var All = map[string]Loop{
	"constant":  func(_ context.Context, c *http.Client) error { return constant(c) },
	"linear":    func(_ context.Context, c *http.Client) error { return linear(c) },
	"doubling":  func(_ context.Context, c *http.Client) error { return doubling(c) },
	"given":     func(_ context.Context, c *http.Client) error { return given(c, 100*time.Millisecond) },
	"nothing":   func(_ context.Context, c *http.Client) error { return given(c, -1) },
	"helper":    func(_ context.Context, c *http.Client) error { return helper(c) },
	"timer":     timer,
	"uncapped":  func(_ context.Context, c *http.Client) error { return uncapped(c) },
	"shift":     func(_ context.Context, c *http.Client) error { return shift(c) },
	"steps":     func(_ context.Context, c *http.Client) error { return steps(c) },
	"deaf":      deaf,
	"branches":  branches,
	"worker":    func(ctx context.Context, c *http.Client) error { worker(ctx, c); return nil },
	"yes or no": func(ctx context.Context, c *http.Client) error { yesOrNo(ctx, c); return nil },
	"hot":       hot,
}

func get(ctx context.Context, c *http.Client) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.test/", nil)
	if err != nil {
		return err
	}
	res, err := c.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("orders: %s", res.Status)
	}
	return nil
}

func constant(c *http.Client) (err error) {
	for range 4 {
		if err = get(context.TODO(), c); err == nil {
			return nil
		}
		time.Sleep(400 * time.Millisecond)
	}
	return err
}

// linear begins with a wait of nothing.
func linear(c *http.Client) (err error) {
	for i := range 4 {
		if err = get(context.TODO(), c); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i) * 200 * time.Millisecond)
	}
	return err
}

func doubling(c *http.Client) (err error) {
	wait := 100 * time.Millisecond
	for range 5 {
		if err = get(context.TODO(), c); err == nil {
			return nil
		}
		time.Sleep(wait)
		wait *= 2
	}
	return err
}

// given may be given a wait of less than nothing.
func given(c *http.Client, wait time.Duration) (err error) {
	for range 4 {
		if err = get(context.TODO(), c); err == nil {
			return nil
		}
		<-time.After(wait)
	}
	return err
}

func helper(c *http.Client) (err error) {
	for i := range 4 {
		if err = get(context.TODO(), c); err == nil {
			return nil
		}
		pause(backoff(i))
	}
	return err
}

func pause(d time.Duration) { time.Sleep(d) }

func backoff(i int) time.Duration {
	return min(100*time.Millisecond<<i, time.Second)
}

func timer(ctx context.Context, c *http.Client) (err error) {
	wait := 50 * time.Millisecond
	for range 5 {
		if err = get(ctx, c); err == nil {
			return nil
		}
		t := time.NewTimer(wait)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
		wait = wait * 3 / 2
	}
	return err
}

func uncapped(c *http.Client) error {
	wait := time.Second
	for {
		if err := get(context.TODO(), c); err == nil {
			return nil
		}
		time.Sleep(wait)
		wait *= 2
	}
}

func shift(c *http.Client) error {
	for i := 0; ; i++ {
		if err := get(context.TODO(), c); err == nil {
			return nil
		}
		time.Sleep(time.Second << i)
	}
}

func steps(c *http.Client) error {
	for i := 1; ; i++ {
		if err := get(context.TODO(), c); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i) * 5 * time.Second)
	}
}

// deafRetries is shared by all calls of deaf, as is its budget.
var deafRetries = resilience.Must(resilience.New(resilience.Config{
	Backoff: resilience.Backoff{Base: 2 * time.Second, Cap: 2 * time.Second, Jitter: resilience.EqualJitter},
}))

func deaf(ctx context.Context, c *http.Client) (err error) {
	return resilience.Run(ctx, deafRetries, func(ctx context.Context) error {
		return get(ctx, c)
	})
}

func branches(ctx context.Context, c *http.Client) (err error) {
	for i := range 4 {
		if err = get(ctx, c); err == nil {
			return nil
		}
		if i%2 == 0 {
			time.Sleep(2 * time.Second)
		} else {
			<-time.After(4 * time.Second)
		}
	}
	return err
}

func worker(ctx context.Context, c *http.Client) {
	for {
		if err := get(ctx, c); err == nil {
			return
		}
		time.Sleep(2 * time.Second)
	}
}

func yesOrNo(ctx context.Context, c *http.Client) bool {
	for i := 0; i < 3; i++ {
		if get(ctx, c) == nil {
			return true
		}
		time.Sleep(2 * time.Second)
	}
	return false
}

func hot(ctx context.Context, c *http.Client) error {
	for {
		if err := get(ctx, c); err == nil {
			return nil
		}
	}
}
