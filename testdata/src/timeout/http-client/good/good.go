// Package good makes clients that are bounded, or about which nothing is
// proven.
package good

import (
	"bufio"
	"context"
	"flag"
	"net"
	"net/http"
	"time"
)

func timeout(url string) (*http.Response, error) {
	c := &http.Client{Timeout: 10 * time.Second}
	return c.Get(url)
}

func setAfter(url string) (*http.Response, error) {
	c := &http.Client{}
	c.Timeout = time.Minute
	return c.Get(url)
}

func setOnce(url string, d time.Duration) (*http.Response, error) {
	c := new(http.Client)
	if d > 0 {
		c.Timeout = d
	}
	return c.Get(url)
}

var waitFor = flag.Duration("timeout", time.Minute, "how long to wait")

func configured(url string) (*http.Response, error) {
	return (&http.Client{Timeout: *waitFor}).Get(url)
}

func byContext(url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	c := &http.Client{}
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

func byDeadline(req *http.Request, at time.Time) (*http.Response, error) {
	ctx, cancel := context.WithDeadline(context.TODO(), at)
	defer cancel()
	return new(http.Client).Do(req.Clone(ctx))
}

// decided by configuration: nothing is proven.
func maybe(url string, d time.Duration) (*http.Response, error) {
	ctx := context.Background()
	if d > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d)
		defer cancel()
	}
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	return new(http.Client).Do(req)
}

// API takes its bound from the contexts of its callers, which are not here.
type API struct{ hc *http.Client }

func New() *API { return &API{hc: &http.Client{}} }

func (a *API) Fetch(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	return a.hc.Do(req)
}

func (a *API) Send(req *http.Request) (*http.Response, error) { return a.hc.Do(req) }

// callers that all bring a deadline.
func fetchSoon(a *API, url string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	resp, err := a.Fetch(ctx, url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// stream follows events for as long as its caller wants.
func stream(ctx context.Context, url string, handle func(string)) error {
	c := &http.Client{}
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	sc := bufio.NewScanner(resp.Body)
	for sc.Scan() {
		handle(sc.Text())
	}
	return sc.Err()
}

// The wait for the header is bounded, the body may take as long as it does.
func header(url string) (*http.Response, error) {
	c := &http.Client{Transport: &http.Transport{
		DialContext:           (&net.Dialer{Timeout: time.Second}).DialContext,
		ResponseHeaderTimeout: time.Second,
	}}
	return c.Get(url)
}

func headerLater(url string) (*http.Response, error) {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.ResponseHeaderTimeout = time.Second
	return (&http.Client{Transport: t}).Get(url)
}

// The transport is somebody else's.
func given(rt http.RoundTripper, url string) (*http.Response, error) {
	return (&http.Client{Transport: rt}).Get(url)
}

// limited puts a deadline on each request.
type limited struct{ next http.RoundTripper }

func (l limited) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	defer cancel()
	return l.next.RoundTrip(req.WithContext(ctx))
}

func wrapped(url string) (*http.Response, error) {
	return (&http.Client{Transport: limited{http.DefaultTransport}}).Get(url)
}

// fake answers by itself.
type fake struct{}

func (fake) RoundTrip(*http.Request) (*http.Response, error) { return nil, net.ErrClosed }

func faked(url string) (*http.Response, error) {
	return (&http.Client{Transport: fake{}}).Get(url)
}

// watched is ended by a goroutine that waits with it.
func watched(url string) (*http.Response, error) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		time.Sleep(time.Second)
		cancel()
	}()
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	return new(http.Client).Do(req)
}

// A connection of one's own may have deadlines of its own.
func dialled(url string) (*http.Response, error) {
	return (&http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := net.Dial("unix", "/run/daemon.sock")
			if err != nil {
				return nil, err
			}
			return conn, conn.SetDeadline(time.Now().Add(time.Minute))
		},
	}}).Get(url)
}

// job keeps the context of whoever made it.
type job struct {
	ctx    context.Context
	client *http.Client
}

func newJob(ctx context.Context) *job { return &job{ctx: ctx, client: &http.Client{}} }

func (j *job) run(url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(j.ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	return j.client.Do(req)
}

func (j *job) start() *job { return newJob(context.Background()) }
