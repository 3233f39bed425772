package fault

import (
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestShare(t *testing.T) {
	for _, share := range []float64{0, 0.001, 0.1, 0.25, 0.5, 0.9, 1} {
		var s Switch
		s.Set(Fault{Cut: true}, share)
		const n = 20000
		hits := make([]int, n+1) // how many of the first i had the fault
		for i := range n {
			hits[i+1] = hits[i]
			if s.Next().Cut {
				hits[i+1]++
			}
		}
		for _, window := range []int{10, 100, 1000, n} {
			for i := 0; i+window <= n; i++ {
				got, want := hits[i+window]-hits[i], share*float64(window)
				if math.Abs(float64(got)-want) > 3 {
					t.Fatalf("share %v: %d of requests %d to %d, want about %v", share, got, i, i+window, want)
				}
			}
		}
		if got, want := s.Counts(), (Counts{Seen: n, Cut: int64(hits[n])}); got != want {
			t.Errorf("share %v: counts %+v, want %+v", share, got, want)
		}
	}
}

// A client that tries twice must not always succeed the second time, as it
// would if every other request failed.
func TestShareHasNoPeriod(t *testing.T) {
	var s Switch
	s.Set(Fault{Cut: true}, 0.5)
	pairs := map[[2]bool]int{}
	for range 1000 {
		pairs[[2]bool{s.Next().Cut, s.Next().Cut}]++
	}
	if len(pairs) < 3 {
		t.Errorf("pairs of requests: %v", pairs)
	}
}

func TestSharePanics(t *testing.T) {
	for _, share := range []float64{-0.1, 1.1, 30, math.NaN(), math.Inf(1)} {
		func() {
			defer func() {
				if v, _ := recover().(string); !strings.HasPrefix(v, "fault: a share of ") {
					t.Errorf("Set with share %v: recovered %q", share, v)
				}
			}()
			new(Switch).Set(Fault{Cut: true}, share)
		}()
	}
}

func TestApply(t *testing.T) {
	errDisk := errors.New("disk on fire")
	errEnd := errors.New("the end")
	ended, cancel := context.WithCancelCause(context.Background())
	cancel(errEnd)

	for _, tt := range []struct {
		name   string
		fault  Fault
		want   error
		counts Counts
	}{
		{"none", Fault{}, nil, Counts{}},
		{"latency", Fault{Latency: 1}, nil, Counts{Delayed: 1}},
		{"cut", Fault{Cut: true}, ErrCut, Counts{Cut: 1}},
		{"cut as the network says it", Fault{Cut: true}, io.ErrUnexpectedEOF, Counts{Cut: 1}},
		{"error", Fault{Err: errDisk}, errDisk, Counts{Failed: 1}},
		{"late error", Fault{Err: errDisk, Latency: 1}, errDisk, Counts{Delayed: 1, Failed: 1}},
		{"cut before error", Fault{Cut: true, Err: errDisk, Status: 500}, ErrCut, Counts{Cut: 1}},
		{"error before status", Fault{Err: errDisk, Status: 500}, errDisk, Counts{Failed: 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var s Switch
			s.Set(tt.fault, 1)
			if err := s.Apply(context.Background()); !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
			tt.counts.Seen = 1
			if got := s.Counts(); got != tt.counts {
				t.Errorf("counts %+v, want %+v", got, tt.counts)
			}
			s.Heal()
			if err := s.Apply(ended); err != nil {
				t.Errorf("healed: %v", err)
			}
			if got, want := s.Counts().Seen, int64(2); got != want {
				t.Errorf("healed: seen %d, want %d", got, want)
			}
		})
	}

	for _, f := range []Fault{{Latency: time.Hour}, {Hang: true}, {Hang: true, Cut: true}} {
		if err := f.Apply(ended); err != errEnd {
			t.Errorf("%+v with a context that has ended: %v", f, err)
		}
	}
	if err := (Fault{Status: 503}).Apply(context.Background()); err == nil || err.Error() != "fault: status 503" {
		t.Errorf("status: %v", err)
	}
}

func TestLostNeedsAFault(t *testing.T) {
	var s Switch
	s.Set(Fault{Lost: true, Latency: 1}, 1)
	if f := s.Next(); f.Lost {
		t.Errorf("lost, and by what? %+v", f)
	}
}

func TestNilSwitch(t *testing.T) {
	var s *Switch
	if err := s.Apply(context.Background()); err != nil {
		t.Error(err)
	}
	if got := s.Counts(); got != (Counts{}) {
		t.Errorf("%+v", got)
	}
}

func TestSwitchWhileTrafficFlows(t *testing.T) {
	var s Switch
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(2)
		go func() {
			defer wg.Done()
			for range 1000 {
				s.Apply(context.Background())
			}
		}()
		go func() {
			defer wg.Done()
			for range 100 {
				s.Set(Fault{Cut: true}, 0.5)
				s.Heal()
			}
		}()
	}
	wg.Wait()
	if got := s.Counts().Seen; got != 4000 {
		t.Errorf("seen %d of 4000", got)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// closer tells whether a body was closed.
type closer struct {
	io.Reader
	closed bool
}

func (c *closer) Close() error { c.closed = true; return nil }

func TestTransport(t *testing.T) {
	errDisk := errors.New("disk on fire")
	for _, tt := range []struct {
		name   string
		fault  Fault
		calls  int // of the server
		status int
		err    error
	}{
		{"none", Fault{}, 1, 200, nil},
		{"latency", Fault{Latency: 1}, 1, 200, nil},
		{"cut", Fault{Cut: true}, 0, 0, ErrCut},
		{"error", Fault{Err: errDisk}, 0, 0, errDisk},
		{"error before status", Fault{Err: errDisk, Status: 503}, 0, 0, errDisk},
		{"status", Fault{Status: 503}, 0, 503, nil},
		{"lost, cut", Fault{Cut: true, Lost: true}, 1, 0, ErrCut},
		{"lost, status", Fault{Status: 502, Lost: true}, 1, 502, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var s Switch
			s.Set(tt.fault, 1)
			calls := 0
			answer := &closer{Reader: strings.NewReader("done")}
			client := http.Client{Transport: &Transport{Switch: &s, Base: roundTrip(func(r *http.Request) (*http.Response, error) {
				calls++
				r.Body.Close()
				return &http.Response{StatusCode: 200, Header: http.Header{}, Body: answer}, nil
			})}}
			body := &closer{Reader: strings.NewReader("do")}
			res, err := client.Post("http://shop.example/orders", "text/plain", body)
			if !errors.Is(err, tt.err) {
				t.Fatalf("got %v, want %v", err, tt.err)
			}
			if calls != tt.calls {
				t.Errorf("%d calls reached the server, want %d", calls, tt.calls)
			}
			if !body.closed {
				t.Error("the request's body is left open")
			}
			if tt.fault.Lost && !answer.closed {
				t.Error("the lost answer's body is left open")
			}
			if err != nil {
				return
			}
			defer res.Body.Close()
			if res.StatusCode != tt.status {
				t.Errorf("status %d, want %d", res.StatusCode, tt.status)
			}
			if text, err := io.ReadAll(res.Body); err != nil || len(text) == 0 {
				t.Errorf("body %q, %v", text, err)
			}
		})
	}
}

func TestTransportPassesErrorOfBase(t *testing.T) {
	errDial := errors.New("no route")
	var s Switch
	s.Set(Fault{Cut: true, Lost: true}, 1)
	tr := &Transport{Switch: &s, Base: roundTrip(func(*http.Request) (*http.Response, error) { return nil, errDial })}
	r, _ := http.NewRequest("GET", "http://shop.example/", nil)
	if _, err := tr.RoundTrip(r); err != errDial {
		t.Errorf("got %v", err)
	}
}

func TestTransportLatencyEndsWithContext(t *testing.T) {
	var s Switch
	s.Set(Fault{Latency: time.Hour}, 1)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	body := &closer{Reader: strings.NewReader("do")}
	r, _ := http.NewRequestWithContext(ctx, "POST", "http://shop.example/", body)
	tr := &Transport{Switch: &s, Base: roundTrip(func(*http.Request) (*http.Response, error) {
		t.Error("the request was sent")
		return nil, io.EOF
	})}
	if _, err := tr.RoundTrip(r); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if !body.closed {
		t.Error("the request's body is left open")
	}
}

type idle struct {
	roundTrip
	closed int
}

func (i *idle) CloseIdleConnections() { i.closed++ }

func TestCloseIdleConnections(t *testing.T) {
	base := &idle{}
	client := http.Client{Transport: &Transport{Base: base}}
	client.CloseIdleConnections()
	if base.closed != 1 {
		t.Error("Base keeps its idle connections")
	}
	(&http.Client{Transport: &Transport{Base: base.roundTrip}}).CloseIdleConnections()
}
