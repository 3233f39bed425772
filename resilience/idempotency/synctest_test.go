//go:build go1.25

package idempotency_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reslint/reslint/resilience/idempotency"
)

func noEffect(context.Context) error { return nil }

func TestRetention(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db, _ := openFake()
		defer db.Close()
		for _, tt := range []struct {
			name  string
			store idempotency.Store
			keep  time.Duration
		}{
			{"memory", &idempotency.Memory{}, 24 * time.Hour},
			{"memory, an hour", &idempotency.Memory{Retention: time.Hour}, time.Hour},
			{"sql", &idempotency.SQL{DB: db}, 24 * time.Hour},
			{"sql, an hour", &idempotency.SQL{DB: db, Retention: time.Hour}, time.Hour},
		} {
			b := bench{tt.store, noEffect, nil}
			key := tt.name
			b.want(t, key, "one", false)
			time.Sleep(tt.keep - time.Millisecond)
			b.want(t, key, "one", true) // and isn't kept for longer by that
			time.Sleep(time.Millisecond)
			b.want(t, key, "two", false)
			b.want(t, key, "two", true)
		}
	})
}

// Room comes back when keys expire, a bounded number with each call, and in the
// order in which they were recorded.
func TestMemoryForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n = 250
		m := &idempotency.Memory{MaxBytes: n * (256 + 3)}
		b := bench{m, noEffect, nil}
		for i := range n {
			b.want(t, fmt.Sprintf("%03d", i), "", false)
		}
		full := func() bool {
			_, _, err := m.Do(t.Context(), "new", func(context.Context) ([]byte, error) { return nil, errCharge })
			return err == idempotency.ErrFull
		}
		if !full() {
			t.Error("there is room for one more")
		}
		time.Sleep(24 * time.Hour)
		b.want(t, "249", "", false) // expired, even if it is not its turn yet
		if full() {
			t.Error("there is no room")
		}
		for i := range n - 1 {
			b.want(t, fmt.Sprintf("%03d", i), "", false)
		}
		if !full() {
			t.Error("there is room for more than before")
		}
	})
}

func TestDuplicateWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, b := range benches(t) {
			start := time.Now()
			go b.store.Do(t.Context(), "a", func(context.Context) ([]byte, error) {
				time.Sleep(5 * time.Second)
				return []byte("yes"), nil
			})
			synctest.Wait()

			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if _, _, err := b.store.Do(ctx, "a", nil); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: %v", name, err)
			}
			if got := time.Since(start); got != time.Second {
				t.Errorf("%s: left after %v", name, got)
			}
			b.want(t, "a", "yes", true)
			if got := time.Since(start); got != 5*time.Second {
				t.Errorf("%s: replayed after %v", name, got)
			}
		}
	})
}

// A request that can't wait for the first one any longer is told so.
func TestHandlerConflict(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		h := &idempotency.Handler{Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			calls++
			time.Sleep(time.Minute)
			w.WriteHeader(http.StatusCreated)
		})}
		post := func(ctx context.Context) *httptest.ResponseRecorder {
			r := httptest.NewRequestWithContext(ctx, "POST", "/orders", strings.NewReader("two shoes"))
			r.Header.Set("Idempotency-Key", "a")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			return w
		}
		go post(t.Context())
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if w := post(ctx); w.Code != http.StatusConflict || w.Header().Get("Retry-After") != "1" {
			t.Errorf("got %d, %v", w.Code, w.Header())
		}
		if w := post(t.Context()); w.Code != http.StatusCreated || w.Header().Get("Idempotent-Replayed") != "true" {
			t.Errorf("got %d, %v", w.Code, w.Header())
		}
		if calls != 1 {
			t.Errorf("%d calls", calls)
		}
	})
}
