package resilience

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// The least and the largest wait, reached with the least and the largest draw.
func TestBackoffBounds(t *testing.T) {
	ms := time.Millisecond
	least := func(int64) int64 { return 0 }
	most := func(limit int64) int64 { return limit - 1 }
	tests := []struct {
		name     string
		backoff  Backoff
		retry    int
		previous time.Duration
		min, max time.Duration
	}{
		{"defaults, first", Backoff{}, 0, 0, 0, 100*ms - 1},
		{"defaults, third", Backoff{}, 2, 0, 0, 400*ms - 1},
		{"defaults, at the cap", Backoff{}, 9, 0, 0, 5*time.Second - 1},
		{"no overflow", Backoff{}, 64, 0, 0, 5*time.Second - 1},
		{"no overflow, ever", Backoff{}, math.MaxInt, 0, 0, 5*time.Second - 1},
		{"a negative retry is the first", Backoff{}, -3, 0, 0, 100*ms - 1},
		{"a base of its own", Backoff{Base: ms, Cap: 10 * ms}, 3, 0, 0, 8*ms - 1},
		{"a base above the default cap", Backoff{Base: time.Minute}, 4, 0, 0, time.Minute - 1},
		{"a cap below the default base", Backoff{Cap: ms}, 0, 0, 0, ms - 1},
		{"the longest of all", Backoff{Base: 1, Cap: math.MaxInt64}, 80, 0, 0, math.MaxInt64 - 1},
		{"equal", Backoff{Jitter: EqualJitter}, 1, 0, 100 * ms, 200 * ms},
		{"equal, at the cap", Backoff{Jitter: EqualJitter}, 50, 0, 2500 * ms, 5000 * ms},
		{"equal, the longest", Backoff{Jitter: EqualJitter, Cap: math.MaxInt64}, 80, 0, math.MaxInt64 / 2, math.MaxInt64},
		{"decorrelated, first", Backoff{Jitter: DecorrelatedJitter}, 0, 0, 100 * ms, 300 * ms},
		{"decorrelated", Backoff{Jitter: DecorrelatedJitter}, 7, time.Second, 100 * ms, 3 * time.Second},
		{"decorrelated, at the cap", Backoff{Jitter: DecorrelatedJitter}, 8, 3 * time.Second, 100 * ms, 5 * time.Second},
		{"decorrelated, the longest", Backoff{Jitter: DecorrelatedJitter, Cap: math.MaxInt64}, 8, math.MaxInt64, 100 * ms, math.MaxInt64},
		{"narrow", Backoff{Jitter: NarrowJitter}, 1, 0, 160 * ms, 240 * ms},
		{"narrow, at the cap", Backoff{Jitter: NarrowJitter}, 20, 0, 4 * time.Second, 5 * time.Second},
		{"narrow, the longest", Backoff{Jitter: NarrowJitter, Cap: math.MaxInt64}, 80, 0, math.MaxInt64 - math.MaxInt64/5, math.MaxInt64},
	}
	for _, test := range tests {
		test.backoff.Rand = least
		if got := test.backoff.Wait(test.retry, test.previous); got != test.min {
			t.Errorf("%s: least wait %v, want %v", test.name, got, test.min)
		}
		test.backoff.Rand = most
		if got := test.backoff.Wait(test.retry, test.previous); got != test.max {
			t.Errorf("%s: longest wait %v, want %v", test.name, got, test.max)
		}
	}
}

// Waits are spread over the whole interval: no tenth of it has much more or less
// than its share.
func TestBackoffSpread(t *testing.T) {
	for _, jitter := range []Jitter{FullJitter, EqualJitter, DecorrelatedJitter, NarrowJitter} {
		b := Backoff{Base: time.Second, Cap: time.Second * 8, Jitter: jitter}
		b.Rand = func(int64) int64 { return 0 }
		low := b.Wait(3, 8*time.Second)
		b.Rand = func(n int64) int64 { return n - 1 }
		high := b.Wait(3, 8*time.Second)
		b.Rand = rand.New(rand.NewPCG(1, 2)).Int64N
		const draws = 10000
		var tenths [10]int
		for range draws {
			tenths[min(9, int(10*(b.Wait(3, 8*time.Second)-low)/(high-low)))]++
		}
		for i, n := range tenths {
			if n < draws/10*8/10 || n > draws/10*12/10 {
				t.Errorf("%v: %d of %d waits in tenth %d", jitter, n, draws, i)
			}
		}
	}
}

func TestBackoffSeeded(t *testing.T) {
	waits := func() (w []time.Duration) {
		b := Backoff{Rand: rand.New(rand.NewPCG(7, 7)).Int64N}
		for i := range 10 {
			w = append(w, b.Wait(i, 0))
		}
		return w
	}
	first, second := waits(), waits()
	for i := range first {
		if first[i] != second[i] {
			t.Errorf("retry %d: %v, then %v with the same seed", i, first[i], second[i])
		}
	}
}

func FuzzBackoff(f *testing.F) {
	f.Add(int64(0), int64(0), uint8(0), 0, int64(0))
	f.Add(int64(math.MaxInt64), int64(math.MaxInt64), uint8(2), math.MaxInt, int64(math.MaxInt64))
	f.Add(int64(1), int64(math.MaxInt64), uint8(3), 63, int64(-1))
	f.Fuzz(func(t *testing.T, base, limit int64, jitter uint8, retry int, previous int64) {
		b := Backoff{Base: time.Duration(base), Cap: time.Duration(limit), Jitter: Jitter(jitter % 4)}
		_, most := b.bounds()
		for range 10 {
			if wait := b.Wait(retry, time.Duration(previous)); wait < 0 || wait > most {
				t.Fatalf("%+v: Wait(%d, %v) = %v, cap %v", b, retry, time.Duration(previous), wait, most)
			}
		}
	})
}
