package resilience

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// defaultPercentile is the share of the calls that a zero [Hedger] does not hedge.
const defaultPercentile = 0.95

// A Hedger says when [Hedge] sends a second copy of a call: after a fixed time,
// or after the time in which most calls have been answered lately. The 95th
// percentile bounds the extra load to about 5 % (Dean and Barroso, "The Tail at
// Scale", CACM 2013).
//
// The zero value hedges after the 95th percentile of the last 128 answers, and
// not before it has seen 32. A Hedger is safe for concurrent use, belongs to one
// operation, and must not be copied or changed after its first use.
type Hedger struct {
	After      time.Duration // 0 means as measured
	Percentile float64       // from above 0 to below 1; 0 means 0.95

	measured atomic.Int64 // the percentile; 0 as long as it is not known
	mu       sync.Mutex
	answers  [128]time.Duration
	count    int
}

const (
	hedgeSamples = 32 // answers before the percentile is worth something
	hedgeRefresh = 16 // answers after which it is taken again
)

// Delay returns how long the next call is waited for before it is hedged, and
// false as long as that is not known.
func (h *Hedger) Delay() (time.Duration, bool) {
	if h.After > 0 {
		return h.After, true
	}
	d := time.Duration(h.measured.Load())
	return d, d > 0
}

// answered counts how long the first copy took, or was waited for.
func (h *Hedger) answered(d time.Duration) {
	if h.After > 0 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.answers[h.count%len(h.answers)] = d
	h.count++
	if h.count < hedgeSamples || h.count%hedgeRefresh != 0 {
		return
	}
	sorted := h.answers
	known := sorted[:min(h.count, len(sorted))]
	slices.Sort(known)
	percentile := h.Percentile
	if !(percentile > 0 && percentile < 1) {
		percentile = defaultPercentile
	}
	h.measured.Store(max(1, int64(known[int(percentile*float64(len(known)))])))
}

// Hedge is [Do] against a slow tail: when the first copy of the call has not
// answered within the hedger's delay, another is sent, and so on, and the first good
// answer counts; the others' contexts are cancelled. A copy that fails is followed by the
// next at once. The policy's attempts are the most copies, the budget grants each
// after the first, and breaker, bulkhead and attempt timeout hold for each, so that
// a cluster in trouble is not hedged. There are no retries besides.
//
// op has to be safe to run twice at the same time: a call marked by
// [NonIdempotent] without a key is made once. It runs on goroutines of its own, so
// a panic ends the program; when Hedge returns, copies that lost may still be on
// their way to notice that their context is done.
func Hedge[T any](ctx context.Context, p *Policy, h *Hedger, op func(context.Context) (T, error)) (T, error) {
	var none T
	var c call
	err := c.begin(ctx, p, 0)
	if err != nil {
		return none, err
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	race := hedged[T]{call: c, outer: ctx, op: op, answers: make(chan answer[T], p.config.attempts())}
	race.call.ctx = inner
	result, err := race.run(h)
	race.call.done(err)
	return result, err
}

// hedged is one request whose copies race each other.
type hedged[T any] struct {
	call    call
	outer   context.Context // the caller's
	op      func(context.Context) (T, error)
	answers chan answer[T] // with room for all copies, so that losers can end
	running int
	granted bool // a copy was granted by the budget and is not yet sent
}

type answer[T any] struct {
	result T
	err    error
	again  bool // err is one to retry
}

func (r *hedged[T]) run(h *Hedger) (T, error) {
	var last answer[T]
	p := r.call.policy
	began := time.Now()
	if err := r.send(); err != nil {
		return last.result, err
	}
	delay, known := h.Delay()
	hedging := known && repeatable(r.outer, nil)
	timer := time.NewTimer(delay)
	defer timer.Stop()
	if !hedging || p.config.attempts() == 1 {
		timer.Stop()
	}
	var gaveUp error // why no copy follows
	failed := false
	for {
		select {
		case last = <-r.answers:
			r.running--
			if last.err == nil {
				if !failed {
					h.answered(time.Since(began))
				}
				return last.result, nil
			}
			failed = true
			timer.Stop()
			if gaveUp == nil {
				wait, reason, final := r.call.another(last.err, last.again)
				if final {
					return last.result, last.err
				}
				if gaveUp = reason; reason == nil {
					// Another copy is due now, unless the server asked for time.
					if askedWait(last.err) == 0 {
						wait = 0
					}
					r.call.last, r.call.copies = last.err, false
					p.observe(r.outer, EventRetry, r.call.attempts, last.err, wait)
					r.granted = true
					timer.Reset(wait)
				}
			}
			if gaveUp != nil && r.running == 0 {
				return last.result, r.call.giveUp(gaveUp, last.err)
			}
		case <-timer.C:
			if !r.granted {
				if !p.retry() {
					p.reject(r.outer, r.call.attempts, ErrBudget)
					continue
				}
				r.call.copies = true
				p.observe(r.outer, EventHedge, r.call.attempts, nil, time.Since(began))
			}
			r.granted = false
			if err := r.send(); err != nil {
				if r.running == 0 {
					return last.result, err
				}
				continue
			}
			if hedging && r.call.attempts < p.config.attempts() {
				timer.Reset(delay)
			}
		case <-r.outer.Done():
			if r.granted {
				p.end(true, Ignored)
			}
			return last.result, r.call.giveUp(ended(r.outer), last.err)
		}
	}
}

// send starts one more copy. The error is a rejection.
func (r *hedged[T]) send() error {
	var a attempt
	err := r.call.start(&a, true)
	if err != nil {
		return err
	}
	r.running++
	go func() {
		end := answer[T]{err: errUnfinished}
		defer func() {
			told := end.err
			if told != nil && r.call.ctx.Err() != nil && r.outer.Err() == nil {
				told = context.Canceled // it lost: that is nobody's failure
			}
			end.again = a.finish(told)
			a.release()
			r.answers <- end
		}()
		end.result, end.err = r.op(a.ctx)
	}()
	return nil
}
