package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

const base = "http://localhost:8080"

// inStock asks how many pieces of an item there are. http.Get waits for the
// answer as long as the other side likes.
func inStock(item string) (n int, err error) {
	resp, err := http.Get(base + "/stock/" + url.PathEscape(item))
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	_, err = fmt.Fscan(resp.Body, &n)
	return n, err
}

// payments waits for ever, too.
var payments = &http.Client{}

// charge takes the money. It was given the request's context and does not pass
// it on: if the customer has gone away, the call goes on.
func charge(ctx context.Context, item string) error {
	return post(context.Background(), payments, "/payments?item="+url.QueryEscape(item))
}

// parcels was meant to keep idle connections for 90 seconds. This is 90
// nanoseconds: each parcel opens a new one.
var parcels = &http.Client{
	Transport: &http.Transport{MaxIdleConnsPerHost: 10, IdleConnTimeout: 90},
}

// sendParcel tries three times. Those who failed together come back together,
// and go on when the customer has gone away.
func sendParcel(ctx context.Context, item string) (err error) {
	for i := 0; i < 3; i++ {
		if err = post(ctx, parcels, "/parcels?item="+url.QueryEscape(item)); err == nil {
			return nil
		}
		time.Sleep(time.Second << i)
	}
	return err
}

func post(ctx context.Context, client *http.Client, path string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+path, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("%s: %s", path, resp.Status)
	}
	return nil
}
