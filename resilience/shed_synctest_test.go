//go:build go1.25

package resilience

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A shedLog notes in which order requests are let in or refused.
type shedLog struct {
	mu   sync.Mutex
	text []string
}

func (l *shedLog) add(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, fmt.Sprintf(format, args...))
}

func (l *shedLog) want(t *testing.T, lines ...string) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if !slices.Equal(l.text, lines) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(l.text, "\n\t"), strings.Join(lines, "\n\t"))
	}
}

func TestShedderNewestFirstOldestDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := Shedder{Limit: 1, Queue: 3, MaxWait: time.Hour}
		var log shedLog
		for i := range 6 {
			go func() {
				if err := s.Acquire(t.Context()); err != nil {
					log.add("%d: %v", i, err)
					return
				}
				log.add("%d served", i)
				time.Sleep(time.Second)
				s.Release()
			}()
			synctest.Wait() // so they come one after the other
		}
		log.want(t, "0 served", "1: "+ErrShed.Error(), "2: "+ErrShed.Error())
		if got, want := s.Stats(), (ShedderStats{Busy: 1, Waiting: 3, Refused: 2}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		time.Sleep(time.Minute)
		log.want(t, "0 served", "1: "+ErrShed.Error(), "2: "+ErrShed.Error(), "5 served", "4 served", "3 served")
		if got, want := s.Stats(), (ShedderStats{Refused: 2}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
}

func TestShedderContextEndsInQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := Shedder{Limit: 1, Queue: 2, MaxWait: time.Hour}
		if err := s.Acquire(t.Context()); err != nil {
			t.Fatal(err)
		}
		var log shedLog
		for i := range 2 {
			go func() {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(10-i)*time.Second)
				defer cancel()
				err := s.Acquire(ctx)
				log.add("%d: %v", i, err)
				if err == nil {
					s.Release()
				}
			}()
			synctest.Wait()
		}
		time.Sleep(9 * time.Second)
		synctest.Wait()
		log.want(t, "1: context deadline exceeded")
		if got := s.Stats().Waiting; got != 1 {
			t.Errorf("%d wait", got)
		}
		s.Release()
		synctest.Wait()
		log.want(t, "1: context deadline exceeded", "0: <nil>")
		if got, want := s.Stats(), (ShedderStats{}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
}

// Those whose context has just ended hand their seat on.
func TestShedderPassesOverTheEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		errEnd := errors.New("the end")
		s := Shedder{Limit: 1, Queue: 3, MaxWait: time.Hour}
		if err := s.Acquire(t.Context()); err != nil {
			t.Fatal(err)
		}
		var log shedLog
		var cancels []context.CancelCauseFunc
		for i := range 3 {
			ctx, cancel := context.WithCancelCause(t.Context())
			cancels = append(cancels, cancel)
			go func() {
				err := s.Acquire(ctx)
				log.add("%d: %v", i, err)
				if err == nil {
					s.Release()
				}
			}()
			synctest.Wait()
		}
		cancels[1](errEnd)
		cancels[2](errEnd)
		s.Release()
		synctest.Wait()
		slices.Sort(log.text)
		log.want(t, "0: <nil>", "1: the end", "2: the end")
		if got, want := s.Stats(), (ShedderStats{}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		cancels[0](nil)
	})
}

func TestShedderMaxWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := Shedder{Limit: 1}
		if err := s.Acquire(t.Context()); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		if err := s.Acquire(t.Context()); err != ErrShed {
			t.Errorf("got %v", err)
		}
		if got := time.Since(start); got != time.Second {
			t.Errorf("waited %v", got)
		}
		if got, want := s.Stats(), (ShedderStats{Busy: 1, Refused: 1}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
}

// The seat is handed on at the moment at which the wait ends: whoever is told
// first, the seat is there afterwards.
func TestShedderWaitEndsWithRelease(t *testing.T) {
	for range 200 {
		synctest.Test(t, func(t *testing.T) {
			s := Shedder{Limit: 1, MaxWait: time.Second}
			s.Acquire(t.Context())
			for _, d := range []time.Duration{time.Second, 2 * time.Second} {
				ctx, cancel := context.WithTimeout(t.Context(), d)
				defer cancel()
				go func() {
					if s.Acquire(ctx) == nil {
						s.Release()
					}
				}()
			}
			time.Sleep(time.Second)
			s.Release()
			synctest.Wait()
			if got := s.Stats(); got.Busy != 0 || got.Waiting != 0 {
				t.Errorf("%+v", got)
			}
		})
	}
}

// TestShedder200Workers overloads a server of 200 workers threefold, with
// requests that take a second each: those it accepts are answered within two
// seconds, it does all the work that it can, and it refuses the rest at once.
func TestShedder200Workers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s Shedder
		h := s.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(time.Second)
			if n := s.Stats().Busy; n > 200 {
				t.Errorf("%d at work", n)
			}
		}))
		const seconds, rate = 10, 600
		var mu sync.Mutex
		answers := map[int]int{}
		var slowest time.Duration
		for range seconds * rate {
			go func() {
				start := time.Now()
				w := httptest.NewRecorder()
				h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/", nil))
				mu.Lock()
				defer mu.Unlock()
				answers[w.Code]++
				slowest = max(slowest, time.Since(start))
			}()
			time.Sleep(time.Second / rate)
		}
		time.Sleep(time.Minute)
		mu.Lock()
		defer mu.Unlock()
		if got := answers[200]; got < seconds*200-200 || got > seconds*200+400 {
			t.Errorf("%d answers in %d s, of 200 a second", got, seconds)
		}
		if got := answers[200] + answers[503]; got != seconds*rate {
			t.Errorf("answers %v of %d", answers, seconds*rate)
		}
		if slowest > 2*time.Second {
			t.Errorf("the slowest answer took %v", slowest)
		}
		if got := s.Stats(); got.Busy != 0 || got.Waiting != 0 || got.Refused != int64(answers[503]) {
			t.Errorf("%+v, with answers %v", got, answers)
		}
	})
}
