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
	err := resilience.ErrNotTried
	for a := range resilience.Attempts(ctx, fiveRetries) {
		if err = get(ctx, c); err == nil {
			return nil
		}
		err = a.Failed(err)
	}
	return err
}

// insideRetries is shared by all calls of inside, as is its budget.
var insideRetries = resilience.Must(resilience.New(resilience.Config{
	Attempts: 4,
	Backoff:  resilience.Backoff{Base: time.Second, Cap: time.Second, Jitter: resilience.EqualJitter},
}))

// inside has the failure inside the test.
func inside(ctx context.Context, c *http.Client) (err error) {
	err = resilience.ErrNotTried
	for a := range resilience.Attempts(ctx, insideRetries) {
		err = get(ctx, c)
		if err != nil {
			log.Printf("attempt %d: %v", a.Number(), err)
			err = a.Failed(err) // for the server
			continue
		}
		break
	}
	return err
}

// lastRetries is shared by all calls of last, as is its budget.
var lastRetries = resilience.Must(resilience.New(resilience.Config{
	Backoff: resilience.Backoff{Base: 200 * time.Millisecond, Cap: 200 * time.Millisecond, Jitter: resilience.EqualJitter},
}))

func last(ctx context.Context, c *http.Client) error {
	failure := resilience.ErrNotTried
	for a := range resilience.Attempts(ctx, lastRetries) {
		err := get(ctx, c)
		if err == nil {
			return nil
		}
		failure = a.Failed(err)
	}
	return fmt.Errorf("all attempts failed: %w", failure)
}

// numberedRetries is shared by all calls of numbered, as is its budget.
var numberedRetries = resilience.Must(resilience.New(resilience.Config{
	Attempts: 8,
	Backoff:  resilience.Backoff{Base: 200 * time.Millisecond, Cap: 12800 * time.Millisecond},
}))

func numbered(ctx context.Context, c *http.Client) (err error) {
	err = resilience.ErrNotTried
	for a := range resilience.Attempts(ctx, numberedRetries) {
		if err = get(ctx, c); err == nil {
			return nil
		}
		log.Printf("attempt %d: %v", a.Number(), err)
		log.Print(a.Number() - 1)
		err = a.Failed(err)
	}
	return err
}

// endlessRetries is shared by all calls of endless, as is its budget.
var endlessRetries = resilience.Must(resilience.New(resilience.Config{
	Backoff: resilience.Backoff{Base: 100 * time.Millisecond},
}))

func endless(ctx context.Context, c *http.Client) error {
	lastErr := resilience.ErrNotTried
	for a := range resilience.Attempts(ctx, endlessRetries) {
		err := get(ctx, c)
		if err == nil {
			return nil
		}
		lastErr = a.Failed(err)
	}
	return lastErr
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
	err = resilience.ErrNotTried
	for a := range resilience.Attempts(ctx, withResultRetries) {
		res, err = status(ctx, c)
		if err == nil {
			return res, nil
		}
		err = a.Failed(err)
	}
	return nil, err
}

var errGaveUp = errors.New("gave up")

// nobodyAsksRetries is shared by all calls of nobodyAsks, as is its budget.
var nobodyAsksRetries = resilience.Must(resilience.New(resilience.Config{
	Backoff: resilience.Backoff{Base: 100 * time.Millisecond, Cap: 100 * time.Millisecond, Jitter: resilience.EqualJitter},
}))

func nobodyAsks(ctx context.Context, c *http.Client) error {
	for a := range resilience.Attempts(ctx, nobodyAsksRetries) {
		err := get(ctx, c)
		if err == nil {
			return nil
		}
		_ = a.Failed(err)
	}
	return errGaveUp
}

// listensRetries is shared by all calls of listens, as is its budget.
var listensRetries = resilience.Must(resilience.New(resilience.Config{
	Backoff: resilience.Backoff{Base: 100 * time.Millisecond, Cap: 100 * time.Millisecond, Jitter: resilience.EqualJitter},
}))

func listens(ctx context.Context, c *http.Client) (err error) {
	err = resilience.ErrNotTried
	for a := range resilience.Attempts(ctx, listensRetries) {
		if err = get(ctx, c); err == nil {
			return nil
		}
		err = a.Failed(err)
	}
	return err
}

// inBetweenRetries is shared by all calls of inBetween, as is its budget.
var inBetweenRetries = resilience.Must(resilience.New(resilience.Config{
	Backoff: resilience.Backoff{Base: 100 * time.Millisecond, Cap: 100 * time.Millisecond, Jitter: resilience.EqualJitter},
}))

// inBetween prepares each attempt.
func inBetween(ctx context.Context, c *http.Client) (err error) {
	err = resilience.ErrNotTried
	for a := range resilience.Attempts(ctx, inBetweenRetries) {
		fresh := context.WithValue(ctx, key{}, time.Now())
		if err = get(fresh, c); err == nil {
			break
		}
		err = a.Failed(err)
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

// commentedRetries is shared by all calls of commented, as is its budget.
var commentedRetries = resilience.Must(resilience.New(resilience.Config{
	Backoff: resilience.Backoff{Base: 100 * time.Millisecond, Cap: 100 * time.Millisecond, Jitter: resilience.EqualJitter},
}))

// commented keeps what it says as a loop, and can't as a call.
func commented(ctx context.Context, c *http.Client) (err error) {
	err = resilience.ErrNotTried
	for a := range resilience.Attempts(ctx, commentedRetries) {
		// The server may be about to restart.
		if err = get(ctx, c); err == nil {
			return nil
		}
		err = a.Failed(err)
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

// twoRetries is shared by all calls of two, as is its budget.
var twoRetries resilience.Policy

func two(ctx context.Context, c *http.Client) (err error) {
	err = resilience.ErrNotTried
	for a := range resilience.Attempts(ctx, &twoRetries) {
		if err = get(ctx, c); err == nil {
			break
		}
		err = a.Failed(err)
	}
	if err != nil {
		return err
	}
	err = resilience.ErrNotTried
	for a := range resilience.Attempts(ctx, &twoRetries2) {
		if err = get(ctx, c); err == nil {
			break
		}
		err = a.Failed(err)
	}
	return err
}

type client[T any] struct{ http *http.Client }

// clientFiveRetries is shared by all calls of five, as is its budget.
var clientFiveRetries = resilience.Must(resilience.New(resilience.Config{Attempts: 5}))

func (c *client[T]) five(ctx context.Context) (err error) {
	err = resilience.ErrNotTried
	for a := range resilience.Attempts(ctx, clientFiveRetries) {
		if err = get(ctx, c.http); err == nil {
			return nil
		}
		err = a.Failed(err)
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
