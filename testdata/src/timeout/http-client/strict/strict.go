// Package strict has clients about which nothing is proven.
package strict

import (
	"context"
	"net/http"
	"time"
)

func unused() *http.Client {
	return &http.Client{} // want `this http.Client has no Timeout, and nothing here proves that each of its requests has a deadline`
}

func bounded() *http.Client { return &http.Client{Timeout: time.Second} }

func byContext(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	c := &http.Client{}
	return c.Do(req.WithContext(ctx))
}
