package bad

import (
	"context"
	"log"
	"math"
	"time"
)

// The first wait is none: rand.N would panic.
func linearFromZero() (err error) {
	for i := 0; i < 5; i++ {
		if err = call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i) * time.Second) // want `waits 0 s, 1 s, 2 s, 3 s, without jitter`
	}
	return err
}

func linearFromOne() (err error) {
	for i := 1; i <= 5; i++ {
		if err = call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i) * time.Second) // want `waits 1 s, 2 s, 3 s, 4 s, without jitter`
	}
	return err
}

// Nobody knows what base is.
func givenBase(base time.Duration) (err error) {
	for range 5 {
		if err = call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(base) // want `waits longer each time but without jitter`
		base *= 2
	}
	return err
}

// In 40 rounds a second doubles to less than nothing.
func overflows() (err error) {
	for i := range 40 {
		if err = call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(time.Second << min(i, 50)) // want `waits longer each time without a limit: 1 h 8 min after attempt 13; waits 1 s, 2 s, 4 s, …, without jitter`
	}
	return err
}

func power() (err error) {
	for i := range 4 {
		if err = call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(time.Duration(math.Pow(2, float64(i))) * time.Second) // want `waits 1 s, 2 s, 4 s, without jitter`
	}
	return err
}

func declared() (err error) {
	var wait time.Duration = 50 * time.Millisecond
	for range 4 {
		if err = call(context.TODO()); err == nil {
			break
		}
		<-time.After(wait) // want `waits 50 ms, 75 ms, 112 ms, without jitter`
		wait = wait * 3 / 2
	}
	return err
}

func timerOf(ctx context.Context) (err error) {
	wait := 50 * time.Millisecond
	for range 4 {
		if err = call(ctx); err == nil {
			break
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C: // want `waits 50 ms, 100 ms, 200 ms, without jitter`
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
		wait += wait
	}
	return err
}

// Two waits are mended together, or not at all.
func branches(quick bool) (err error) {
	wait := time.Second
	for range 4 {
		if err = call(context.TODO()); err == nil {
			break
		}
		if quick {
			time.Sleep(wait / 10) // want `waits longer each time but without jitter`
		} else {
			log.Print(err)
			time.Sleep(wait)
		}
		wait *= 2
	}
	return err
}

func pause(d time.Duration) { time.Sleep(d) }

// The helper waits for as long as it is told.
func told() (err error) {
	wait := time.Second
	for range 4 {
		if err = call(context.TODO()); err == nil {
			break
		}
		pause(wait) // want `waits longer each time but without jitter`
		wait *= 2
	}
	return err
}

// A name is taken, and max does not mean max.
func taken(max int) (err error) {
	rand := 1
	wait := time.Second
	for range 4 {
		if err = call(context.TODO()); err == nil {
			break
		}
		time.Sleep(wait) // want `waits 1 s, 2 s, 4 s, without jitter`
		wait *= 2
	}
	for i := range 4 {
		if err = call(context.TODO()); err == nil {
			break
		}
		time.Sleep(time.Duration(i*rand*max) * time.Second) // want `waits longer each time but without jitter`
	}
	return err
}

type settings struct{ Seconds int }

func (s settings) Pause() time.Duration { return time.Duration(s.Seconds) * time.Second }

func computed(s settings) (err error) {
	for range 4 {
		if err = call(context.TODO()); err == nil {
			break
		}
		time.Sleep(time.Duration(s.Seconds+1) * time.Second) // want `waits for the same time in every client`
	}
	return err
}

// What a method returns may differ when it is asked again.
func asked(s settings) (err error) {
	for range 4 {
		if err = call(context.TODO()); err == nil {
			break
		}
		time.Sleep(s.Pause()) // want `waits for the same time in every client`
	}
	return err
}
