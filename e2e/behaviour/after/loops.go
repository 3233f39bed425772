// Package loops has retry loops as they are found in programs. The package of the
// same name in the folder after is what the fixes make of them.
package loops

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
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
		time.Sleep(200*time.Millisecond + rand.N(200*time.Millisecond))
	}
	return err
}

// linear begins with a wait of nothing.
func linear(c *http.Client) (err error) {
	for i := range 4 {
		if err = get(context.TODO(), c); err == nil {
			return nil
		}
		time.Sleep(rand.N(max(time.Duration(i)*200*time.Millisecond, 1)))
	}
	return err
}

func doubling(c *http.Client) (err error) {
	wait := 100 * time.Millisecond
	for range 5 {
		if err = get(context.TODO(), c); err == nil {
			return nil
		}
		time.Sleep(rand.N(wait))
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
		<-time.After(wait/2 + rand.N(max(wait/2, 1)))
	}
	return err
}

func helper(c *http.Client) (err error) {
	for i := range 4 {
		if err = get(context.TODO(), c); err == nil {
			return nil
		}
		pause(rand.N(max(backoff(i), 1)))
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
		t := time.NewTimer(rand.N(wait))
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
		time.Sleep(rand.N(wait))
		wait = min(wait*2, 30*time.Second)
	}
}

func shift(c *http.Client) error {
	for i := 0; ; i++ {
		if err := get(context.TODO(), c); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second << min(i, 4)))
	}
}

func steps(c *http.Client) error {
	for i := 1; ; i++ {
		if err := get(context.TODO(), c); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Duration(min(i, 6)) * 5 * time.Second))
	}
}

func deaf(ctx context.Context, c *http.Client) (err error) {
	for range 3 {
		if err = get(ctx, c); err == nil {
			return nil
		}
		select {
		case <-time.After(time.Second + rand.N(time.Second)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

func branches(ctx context.Context, c *http.Client) (err error) {
	for i := range 4 {
		if err = get(ctx, c); err == nil {
			return nil
		}
		if i%2 == 0 {
			select {
			case <-time.After(time.Second + rand.N(time.Second)):
			case <-ctx.Done():
				return ctx.Err()
			}
		} else {
			select {
			case <-time.After(2*time.Second + rand.N(2*time.Second)):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return err
}

func worker(ctx context.Context, c *http.Client) {
	for {
		if err := get(ctx, c); err == nil {
			return
		}
		select {
		case <-time.After(time.Second + rand.N(time.Second)):
		case <-ctx.Done():
			return
		}
	}
}

func yesOrNo(ctx context.Context, c *http.Client) bool {
	for i := 0; i < 3; i++ {
		if get(ctx, c) == nil {
			return true
		}
		select {
		case <-time.After(time.Second + rand.N(time.Second)):
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
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
