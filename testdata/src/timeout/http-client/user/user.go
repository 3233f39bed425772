// Package user uses what maker makes.
package user

import (
	"context"
	"net/http"
	"time"

	"timeout/http-client/maker"
)

func given() *maker.API {
	return maker.NewAPI(&http.Client{}) // want `this http.Client has no Timeout, and \(\*maker.API\).Get sends requests without a deadline`
}

func slot() *maker.Slot {
	return &maker.Slot{Client: &http.Client{}} // want `this http.Client has no Timeout, and \(\*maker.Slot\).Get sends requests without a deadline`
}

func traced(req *http.Request) (*http.Response, error) {
	c := &http.Client{} // want `this http.Client has no Timeout, and context.Background\(\) sets no deadline`
	return c.Do(req.WithContext(maker.Traced(context.Background())))
}

func goodGiven() *maker.API { return maker.NewAPI(&http.Client{Timeout: time.Second}) }

func goodSlot() *maker.Slot { return &maker.Slot{Client: maker.NewBounded()} }

func goodLimited(req *http.Request) (*http.Response, error) {
	ctx, cancel := maker.Limited(context.Background())
	defer cancel()
	return new(http.Client).Do(req.WithContext(ctx))
}

func goodSet(url string) (*http.Response, error) {
	c := &http.Client{}
	maker.SetLimit(c)
	return c.Get(url)
}

func goodMixed() *maker.Mixed { return maker.NewMixed(&http.Client{}) }

func goodLent() *maker.Lent { return maker.NewLent(&http.Client{}) }

func goodAsked() *maker.Asked { return maker.NewAsked(&http.Client{}) }
