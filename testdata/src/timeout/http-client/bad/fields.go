package bad

import (
	"context"
	"io"
	"net/http"
)

// API keeps its client in a field.
type API struct {
	hc   *http.Client
	base string
}

func NewAPI(base string) *API {
	return &API{base: base, hc: &http.Client{}} // want `this http.Client has no Timeout, and http.NewRequest\(\) sets no deadline`
}

func (a *API) newRequest(path string) (*http.Request, error) {
	return http.NewRequest("GET", a.base+path, nil)
}

func (a *API) Fetch(path string) ([]byte, error) {
	req, err := a.newRequest(path)
	if err != nil {
		return nil, err
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// embedded holds its client by value.
type embedded struct {
	client http.Client // want `this http.Client has no Timeout`
}

func (e *embedded) ping(url string) error {
	resp, err := e.client.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

var shared = &http.Client{} // want `this http.Client has no Timeout`

var plain http.Client // want `this http.Client has no Timeout`

func useShared(url string) {
	shared.Get(url)
	plain.Get(url)
}

// Given by an unexported constructor.
type worker struct{ client *http.Client }

func newWorker(c *http.Client) *worker { return &worker{client: c} }

func (w *worker) run(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	resp, err := w.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func start(url string) error {
	w := newWorker(&http.Client{}) // want `this http.Client has no Timeout, and context.Background\(\) sets no deadline`
	return w.run(context.Background(), url)
}

// Passed as an option.
type Option func(*Service)

type Service struct{ http *http.Client }

func WithClient(c *http.Client) Option { return func(s *Service) { s.http = c } }

func NewService(opts ...Option) *Service {
	s := new(Service)
	for _, o := range opts {
		o(s)
	}
	return s
}

func (s *Service) Get(url string) (*http.Response, error) { return s.http.Get(url) }

func defaultService() *Service {
	return NewService(WithClient(&http.Client{})) // want `this http.Client has no Timeout, and \(\*http.Client\).Get takes no context`
}

// doer is what the package asks of a client.
type doer interface {
	Do(*http.Request) (*http.Response, error)
}

type viaInterface struct{ client doer }

func newViaInterface() *viaInterface {
	return &viaInterface{client: &http.Client{}} // want `this http.Client has no Timeout, and http.NewRequest\(\) sets no deadline`
}

func (v *viaInterface) get(url string) (*http.Response, error) {
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return nil, err
	}
	return v.client.Do(req)
}

// replaceable starts with a client that an option may replace. Most users do
// not use it.
type replaceable struct{ client doer }

func replace(c doer) func(*replaceable) { return func(r *replaceable) { r.client = c } }

func newReplaceable(options ...func(*replaceable)) *replaceable {
	r := &replaceable{client: &http.Client{}} // want `this http.Client has no Timeout, and context.Background\(\) sets no deadline`
	for _, o := range options {
		o(r)
	}
	return r
}

func (r *replaceable) GetContext(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	return r.client.Do(req)
}

func (r *replaceable) Get(url string) (*http.Response, error) {
	return r.GetContext(context.Background(), url)
}
