package loops

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"time"

	"github.com/reslint/reslint/resilience"
)

// Shapes are loops that can be said in the words of the runtime, and their like that
// can't.
var Shapes = map[string]Loop{
	"five at once":   five,
	"inside":         inside,
	"last":           last,
	"numbered":       numbered,
	"endless":        endless,
	"with a result":  func(ctx context.Context, c *http.Client) error { _, err := withResult(ctx, c); return err },
	"nobody asks":    nobodyAsks,
	"listens":        listens,
	"in between":     inBetween,
	"permanent":      permanent,
	"joined":         joined,
	"both":           both,
	"setting":        func(ctx context.Context, c *http.Client) error { return setting(ctx, c, time.Second) },
	"labelled":       labelled,
	"names its wait": namesItsWait,
	"commented":      commented,
	"explains":       explains,
	"two":            two,
	"of a type":      func(ctx context.Context, c *http.Client) error { return (&client[int]{c}).five(ctx) },
	"forever":        forever,
	"reconnects":     func(ctx context.Context, c *http.Client) error { reconnects(ctx, c); return nil },
}

// fiveRetries is shared by all calls of five, as is its budget.
var fiveRetries = resilience.Must(resilience.New(resilience.Config{Attempts: 5}))

func five(ctx context.Context, c *http.Client) error {
	return resilience.Run(ctx, fiveRetries, func(ctx context.Context) error {
		return get(ctx, c)
	})
}

// inside has the failure inside the test.
func inside(ctx context.Context, c *http.Client) (err error) {
	for i := 1; i <= 4; i++ {
		err = get(ctx, c)
		if err != nil {
			log.Printf("attempt %d: %v", i, err)
			time.Sleep(time.Second) // for the server
			continue
		}
		break
	}
	return err
}

func last(ctx context.Context, c *http.Client) error {
	var failure error
	for range 3 {
		err := get(ctx, c)
		if err == nil {
			return nil
		}
		failure = err
		time.Sleep(200 * time.Millisecond)
	}
	return fmt.Errorf("all attempts failed: %w", failure)
}

func numbered(ctx context.Context, c *http.Client) (err error) {
	for i := 0; i < 8; i++ {
		if err = get(ctx, c); err == nil {
			return nil
		}
		log.Printf("attempt %d: %v", i+1, err)
		log.Print(i)
		time.Sleep(200 * time.Millisecond << i)
	}
	return err
}

// endlessRetries is shared by all calls of endless, as is its budget.
var endlessRetries = resilience.Must(resilience.New(resilience.Config{
	Backoff: resilience.Backoff{Base: 100 * time.Millisecond},
}))

func endless(ctx context.Context, c *http.Client) error {
	return resilience.Run(ctx, endlessRetries, func(ctx context.Context) error {
		return get(ctx, c)
	})
}

func status(ctx context.Context, c *http.Client) (*http.Response, error) {
	return nil, get(ctx, c)
}

// withResultRetries is shared by all calls of withResult, as is its budget.
var withResultRetries = resilience.Must(resilience.New(resilience.Config{
	Attempts: 5,
	Backoff:  resilience.Backoff{Base: 100 * time.Millisecond},
}))

func withResult(ctx context.Context, c *http.Client) (res *http.Response, err error) {
	return resilience.Do(ctx, withResultRetries, func(ctx context.Context) (*http.Response, error) {
		return status(ctx, c)
	})
}

var errGaveUp = errors.New("gave up")

func nobodyAsks(ctx context.Context, c *http.Client) error {
	for range 3 {
		if err := get(ctx, c); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return errGaveUp
}

// listensRetries is shared by all calls of listens, as is its budget.
var listensRetries = resilience.Must(resilience.New(resilience.Config{
	Backoff: resilience.Backoff{Base: 100 * time.Millisecond, Cap: 100 * time.Millisecond, Jitter: resilience.EqualJitter},
}))

func listens(ctx context.Context, c *http.Client) (err error) {
	return resilience.Run(ctx, listensRetries, func(ctx context.Context) error {
		return get(ctx, c)
	})
}

// inBetween prepares each attempt.
func inBetween(ctx context.Context, c *http.Client) (err error) {
	for range 3 {
		fresh := context.WithValue(ctx, key{}, time.Now())
		if err = get(fresh, c); err == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if err != nil {
		return fmt.Errorf("orders: %w", err)
	}
	return nil
}

type key struct{}

// permanent leaves in one more way, which is no success.
func permanent(ctx context.Context, c *http.Client) (err error) {
	for range 3 {
		if err = get(ctx, c); err == nil {
			return nil
		}
		if errors.Is(err, errGaveUp) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// joined would return nil if no attempt were made.
func joined(ctx context.Context, c *http.Client) error {
	var all error
	for range 3 {
		err := get(ctx, c)
		if err == nil {
			return nil
		}
		all = errors.Join(all, err)
		time.Sleep(100 * time.Millisecond)
	}
	return all
}

// both keeps the error twice.
func both(ctx context.Context, c *http.Client) (err error) {
	var kept error
	for range 3 {
		if err = get(ctx, c); err == nil {
			return nil
		}
		kept = err
		time.Sleep(100 * time.Millisecond)
	}
	return errors.Join(err, kept)
}

// setting has a number that is not constant.
func setting(ctx context.Context, c *http.Client, wait time.Duration) (err error) {
	for range 3 {
		if err = get(ctx, c); err == nil {
			return nil
		}
		time.Sleep(wait)
	}
	return err
}

func labelled(ctx context.Context, c *http.Client) (err error) {
again:
	for range 3 {
		if err = get(ctx, c); err == nil {
			break again
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

func namesItsWait(ctx context.Context, c *http.Client) (err error) {
	wait := 100 * time.Millisecond
	for range 3 {
		if err = get(ctx, c); err == nil {
			return nil
		}
		log.Print("next attempt in ", wait)
		time.Sleep(wait)
		wait *= 2
	}
	return err
}

// reconnects is meant to go on.
func reconnects(ctx context.Context, c *http.Client) {
	for {
		if err := get(ctx, c); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

// commented keeps what it says as a loop, and can't as a call.
func commented(ctx context.Context, c *http.Client) (err error) {
	for range 3 {
		// The server may be about to restart.
		if err = get(ctx, c); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// explains what would be gone.
func explains(ctx context.Context, c *http.Client) (err error) {
	wait := 100 * time.Millisecond
	for range 3 {
		if err = get(ctx, c); err == nil {
			return nil
		}
		time.Sleep(wait)
		wait *= 2 // as the handbook has it
	}
	return err
}

// twoRetries2 is shared by all calls of two, as is its budget.
var twoRetries2 resilience.Policy

func two(ctx context.Context, c *http.Client) (err error) {
	for range 3 {
		if err = get(ctx, c); err == nil {
			break
		}
	}
	if err != nil {
		return err
	}
	return resilience.Run(ctx, &twoRetries2, func(ctx context.Context) error {
		return get(ctx, c)
	})
}

type client[T any] struct{ http *http.Client }

// clientFiveRetries is shared by all calls of five, as is its budget.
var clientFiveRetries = resilience.Must(resilience.New(resilience.Config{Attempts: 5}))

func (c *client[T]) five(ctx context.Context) (err error) {
	return resilience.Run(ctx, clientFiveRetries, func(ctx context.Context) error {
		return get(ctx, c.http)
	})
}

// forever grows without a limit.
func forever(ctx context.Context, c *http.Client) error {
	for i := 1; ; i++ {
		if err := get(ctx, c); err == nil {
			return nil
		} else if errors.Is(err, errGaveUp) {
			return err
		}
		time.Sleep(100 * time.Millisecond << i)
	}
}
