// Package good has a limit.
package good

import (
	"context"
	"math"
	"math/rand/v2"
	"net/http"
	"time"
)

func call(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.test", nil)
	if err != nil {
		return err
	}
	client := http.Client{Timeout: time.Second}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func capped() {
	backoff := time.Second
	for {
		if err := call(context.TODO()); err == nil {
			return
		}
		time.Sleep(rand.N(backoff))
		backoff = min(2*backoff, time.Minute)
	}
}

func compared() {
	backoff := time.Second
	for {
		if err := call(context.TODO()); err == nil {
			return
		}
		time.Sleep(rand.N(backoff))
		backoff *= 2
		if backoff > time.Minute {
			backoff = time.Minute
		}
	}
}

// Four attempts don't get far.
func few() (err error) {
	for i := 0; i < 4; i++ {
		if err = call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second << i))
	}
	return err
}

var steps = []time.Duration{time.Second, time.Minute}

func listed() {
	for i := 0; ; i++ {
		if err := call(context.TODO()); err == nil {
			return
		}
		time.Sleep(rand.N(steps[min(i, len(steps)-1)]))
	}
}

// The exponent has a cap, so that nothing overflows.
func cappedExponent() {
	for n := 0; ; n++ {
		if err := call(context.TODO()); err == nil {
			return
		}
		time.Sleep(rand.N(time.Second << min(n, 6)))
	}
}

// The cap is looked at before the next doubling.
func cappedBefore() {
	wait := time.Second
	for {
		if err := call(context.TODO()); err == nil {
			return
		}
		time.Sleep(rand.N(wait))
		if wait < time.Minute {
			wait *= 2
		}
	}
}

// A float has room for it, and the cap is one, too.
func cappedFloat() {
	for n := 0; ; n++ {
		if err := call(context.TODO()); err == nil {
			return
		}
		wait := time.Duration(math.Min(math.Pow(2, float64(n)), 60) * float64(time.Second))
		time.Sleep(rand.N(wait))
	}
}

// How many attempts there are is not known, and they are few.
func configured(limit int) (err error) {
	for n := 0; n < limit; n++ {
		if err = call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(rand.N(pauseOf(n)))
	}
	return err
}

func pauseOf(n int) time.Duration {
	return time.Second << n
}
