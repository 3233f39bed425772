package resty

import (
	"time"

	"github.com/go-resty/resty/v2"
)

// The longest wait is 2 s, unless it is set.
func clippedAtOnce(url string) (*resty.Response, error) {
	client := resty.New().SetTimeout(time.Second).SetRetryCount(3).SetRetryWaitTime(5 * time.Second) // want "retryloop/constant-backoff: with a first wait of 5 s and a longest of 2 s this retry always waits for 5 s, without jitter: .* Let the longest be some times the first"
	return client.R().Get(url)
}

func clippedByStatements(url string) (*resty.Response, error) {
	client := resty.New()
	client.SetTimeout(time.Second)
	client.SetRetryCount(3)
	client.SetRetryMaxWaitTime(time.Second)
	client.SetRetryWaitTime(time.Second) // want "constant-backoff: with a first wait of 1 s and a longest of 1 s"
	return client.R().SetHeader("Accept", "text/plain").Get(url)
}

func clippedByFields(url string) (*resty.Response, error) {
	client := resty.New().SetTimeout(time.Second)
	client.RetryCount = 3
	client.RetryMaxWaitTime = 50 * time.Millisecond // want "constant-backoff: with a first wait of 100 ms and a longest of 50 ms this retry always waits for 100 ms"
	return client.R().Get(url)
}

func hot(url string) (*resty.Response, error) {
	return resty.New().SetTimeout(time.Second).SetRetryCount(3).SetRetryWaitTime(0).R().Get(url) // want "retryloop/no-backoff: this retry does not wait between its attempts"
}

func order(url string, body []byte) (*resty.Response, error) {
	client := resty.New().SetTimeout(time.Second).SetRetryCount(3)
	return client.R().SetBody(body).Post(url) // want "retryloop/non-idempotent: this POST is sent up to 4 times if its connection breaks"
}

func change(url string, body []byte) (*resty.Response, error) {
	client := resty.New().SetTimeout(time.Second)
	client.SetRetryCount(1)
	return client.R().SetBody(body).Execute("PATCH", url) // want "non-idempotent: this PATCH is sent up to 2 times"
}

// A client in a field that is set once.
type shop struct{ http *resty.Client }

func newShop(url string) *shop {
	client := resty.New().SetBaseURL(url).SetTimeout(time.Second)
	client.SetRetryCount(3).SetRetryWaitTime(3 * time.Second) // want "constant-backoff: with a first wait of 3 s"
	return &shop{http: client}
}

func (s *shop) list() (*resty.Response, error) { return s.http.R().Get("/orders") }

func (s *shop) create(body []byte) (*resty.Response, error) {
	return s.http.R().SetBody(body).Post("/orders") // want "non-idempotent: this POST is sent up to 4 times"
}

// A client in a variable of the package, and one that is handed on.
var shared = resty.New().SetTimeout(time.Second).SetRetryCount(2)

func createShared(url string) (*resty.Response, error) {
	return shared.R().Post(url) // want "non-idempotent: this POST is sent up to 3 times"
}

func createBoth(url string) error {
	client := resty.New().SetTimeout(time.Second).SetRetryCount(4)
	if _, err := createThrough(client, url+"/a"); err != nil {
		return err
	}
	_, err := createThrough(client, url+"/b")
	return err
}

func createThrough(client *resty.Client, url string) (*resty.Response, error) {
	return client.R().Post(url) // want "non-idempotent: this POST is sent up to 5 times"
}
