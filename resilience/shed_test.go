package resilience

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestShedderDefaults(t *testing.T) {
	for _, tt := range []struct {
		s            *Shedder
		limit, queue int
		wait         time.Duration
	}{
		{&Shedder{}, 200, 200, time.Second},
		{&Shedder{Limit: -1}, 200, 200, time.Second},
		{&Shedder{Limit: 7}, 7, 7, time.Second},
		{&Shedder{Limit: 7, Queue: 20, MaxWait: time.Minute}, 7, 20, time.Minute},
		{&Shedder{Limit: 7, Queue: -1}, 7, -1, time.Second},
	} {
		if l, q, w := tt.s.limit(), tt.s.queue(), tt.s.maxWait(); l != tt.limit || q != tt.queue || w != tt.wait {
			t.Errorf("Limit %d, Queue %d, MaxWait %v: %d at work, %d wait %v", tt.s.Limit, tt.s.Queue, tt.s.MaxWait, l, q, w)
		}
	}
}

func TestShedderRetryAfter(t *testing.T) {
	for _, tt := range []struct {
		max  time.Duration
		want int // different answers, from 1 on
	}{
		{0, 10}, {-time.Second, 10}, {time.Millisecond, 1}, {time.Second, 1}, {3500 * time.Millisecond, 3}, {time.Minute, 60},
	} {
		s := Shedder{RetryAfter: tt.max}
		got := map[int64]int{}
		for range 100 * tt.want {
			got[s.retryAfter()]++
		}
		for i := 1; i <= tt.want; i++ {
			if n := got[int64(i)]; n == 0 {
				t.Errorf("RetryAfter %v: never %d s", tt.max, i)
			}
		}
		if len(got) != tt.want {
			t.Errorf("RetryAfter %v: %v", tt.max, got)
		}
	}
}

func TestShedderRefusesWithoutQueue(t *testing.T) {
	s := Shedder{Limit: 2, Queue: -1}
	ctx := context.Background()
	for range 2 {
		if err := s.Acquire(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Acquire(ctx); err != ErrShed {
		t.Errorf("got %v", err)
	}
	s.Release()
	if err := s.Acquire(ctx); err != nil {
		t.Errorf("after Release: %v", err)
	}
	if got, want := s.Stats(), (ShedderStats{Busy: 2, Refused: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	s.Release()
	s.Release()
	mustPanic(t, "without Acquire", s.Release)
}

func TestShedderContextHasEnded(t *testing.T) {
	var s Shedder
	errEnd := errors.New("the end")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errEnd)
	if err := s.Acquire(ctx); err != errEnd {
		t.Errorf("got %v", err)
	}
	if got := s.Stats(); got != (ShedderStats{}) {
		t.Errorf("%+v", got)
	}
}

// A server that is full answers at once, says when to come back and that a
// retry is not wanted, and works again when it has room.
func TestShedderHandler(t *testing.T) {
	s := Shedder{Limit: 1, Queue: -1}
	entered, release := make(chan bool), make(chan bool)
	srv := httptest.NewServer(s.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		entered <- true
		<-release
		io.WriteString(w, "two shoes")
	})))
	defer srv.Close()
	type answer struct {
		res *http.Response
		err error
	}
	get := func() answer {
		res, err := srv.Client().Get(srv.URL)
		if err == nil {
			res.Body.Close()
		}
		return answer{res, err}
	}
	first := make(chan answer, 1)
	go func() { first <- get() }()
	<-entered

	refused := get()
	if refused.err != nil {
		t.Fatal(refused.err)
	}
	if got := refused.res.StatusCode; got != 503 {
		t.Errorf("status %d", got)
	}
	if n, err := strconv.Atoi(refused.res.Header.Get("Retry-After")); n < 1 || n > 10 || err != nil {
		t.Errorf("Retry-After %d, %v", n, err)
	}
	if got := refused.res.Header.Get("X-Should-Retry"); got != "false" {
		t.Errorf("X-Should-Retry %q", got)
	}

	close(release)
	if got := <-first; got.err != nil || got.res.StatusCode != 200 {
		t.Errorf("the request at work: %+v", got)
	}
	go func() { <-entered }()
	if got := get(); got.err != nil || got.res.StatusCode != 200 {
		t.Errorf("after the work: %+v", got)
	}
}

// However the handler ends, it gives its seat back.
func TestShedderHandlerEnds(t *testing.T) {
	for _, v := range []any{http.ErrAbortHandler, "out of shoes", nil} {
		var s Shedder
		h := s.Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			if v == nil {
				runtime.Goexit()
			}
			panic(v)
		}))
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() {
				if got := recover(); got != v {
					t.Errorf("recovered %v, want %v", got, v)
				}
			}()
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
		}()
		wg.Wait()
		if got := s.Stats(); got != (ShedderStats{}) {
			t.Errorf("%v: %+v", v, got)
		}
	}
}

// Waiting, giving up, being dropped and being let in, all at once: no seat is
// lost, and never are more than the limit at work.
func TestShedderConcurrent(t *testing.T) {
	s := Shedder{Limit: 3, Queue: 4, MaxWait: time.Millisecond}
	var now, served atomic.Int64
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range 300 {
				ctx, cancel := context.WithCancel(context.Background())
				if (i+j)%3 == 0 {
					go cancel()
				}
				if s.Acquire(ctx) == nil {
					if n := now.Add(1); n > 3 {
						t.Errorf("%d at work", n)
					}
					served.Add(1)
					runtime.Gosched()
					now.Add(-1)
					s.Release()
				}
				cancel()
			}
		}()
	}
	wg.Wait()
	if got := s.Stats(); got.Busy != 0 || got.Waiting != 0 || served.Load() == 0 {
		t.Errorf("%+v after %d requests", got, served.Load())
	}
}
