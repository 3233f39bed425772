package resty

import (
	"context"
	"net/http"
	"time"

	"github.com/go-resty/resty/v2"
)

func getInTime(url string) (*resty.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return resty.New().R().SetContext(ctx).Get(url)
}

// The timeout is that of the client, set in a chain, by a call of its own or
// beforehand.
func getWithTimeout(url string) (*resty.Response, error) {
	client := resty.New().SetBaseURL(url).SetTimeout(10 * time.Second)
	return client.R().Get("/users")
}

func postWithTimeout(url string, u user) (*resty.Response, error) {
	client := resty.New()
	client.SetTimeout(10 * time.Second)
	return client.R().SetBody(u).Post(url)
}

func getWithClient(url string) (*resty.Response, error) {
	return resty.NewWithClient(&http.Client{Timeout: 10 * time.Second}).R().Get(url)
}

// The client comes from elsewhere.
func getThrough(client *resty.Client, url string) (*resty.Response, error) {
	return client.R().Get(url)
}

// The caller decides.
func (a *api) userFor(ctx context.Context, id string) (*user, error) {
	u := new(user)
	_, err := a.http.R().SetContext(ctx).SetPathParam("id", id).SetResult(u).Get("/users/{id}")
	return u, err
}
