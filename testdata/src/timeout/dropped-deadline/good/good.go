// Package good leaves the caller's context behind on purpose, or not at all.
package good

import (
	"context"
	"net/http"
	"time"

	"timeout/remote-call/api"
)

var client = &http.Client{Timeout: time.Second}

func passed(ctx context.Context, req *http.Request) (*http.Response, error) {
	return client.Do(req.WithContext(ctx))
}

// A bound of its own: detached on purpose.
func own(ctx context.Context, req *http.Request) (*http.Response, error) {
	fresh, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return client.Do(req.WithContext(fresh))
}

func outlives(ctx context.Context, req *http.Request) {
	go func() {
		if resp, err := client.Do(req.WithContext(context.Background())); err == nil {
			resp.Body.Close()
		}
	}()
}

func started(ctx context.Context, c *api.Client, url string) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	go client.Do(new(http.Request).WithContext(context.Background()))
	_ = c.Get(ctx, url)
}

func cleanup(ctx context.Context, req *http.Request) {
	defer client.Do(req.WithContext(context.Background()))
	<-ctx.Done()
}

func deferred(ctx context.Context, req *http.Request) {
	defer func() {
		client.Do(req.WithContext(context.Background()))
	}()
	<-ctx.Done()
}

// shutdown says goodbye when its context has ended.
func shutdown(ctx context.Context, req *http.Request) {
	<-ctx.Done()
	client.Do(req.WithContext(context.Background()))
}

func ended(ctx context.Context, req *http.Request) {
	if ctx.Err() != nil {
		client.Do(req.WithContext(context.Background()))
	}
}

func without(ctx context.Context, req *http.Request) (*http.Response, error) {
	return client.Do(req.WithContext(context.WithoutCancel(ctx)))
}

func orFresh(ctx context.Context, req *http.Request) (*http.Response, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	return client.Do(req.WithContext(ctx))
}

func unnamed(_ context.Context, req *http.Request) (*http.Response, error) {
	return client.Do(req.WithContext(context.Background()))
}

func notGiven(req *http.Request) {}

func local() context.Context { return context.Background() }

// noCall asks with a context that has ended for what needs no call.
func noCall(ctx context.Context, req *http.Request) (*http.Response, error) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	return client.Do(req.WithContext(ended))
}

// byHand is ended by a timer.
func byHand(ctx context.Context, req *http.Request) (*http.Response, error) {
	fresh, cancel := context.WithCancel(context.Background())
	t := time.AfterFunc(time.Second, cancel)
	defer t.Stop()
	return client.Do(req.WithContext(fresh))
}

// afterAnError undoes what was done: the context may be what has failed.
func afterAnError(ctx context.Context, do, undo *http.Request) error {
	if _, err := client.Do(do.WithContext(ctx)); err != nil {
		client.Do(undo.WithContext(context.Background()))
		return err
	}
	return nil
}

func unlessAllIsWell(ctx context.Context, do, undo *http.Request) error {
	_, err := client.Do(do.WithContext(ctx))
	if err == nil {
		return nil
	}
	client.Do(undo.WithContext(context.Background()))
	return err
}
