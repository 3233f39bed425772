package loops

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"time"
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

func five(ctx context.Context, c *http.Client) error {
	var err error
	for range 5 {
		if err = get(ctx, c); err == nil {
			return nil
		}
	}
	return err
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

func endless(ctx context.Context, c *http.Client) error {
	wait := 100 * time.Millisecond
	for {
		if err := get(ctx, c); err == nil {
			return nil
		}
		time.Sleep(wait)
		wait *= 2
	}
}

func status(ctx context.Context, c *http.Client) (*http.Response, error) {
	return nil, get(ctx, c)
}

func withResult(ctx context.Context, c *http.Client) (res *http.Response, err error) {
	wait := 100 * time.Millisecond
	for range 5 {
		res, err = status(ctx, c)
		if err == nil {
			return res, nil
		}
		time.Sleep(wait)
		wait *= 2
	}
	return nil, err
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

func listens(ctx context.Context, c *http.Client) (err error) {
	for range 3 {
		if err = get(ctx, c); err == nil {
			return nil
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
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

func two(ctx context.Context, c *http.Client) (err error) {
	for range 3 {
		if err = get(ctx, c); err == nil {
			break
		}
	}
	if err != nil {
		return err
	}
	for range 3 {
		if err = get(ctx, c); err == nil {
			break
		}
	}
	return err
}

type client[T any] struct{ http *http.Client }

func (c *client[T]) five(ctx context.Context) (err error) {
	for range 5 {
		if err = get(ctx, c.http); err == nil {
			return nil
		}
	}
	return err
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
