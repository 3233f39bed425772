// Package bad uses a retry helper with faults.
package bad

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"retryloop/library/lib"
)

type server interface {
	Get(ctx context.Context) error
	Ping() error
}

func steady(s server) error {
	w := lib.Times(3, lib.Every(time.Second)) // want `this retry always waits for the same time \(1 s, 1 s, 1 s\): .* Add jitter: lib.Spread \(retryloop/constant-backoff\)`
	return lib.Do(w, s.Ping)
}

func literal(s server) error {
	return lib.Do(&lib.Policy{Attempts: 4, Wait: 50 * time.Millisecond}, s.Ping) // want `these waits grow, but have no jitter \(50 ms, 100 ms, 200 ms\): .* Add jitter: set Jitter to 0.5 \(retryloop/no-jitter\)`
}

func zero(s server) error {
	var p lib.Policy
	return lib.Do(&p, s.Ping) // want `nothing ends this retry, .*\(also: its waits have no cap, its waits have no jitter\) \(retryloop/unbounded\)`
}

// What is set last, before the use, holds.
func later(s server) error {
	p := &lib.Policy{Jitter: 0.5}
	p.Attempts = 4
	p.Jitter = 0 // want `no jitter \(100 ms, 200 ms, 400 ms\)`
	err := lib.Do(p, s.Ping)
	p.Jitter = 1
	return err
}

// A function literal that reads the policy changes nothing.
func read(s server) error {
	p := &lib.Policy{Attempts: 3} // want `no jitter \(100 ms, 200 ms\)`
	return lib.Do(p, func() error {
		fmt.Println("waits", p.Wait)
		return s.Ping()
	})
}

func made() *lib.Policy {
	return &lib.Policy{Attempts: 21, Jitter: 0.1} // want `without a cap these waits grow to 14 h 34 min \(100 ms, 200 ms, 400 ms, … 14 h 34 min\): .* \(retryloop/no-cap\)`
}

func throughMade(s server) error { return lib.Do(made(), s.Ping) }

var patient = lib.Times(5, lib.Every(time.Minute))

func throughPatient(s server) error { return lib.Do(patient, s.Ping) } // want `all calls of throughPatient share patient, .* \(also: its waits have no jitter\) \(retryloop/shared-policy\)`

func deaf(ctx context.Context, s server) error {
	return lib.Call(func() error { return s.Get(ctx) }, lib.Waiting(lib.Spreading)) // want `the operation ends with ctx, but this retry does not listen to it: when the caller has gone, it goes on for 4 s, .* Pass it by lib.Within \(retryloop/deaf-sleep\)`
}

func deafRequest(w http.ResponseWriter, r *http.Request, s server) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Second)
	defer cancel()
	lib.Call(func() error { return s.Get(ctx) }, lib.Waiting(lib.Spreading)) // want `does not listen to it`
}

// The function is named as an argument.
func named(s server) error {
	return lib.Call(s.Ping, lib.Waiting(lib.Steady)) // want `Add jitter: lib.Spreading \(retryloop/constant-backoff\)`
}

// Two faults, one edit.
func both(ctx context.Context, s server) error {
	return lib.Do(lib.Times(3, lib.Every(time.Second)), func() error { // want `always waits .* \(also: it does not listen to ctx\)`
		return s.Get(ctx)
	})
}

// Of what one policy lacks, the second use tells only what is its own.
func twice(ctx context.Context, s server) error {
	w := lib.Times(3, lib.Every(2*time.Second)) // want `always waits`
	if err := lib.Do(w, s.Ping); err != nil {
		return err
	}
	return lib.Do(w, func() error { return s.Get(ctx) }) // want `the operation ends with ctx, .* it goes on for 6 s, .* \(retryloop/deaf-sleep\)`
}

func byStatus(client *http.Client, req *http.Request) error {
	return lib.Do(&lib.Policy{Attempts: 3}, func() error { // want `no jitter`
		resp, err := client.Do(req)
		if err != nil {
			return lib.Stop(err)
		}
		resp.Body.Close()
		if resp.StatusCode >= 500 {
			return errors.New(resp.Status)
		}
		return nil
	})
}

func wrapping(s server) error {
	return lib.Do(&lib.Policy{Attempts: 3}, func() error { // want `no jitter`
		if err := s.Ping(); err != nil {
			return fmt.Errorf("ping: %w", err)
		}
		return nil
	})
}

func pauses(s server) {
	p := &lib.Policy{Wait: time.Second} // want `no jitter \(1 s, 2 s, 4 s, …\)`
	for s.Ping() != nil {
		time.Sleep(p.Next())
	}
}
