// Package resty calls an HTTP service through resty.
package resty

import (
	"context"
	"net/http"
	"time"

	"github.com/go-resty/resty/v2"
)

type user struct{ Name string }

func get(url string) (*resty.Response, error) {
	client := resty.New()
	return client.R().Get(url) // want "nothing ends this call"
}

// Neither the steps in between nor the retries are a limit.
func post(url string, u user) (*resty.Response, error) {
	client := resty.New().SetBaseURL(url).SetHeader("Accept", "application/json").SetRetryCount(3).SetRetryWaitTime(time.Second)
	return client.R().SetBody(u).SetResult(&user{}).Post("/users") // want "nothing ends this call" "non-idempotent: this POST is sent up to 4 times"
}

func getWithContext(url string) (*resty.Response, error) {
	client := resty.NewWithClient(&http.Client{})
	return client.R().SetContext(context.Background()).Get(url) // want "nothing ends this call"
}

type api struct {
	http *resty.Client
}

func newAPI(url string) *api {
	return &api{http: resty.New().SetBaseURL(url)}
}

func (a *api) user(id string) (*user, error) {
	u := new(user)
	_, err := a.http.R().SetPathParam("id", id).SetResult(u).Get("/users/{id}") // want "nothing ends this call"
	return u, err
}
