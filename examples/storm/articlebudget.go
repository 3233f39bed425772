package main

import (
	"time"

	"github.com/reslint/reslint/resilience"
)

// An articleBudget is the rule of the listing: a good reply earns a tenth of a
// retry, up to a hundred retries, and there are none to begin with. It shows, too,
// what it takes to write a [resilience.Budget] of one's own.
//
// With breaker set, no retry is sent for five seconds after one in which less
// than half of the load was answered. Unlike a [resilience.Breaker], that one
// stops retries only.
//
// It is for one goroutine, as the model has.
type articleBudget struct {
	breaker bool

	tenths        int // of a retry: whole numbers, so that no rounding decides
	second        time.Time
	offered, good int // in that second
	openUntil     time.Time
}

func (b *articleBudget) Begin() {
	b.tick()
	b.offered++
}

func (b *articleBudget) Retry() bool {
	b.tick()
	if b.tenths < 10 || b.second.Before(b.openUntil) {
		return false
	}
	b.tenths -= 10
	b.offered++
	return true
}

func (b *articleBudget) End(_ bool, outcome resilience.Outcome) {
	b.tick()
	if outcome == resilience.Success {
		b.good++
		b.tenths = min(b.tenths+1, 100*10)
	}
}

// tick judges the second that is over, if one is.
func (b *articleBudget) tick() {
	now := time.Now().Truncate(time.Second)
	if now.Equal(b.second) {
		return
	}
	if b.breaker && float64(b.good) < 0.5*float64(b.offered) {
		b.openUntil = b.second.Add(5 * time.Second)
	}
	b.second, b.offered, b.good = now, 0, 0
}

// unlimited is no budget at all.
type unlimited struct{}

func (unlimited) Begin()                       {}
func (unlimited) Retry() bool                  { return true }
func (unlimited) End(bool, resilience.Outcome) {}
