package main

import (
	"context"
	"time"

	"github.com/reslint/reslint/resilience"
)

// The constants of the article's listing.
const (
	capacity    = 1000 // attempts that the backend serves a second
	load        = 800  // requests that begin in a second
	triggerFrom = 20   // the backend is slow from this second …
	triggerTo   = 25   // … to this one
	triggerLeft = 0.4  // of its capacity
	timeout     = 1    // seconds after which a client gives up on an attempt
	seconds     = 90   // that are simulated
)

// A client is the caller's side: what it sends, and what it sends again.
type client struct {
	attempts int // for each request, the first counted
	budget   resilience.Budget
	breaker  *resilience.Breaker // nil is none
}

// A second is what happened in one.
type second struct {
	offered int // attempts that came to the backend
	good    int // replies that a client was still waiting for
	queue   int // attempts that wait at its end
}

// A model is a backend that serves whatever came first, and its clients, who stop
// waiting after a second. Nobody tells the backend: it serves the stale attempts
// as well.
type model struct {
	client client
	t      int
	queue  []attempt
	now    second
}

type attempt struct {
	number  int // 1 is the first of a request
	arrived int // in which second
	stale   bool
	done    func(error) // tells the breaker
}

// storm runs the model, a second at a time, and sleeps in between, since budgets
// and breakers look at the clock. It has to run where time is virtual.
func storm(c client) []second {
	m := model{client: c}
	var log []second
	for m.t = range seconds {
		m.now = second{}
		m.arrive()
		m.serve()
		m.now.queue = len(m.queue)
		log = append(log, m.now)
		time.Sleep(time.Second)
	}
	return log
}

// arrive brings this second's requests, and the retries for those of the last one
// that were not served.
//
// They come in turns, as they do in life. The listing has all retries before all
// requests: that is the same to its own budget, but not to one that counts who is
// under way at the moment.
func (m *model) arrive() {
	var late []int
	for i, a := range m.queue {
		if !a.stale && m.t-a.arrived >= timeout {
			late = append(late, i)
		}
	}
	begun := 0
	for n, i := range late {
		m.giveUp(&m.queue[i])
		for ; begun < load*(n+1)/len(late); begun++ {
			m.begin()
		}
	}
	for ; begun < load; begun++ {
		m.begin()
	}
}

func (m *model) begin() {
	m.client.budget.Begin()
	m.send(1)
}

func (m *model) giveUp(a *attempt) {
	a.stale = true
	number := a.number
	a.done(context.DeadlineExceeded)
	m.client.budget.End(number > 1, resilience.Failure)
	if number < m.client.attempts && m.client.budget.Retry() {
		m.send(number + 1)
	}
}

func (m *model) send(number int) {
	a := attempt{number: number, arrived: m.t, done: func(error) {}}
	if b := m.client.breaker; b != nil {
		permit, err := b.Allow()
		if err != nil {
			m.client.budget.End(number > 1, resilience.Ignored)
			return
		}
		a.done = permit.Done
	}
	m.now.offered++
	m.queue = append(m.queue, a)
}

// serve answers as many attempts as the backend can.
func (m *model) serve() {
	left := capacity
	if triggerFrom <= m.t && m.t < triggerTo {
		left = int(capacity * triggerLeft)
	}
	left = min(left, len(m.queue))
	for _, a := range m.queue[:left] {
		if !a.stale {
			m.now.good++
			a.done(nil)
			m.client.budget.End(a.number > 1, resilience.Success)
		}
	}
	m.queue = m.queue[left:]
}

// peak returns the highest offered load of a second.
func peak(log []second) (most int) {
	for _, s := range log {
		most = max(most, s.offered)
	}
	return most
}

// longest returns the longest queue.
func longest(log []second) (most int) {
	for _, s := range log {
		most = max(most, s.queue)
	}
	return most
}

// goodput returns the mean of the good replies a second from t = 60 on, long
// after the trigger.
func goodput(log []second) float64 {
	const from = 60
	sum := 0
	for _, s := range log[from:] {
		sum += s.good
	}
	return float64(sum) / float64(len(log)-from)
}

// healed returns the second from which on all replies are good ones, and whether
// there is one.
func healed(log []second) (t int, ok bool) {
	for t = len(log); t > 0 && log[t-1].good >= load; t-- {
	}
	return t, t < len(log)
}
