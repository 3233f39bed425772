package resty

import (
	"net/http"
	"time"

	"github.com/go-resty/resty/v2"
)

func spread(url string) (*resty.Response, error) {
	client := resty.New().SetTimeout(time.Second).SetRetryCount(3).SetRetryWaitTime(5 * time.Second).SetRetryMaxWaitTime(time.Minute)
	return client.R().Get(url)
}

// A wait below zero for the longest is the longest of all.
func withoutLongest(url string) (*resty.Response, error) {
	client := resty.New().SetTimeout(time.Second).SetRetryCount(3).SetRetryMaxWaitTime(-1)
	return client.R().Get(url)
}

// Nothing is repeated.
func waitsForNothing(url string) (*resty.Response, error) {
	client := resty.New().SetTimeout(time.Second).SetRetryWaitTime(5 * time.Second)
	return client.R().Post(url)
}

// What the server says is waited for.
func asTold(url string, after resty.RetryAfterFunc) (*resty.Response, error) {
	client := resty.New().SetTimeout(time.Second).SetRetryCount(3).SetRetryWaitTime(5 * time.Second).SetRetryAfter(after)
	return client.R().Get(url)
}

func asToldByField(url string, after resty.RetryAfterFunc) (*resty.Response, error) {
	client := resty.New().SetTimeout(time.Second).SetRetryCount(3).SetRetryWaitTime(5 * time.Second)
	client.RetryAfter = after
	return client.R().Get(url)
}

// Set in some cases, by a configuration, and later by somebody else.
func perhaps(url string, slow bool, wait time.Duration) (*resty.Response, error) {
	client := resty.New().SetTimeout(time.Second).SetRetryCount(3)
	if slow {
		client.SetRetryWaitTime(5 * time.Second)
	}
	if _, err := client.R().Get(url); err != nil {
		return nil, err
	}
	return resty.New().SetTimeout(time.Second).SetRetryCount(3).SetRetryWaitTime(wait).R().Get(url)
}

func tuned(url string, tune func(*resty.Client)) (*resty.Response, error) {
	client := resty.New().SetTimeout(time.Second).SetRetryCount(3).SetRetryWaitTime(5 * time.Second)
	tune(client)
	return client.R().Post(url)
}

func tunedHere(url string) (*resty.Response, error) {
	client := resty.New().SetTimeout(time.Second).SetRetryCount(3).SetRetryWaitTime(5 * time.Second)
	lengthen(client)
	return client.R().Post(url)
}

func lengthen(client *resty.Client) { client.SetRetryMaxWaitTime(time.Minute).SetRetryCount(0) }

// A copy goes its own way.
func cloned(url string) (*resty.Response, error) {
	client := resty.New().SetTimeout(time.Second)
	client.Clone().SetRetryCount(3)
	return client.R().Post(url)
}

// These may be repeated: a PUT, a GET, a POST with a key, and what a condition lets
// through.
func put(url string, body []byte) (*resty.Response, error) {
	client := resty.New().SetTimeout(time.Second).SetRetryCount(3)
	if _, err := client.R().SetBody(body).Put(url); err != nil {
		return nil, err
	}
	return client.R().Execute(http.MethodGet, url)
}

func orderOnce(url, key string) (*resty.Response, error) {
	client := resty.New().SetTimeout(time.Second).SetRetryCount(3)
	return client.R().SetHeader("Idempotency-Key", key).Post(url)
}

func orderIf(url string, condition resty.RetryConditionFunc) (*resty.Response, error) {
	client := resty.New().SetTimeout(time.Second).SetRetryCount(3)
	if _, err := client.R().AddRetryCondition(condition).Post(url); err != nil {
		return nil, err
	}
	client.AddRetryCondition(condition)
	return client.R().Post(url)
}

// Two constructors set the field, each another client.
type twofold struct{ http *resty.Client }

func newOnce() *twofold { return &twofold{resty.New().SetTimeout(time.Second)} }

func newOften() *twofold {
	return &twofold{resty.New().SetTimeout(time.Second).SetRetryCount(3).SetRetryWaitTime(3 * time.Second)}
}

func (t *twofold) create(url string) (*resty.Response, error) { return t.http.R().Post(url) }

// Others have this field, and what this method returns.
type open struct {
	HTTP *resty.Client
	http *resty.Client
}

func newOpen() *open {
	return &open{
		HTTP: resty.New().SetTimeout(time.Second).SetRetryCount(3),
		http: resty.New().SetTimeout(time.Second).SetRetryCount(3),
	}
}

func (o *open) Client() *resty.Client { return o.http }

func (o *open) create(url string) (*resty.Response, error) {
	if _, err := o.http.R().Post(url); err != nil {
		return nil, err
	}
	return o.HTTP.R().Post(url)
}

// Callers give different clients, or are not known.
func createAny(url string) error {
	if _, err := createWith(resty.New().SetTimeout(time.Second), url); err != nil {
		return err
	}
	_, err := createWith(resty.New().SetTimeout(time.Second).SetRetryCount(4), url)
	return err
}

func createWith(client *resty.Client, url string) (*resty.Response, error) {
	return client.R().Post(url)
}

func createFrom(url string) error {
	_, err := CreateFrom(resty.New().SetTimeout(time.Second).SetRetryCount(4), url)
	return err
}

func CreateFrom(client *resty.Client, url string) (*resty.Response, error) {
	return client.R().Post(url)
}

func createVia() func(*resty.Client, string) (*resty.Response, error) {
	_, _ = createByValue(resty.New().SetTimeout(time.Second).SetRetryCount(4), "")
	return createByValue
}

func createByValue(client *resty.Client, url string) (*resty.Response, error) {
	return client.R().Post(url)
}

// A hook or a transport may add a key to each request.
func withKeys(url string, key func() string, keys http.RoundTripper) error {
	client := resty.New().SetTimeout(time.Second).SetRetryCount(3)
	client.OnBeforeRequest(func(_ *resty.Client, r *resty.Request) error {
		r.SetHeader("Idempotency-Key", key())
		return nil
	})
	if _, err := client.R().Post(url); err != nil {
		return err
	}
	if _, err := resty.New().SetTransport(keys).SetTimeout(time.Second).SetRetryCount(3).R().Post(url); err != nil {
		return err
	}
	_, err := resty.NewWithClient(&http.Client{Transport: keys, Timeout: time.Second}).SetRetryCount(3).R().Post(url)
	return err
}

// Set by a method value, through an interface, in a function literal, or in a loop.
func indirectly(url string, counts []int) error {
	byValue := resty.New().SetTimeout(time.Second).SetRetryCount(3)
	set := byValue.SetRetryCount
	set(0)
	if _, err := byValue.R().Post(url); err != nil {
		return err
	}
	byInterface := resty.New().SetTimeout(time.Second).SetRetryCount(3)
	once(byInterface)
	if _, err := byInterface.R().Post(url); err != nil {
		return err
	}
	byLiteral := resty.New().SetTimeout(time.Second).SetRetryCount(3)
	func() { byLiteral.SetRetryCount(0) }()
	if _, err := byLiteral.R().Post(url); err != nil {
		return err
	}
	inLoop := resty.New().SetTimeout(time.Second).SetRetryCount(3)
	for _, n := range counts {
		inLoop.SetRetryCount(n)
	}
	_, err := inLoop.R().Post(url)
	return err
}

func once(c interface{ SetRetryCount(int) *resty.Client }) { c.SetRetryCount(0) }

// A client in a list or a map may be changed from there.
func listed(url string, change func([]*resty.Client, map[string]*resty.Client)) error {
	a, b := resty.New().SetTimeout(time.Second).SetRetryCount(3), resty.New().SetTimeout(time.Second).SetRetryCount(3)
	change([]*resty.Client{a}, map[string]*resty.Client{"b": b})
	if _, err := a.R().Post(url); err != nil {
		return err
	}
	_, err := b.R().Post(url)
	return err
}

// Other functions set these, too.
var tunable = resty.New().SetTimeout(time.Second).SetRetryCount(3)

func tune(n int) { tunable.SetRetryCount(n) }

func createTunable(url string) (*resty.Response, error) { return tunable.R().Post(url) }

type adjustable struct{ http *resty.Client }

func newAdjustable() *adjustable {
	return &adjustable{resty.New().SetTimeout(time.Second).SetRetryCount(3)}
}

func (a *adjustable) once() { a.http.RetryCount = 0 }

func (a *adjustable) create(url string) (*resty.Response, error) { return a.http.R().Post(url) }

// One is made with the package.
type early struct{ http *resty.Client }

var earliest = &early{resty.New().SetTimeout(time.Second)}

func newEarly() *early { return &early{resty.New().SetTimeout(time.Second).SetRetryCount(3)} }

func (e *early) create(url string) (*resty.Response, error) { return e.http.R().Post(url) }

var orders, _ = createEarly(resty.New().SetTimeout(time.Second), "https://example.com/orders")

func reorder(url string) (*resty.Response, error) {
	return createEarly(resty.New().SetTimeout(time.Second).SetRetryCount(3), url)
}

func createEarly(client *resty.Client, url string) (*resty.Response, error) {
	return client.R().Post(url)
}
