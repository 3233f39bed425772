package behaviour

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	after "github.com/reslint/reslint/e2e/behaviour/after"
	before "github.com/reslint/reslint/e2e/behaviour/before"
	"github.com/reslint/reslint/resilience/fault"
)

// The same with a real server, in real time: the limits are wide, for machines that
// are busy.

func TestSpreadOverLoopback(t *testing.T) {
	t.Parallel()
	const wait, many = 400 * time.Millisecond, 40
	share := func(loop func(context.Context, *http.Client) error) float64 {
		return peak(starts(t, call(t, loop, many, 2, 0), 1), wait/10)
	}
	if p := share(before.All["constant"]); p < 0.6 {
		t.Errorf("before: only %.0f %% of the clients return together", 100*p)
	}
	if p := share(after.All["constant"]); p > 0.5 {
		t.Errorf("after: %.0f %% of the clients return together", 100*p)
	}
}

func TestCancelOverLoopback(t *testing.T) {
	for _, name := range []string{"deaf", "worker"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const cancelled = 100 * time.Millisecond
			if s := call(t, before.All[name], 1, 2, cancelled)[0]; s.returned < time.Second {
				t.Errorf("before: returned at %v", s.returned)
			}
			if s := call(t, after.All[name], 1, 2, cancelled)[0]; s.after(cancelled) > 0 || s.returned > cancelled+250*time.Millisecond {
				t.Errorf("after: attempts at %v, returned at %v", s.attempts, s.returned)
			}
		})
	}
}

// call runs a loop in many clients at once, which call a real server that fails.
func call(t *testing.T, loop func(context.Context, *http.Client) error, clients, most int, cancelled time.Duration) []schedule {
	t.Helper()
	var down fault.Switch
	down.Set(fault.Fault{Status: http.StatusServiceUnavailable}, 1)
	server := httptest.NewServer(fault.Handler(http.NotFoundHandler(), &down))
	defer server.Close()
	transport := &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, server.Listener.Addr().String())
	}}
	defer transport.CloseIdleConnections()

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if cancelled > 0 {
		time.AfterFunc(cancelled, cancel)
	}
	all := make([]schedule, clients)
	start := time.Now()
	var done sync.WaitGroup
	for i := range all {
		client := &recorder{start: start, most: most, fails: transport}
		done.Go(func() {
			_ = loop(ctx, &http.Client{Transport: client})
			all[i] = schedule{client.attempts, time.Since(start)}
		})
	}
	done.Wait()
	return all
}
