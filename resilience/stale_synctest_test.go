//go:build go1.25

package resilience

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestStale(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := Must(NewStale[string, int](2, time.Hour))
		p := Must(New(Config{Attempts: 1}))
		answer := func(key string, value int, err error) (Value[int], error) {
			return s.Do(t.Context(), p, key, func(context.Context) (int, error) { return value, err })
		}
		if _, err := answer("a", 0, errDown); err != errDown {
			t.Errorf("nothing kept: error %v, want the cause", err)
		}
		asOf := time.Now()
		if v, err := answer("a", 1, nil); err != nil || v.Value != 1 || v.Stale() || !v.AsOf.Equal(asOf) {
			t.Errorf("fresh: %+v, %v", v, err)
		}
		time.Sleep(time.Minute)
		if v, err := answer("a", 7, errDown); err != nil || v.Value != 1 || !v.Stale() || v.Err != errDown || !v.AsOf.Equal(asOf) {
			t.Errorf("stale: %+v, %v", v, err)
		}
		if _, err := answer("a", 7, &StatusError{Code: 404}); err == nil {
			t.Error("a 404 was answered with a stale value")
		}
		if _, err := answer("a", 7, context.Canceled); err == nil {
			t.Error("who has gone was answered with a stale value")
		}
		if stats := p.Stats(); stats.Fallbacks != 1 || stats.WithFallback != 5 || stats.FallbackRate() != 0.2 {
			t.Errorf("stats %+v", stats)
		}
		time.Sleep(time.Hour)
		if _, err := answer("a", 7, errDown); err == nil {
			t.Error("too old an answer was served")
		}
		s.Put("b", 2)
		s.Put("c", 3)
		s.Get("b")
		s.Put("d", 4)
		if _, ok := s.Get("c"); ok {
			t.Error("c was not forgotten")
		}
		if v, ok := s.Get("b"); !ok || v.Value != 2 {
			t.Error("b, which was used, was forgotten")
		}
	})
	if _, err := NewStale[int, int](-1, 0); err == nil {
		t.Error("a negative size: no error")
	}
}

// Nobody waits for the answer of a caller who left between two attempts.
func TestFallbackCancelledWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := cancelledAfter(60 * time.Millisecond)(t.Context())
		defer cancel()
		_, err := Fallback(ctx, Must(New(Config{Backoff: Backoff{Rand: always(0.5)}})),
			func(context.Context) (int, error) { return 0, errDown },
			func(error) (int, error) { t.Error("the fallback was asked"); return 0, nil })
		if !errors.Is(err, context.Canceled) || !errors.Is(err, errDown) {
			t.Errorf("error %v", err)
		}
	})
}

// Which failures a fallback stands in for.
func TestFallback(t *testing.T) {
	closed := new(Breaker)
	closed.ForceOpen()
	full := NewBulkhead(1)
	full.TryAcquire()
	tests := []struct {
		name   string
		config Config
		err    error
		want   bool
	}{
		{"well", Config{}, nil, false},
		{"failed", Config{Attempts: 1}, errDown, true},
		{"given up", Config{}, errDown, true},
		{"breaker open", Config{Breaker: closed}, nil, true},
		{"bulkhead full", Config{Bulkhead: full}, nil, true},
		{"no time", Config{Timeout: 1}, nil, true},
		{"shed, do not retry", Config{}, &StatusError{Code: 503, NoRetry: true}, true},
		{"timed out", Config{Attempts: 1}, context.DeadlineExceeded, true},
		{"final", Config{}, Permanent(errDown), false},
		{"not found", Config{}, &StatusError{Code: 404}, false},
		{"cancelled", Config{}, context.Canceled, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var events []Event
				test.config.Observer = func(_ context.Context, e Event) {
					if e.Kind == EventFallback {
						events = append(events, e)
					}
				}
				p := Must(New(test.config))
				got, err := Fallback(t.Context(), p,
					func(context.Context) (string, error) { return "remote", test.err },
					func(error) (string, error) { return "local", nil })
				if (got == "local") != test.want || test.want && err != nil {
					t.Errorf("Fallback = %q, %v", got, err)
				}
				if (len(events) == 1) != test.want {
					t.Errorf("events %+v", events)
				}
				none := errors.New("no answer here either")
				if _, err := Fallback(t.Context(), p,
					func(context.Context) (string, error) { return "remote", test.err },
					func(error) (string, error) { return "", none }); test.want && err != none {
					t.Errorf("a fallback without an answer: %v", err)
				}
				if stats := p.Stats(); stats.WithFallback != 2 || (stats.Fallbacks == 1) != test.want {
					t.Errorf("stats %+v", stats)
				}
			})
		})
	}
}
