package main

import (
	"math/rand/v2"
	"time"

	"github.com/reslint/reslint/resilience"
)

// The article's model has no jitter, since its arrivals are even. Here it has:
// many clients lose their server at the same instant and come back for it.
const (
	fleet   = 800           // clients, each with one request
	restart = time.Second   // for which the server answers nobody
	slot    = capacity / 10 // requests that it takes in a tenth of a second
	tenth   = time.Second / 10
)

// A wait is a way to back off.
type wait struct {
	name, short string
	backoff     func() resilience.Backoff
}

var waits = []wait{
	{"none", "none", func() resilience.Backoff {
		// Full jitter with dice that show nothing but the highest number.
		return resilience.Backoff{Rand: func(limit int64) int64 { return limit - 1 }}
	}},
	{"±20 %", "narrow", jittered(resilience.NarrowJitter)},
	{"equal", "equal", jittered(resilience.EqualJitter)},
	{"decorrelated", "decorrelated", jittered(resilience.DecorrelatedJitter)},
	{"full (default)", "full", jittered(resilience.FullJitter)},
}

// jittered has the same dice each time, so that the numbers are the same.
func jittered(j resilience.Jitter) func() resilience.Backoff {
	return func() resilience.Backoff {
		return resilience.Backoff{Jitter: j, Rand: rand.New(rand.NewPCG(1, 2)).Int64N}
	}
}

// waves returns how many attempts came in each tenth of a second, until all clients
// were served. The server refuses at once what it can't take.
func waves(b resilience.Backoff) (offered []int) {
	type caller struct {
		retry    int
		previous time.Duration
	}
	due := make(map[time.Duration][]caller) // by the millisecond
	due[0] = make([]caller, fleet)
	for served, now := 0, time.Duration(0); served < fleet; now += time.Millisecond {
		bin := int(now / tenth)
		if bin == len(offered) {
			offered = append(offered, 0)
		}
		left := 0
		if now >= restart {
			left = slot - min(slot, offered[bin])
		}
		for _, c := range due[now] {
			offered[bin]++
			if left > 0 {
				left--
				served++
				continue
			}
			c.previous = b.Wait(c.retry, c.previous)
			c.retry++
			at := now + max(c.previous.Round(time.Millisecond), time.Millisecond)
			due[at] = append(due[at], c)
		}
		delete(due, now)
	}
	return offered
}

// highest returns the highest wave after the server's return.
func highest(offered []int) (most int) {
	for _, n := range offered[restart/tenth:] {
		most = max(most, n)
	}
	return most
}

func total(offered []int) (sum int) {
	for _, n := range offered {
		sum += n
	}
	return sum
}
