package bad

import (
	"context"
	"math"
	"time"
)

func twenty() (err error) {
	wait := 100 * time.Millisecond
	for range 20 {
		if err = call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(wait) // want `the retry of bad.call waits longer each time without a limit: 2 min 28 s after attempt 19; waits 100 ms, 150 ms, 225 ms, … 2 min 28 s, without`
		wait = wait * 3 / 2
	}
	return err
}

func adds() error {
	wait := time.Duration(0)
	for {
		if err := call(context.TODO()); err == nil {
			return nil
		}
		wait += 2 * time.Second
		time.Sleep(wait) // want `waits longer each time without a limit`
	}
}

func fraction() error {
	wait := time.Second
	for {
		if err := call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(wait) // want `waits longer each time without a limit: 1 h 23 min after attempt 22`
		wait = time.Duration(float64(wait) * 1.5)
	}
}

func exponents() error {
	for attempt := 0; ; attempt++ {
		if err := call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(time.Duration(1<<uint(attempt)) * 100 * time.Millisecond) // want `waits longer each time without a limit: 1 h 49 min after attempt 17`
	}
}

func powers() error {
	attempt := 0
	for {
		if err := call(context.TODO()); err == nil {
			return nil
		}
		attempt++
		time.Sleep(time.Duration(math.Pow(2, float64(attempt))) * time.Second) // want `waits longer each time without a limit: 1 h 8 min after attempt 12`
	}
}

func linear() error {
	for i := 1; ; i++ {
		if err := call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i) * time.Second) // want `waits longer each time without a limit`
	}
}

// To cut the first wait is no repair.
func longFromTheBeginning() error {
	wait := time.Minute
	for {
		if err := call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(wait) // want `waits longer each time without a limit: 1 h 4 min after attempt 7`
		wait *= 2
	}
}

// Nobody knows where to cut what is given; it can be random all the same.
func given(wait time.Duration) error {
	for {
		if err := call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(wait) // want `waits longer each time without a limit.*without jitter`
		wait *= 2
	}
}

// What doubles here is no duration yet: to cut the wait would not end the growth.
func milliseconds() error {
	ms := 100
	for {
		if err := call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(time.Duration(ms) * time.Millisecond) // want `waits longer each time without a limit: 1 h 49 min after attempt 17`
		ms *= 2
	}
}

// It does not always begin with the same wait.
func resets() {
	const least = time.Second
	wait := least
	if minute() {
		wait = 2 * least
	}
	for {
		if err := call(context.TODO()); err == nil {
			return
		}
		time.Sleep(wait) // want `waits longer each time without a limit`
		wait <<= 1
	}
}

func minute() bool { return time.Now().Minute() == 1 }

// How it grows is not seen here.
func elsewhere() {
	wait := time.Second
	grow := func() { wait *= 2 }
	for {
		if err := call(context.TODO()); err == nil {
			return
		}
		time.Sleep(wait) // want `waits for the same time in every client`
		grow()
	}
}

func nanoseconds() error {
	for wait := time.Second; ; wait++ {
		if err := call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(wait) // want `waits longer each time without a limit`
	}
}

func powersOfWords() error {
	attempt, base := 0, time.Second
	for {
		if err := call(context.TODO()); err == nil {
			return nil
		}
		base *= 1 + 1
		attempt += 1
		time.Sleep(base) // want `waits longer each time without a limit: 1 h 8 min after attempt 12`
	}
}
