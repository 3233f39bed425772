// Package bad has retries within retries.
package bad

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"layering/nested-retry/repo"
)

type service struct {
	client   *repo.Client
	attempts int
}

func (s *service) load(ctx context.Context) error { return s.client.Get(ctx) }

func (s *service) direct(ctx context.Context) (err error) {
	for range 3 {
		if err = s.client.Get(ctx); err == nil { // want `this retry multiplies: 3 attempts here × 3 in \(\*repo\.Client\)\.Get \(repo/repo\.go:\d+\) = 9 calls of \(\*http\.Client\)\.Do per request \(layering/nested-retry\)`
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func (s *service) deeper(ctx context.Context) error {
	for i := 1; ; i++ {
		err := s.load(ctx) // want `4 attempts here × 3 in \(\*repo\.Client\)\.Get .* = 12 calls`
		if err == nil || i == 4 {
			return err
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
}

func (s *service) threeLayers(ctx context.Context) (err error) {
	for range 3 {
		if err = s.direct(ctx); err == nil { // want `3 attempts here × 3 in \(\*bad\.service\)\.direct \(bad/bad\.go:\d+\) × 3 in \(\*repo\.Client\)\.Get .* = 27 calls`
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func (s *service) helper(ctx context.Context) error {
	return repo.Retry(ctx, 5, func(ctx context.Context) error { // want `5 attempts here × 3 in \(\*repo\.Client\)\.Get .* = 15 calls`
		return s.client.Get(ctx)
	})
}

func (s *service) methodValue(ctx context.Context) error {
	return repo.Retry(ctx, 2, s.client.Get) // want `2 attempts here × 3 in \(\*repo\.Client\)\.Get .* = 6 calls`
}

func (s *service) ownMethodValue(ctx context.Context) error {
	return repo.Retry(ctx, 2, s.load) // want `2 attempts here × 3 in \(\*repo\.Client\)\.Get .* = 6 calls`
}

func helperInHelper(ctx context.Context, c *repo.Client) error {
	return repo.Retry(ctx, 3, func(ctx context.Context) error { // want `3 attempts here × 4 in bad\.helperInHelper \(bad/bad\.go:\d+\) = 12 calls of \(\*http\.Client\)\.Do`
		return repo.Retry(ctx, 4, c.Once)
	})
}

func helperInLoop(ctx context.Context, c *repo.Client) (err error) {
	for range 3 {
		if err = repo.Retry(ctx, 2, c.Once); err == nil { // want `3 attempts here × 2 in bad\.helperInLoop`
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func generic(ctx context.Context, c *repo.Client) (int, error) {
	return repo.RetryValue(ctx, 2, func(ctx context.Context) (int, error) { // want `3 attempts here × 3 in \(\*repo\.Client\)\.Get .* = 9 calls`
		return 1, c.Get(ctx)
	})
}

func literal(ctx context.Context, c *repo.Client) (err error) {
	op := func() error {
		if c == nil {
			return errors.New("no client")
		}
		return c.Get(ctx)
	}
	for range 3 {
		if err = op(); err == nil { // want `3 attempts here × 3 in \(\*repo\.Client\)\.Get`
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// The number of attempts comes from a configuration.
func (s *service) unknownNumber(ctx context.Context) (err error) {
	for range s.attempts {
		if err = s.client.Get(ctx); err == nil { // want `an unknown number of attempts here × 3 in \(\*repo\.Client\)\.Get .* = 3 calls or a multiple of that of \(\*http\.Client\)\.Do per request`
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// all asks all of them at once, and waits for the answers.
func all(ctx context.Context, clients []*repo.Client) error {
	var wg sync.WaitGroup
	errs := make([]error, len(clients))
	for i, c := range clients {
		wg.Add(1)
		go func() {
			defer wg.Done()
			errs[i] = c.Get(ctx)
		}()
	}
	wg.Wait()
	return errors.Join(errs...)
}

func goroutines(ctx context.Context, clients []*repo.Client) (err error) {
	for range 3 {
		if err = all(ctx, clients); err == nil { // want `3 attempts here × 3 in \(\*repo\.Client\)\.Get`
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

type embedding struct{ *repo.Client }

func promoted(ctx context.Context, e embedding) (err error) {
	for range 3 {
		if err = e.Get(ctx); err == nil { // want `3 attempts here × 3 in \(\*repo\.Client\)\.Get`
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func recursive(ctx context.Context, c *repo.Client, left int) error {
	err := c.Get(ctx) // want `attempts here × 3 in \(\*repo\.Client\)\.Get`
	if err == nil || left == 0 {
		return err
	}
	if err := repo.Pause(ctx); err != nil {
		return err
	}
	return recursive(ctx, c, left-1)
}

// busy repeats what was answered with a status of trouble.
func busy(ctx context.Context, c *http.Client, url string) (resp *http.Response, err error) {
	for range 4 {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		if resp, err = c.Do(req); err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		if err == nil {
			resp.Body.Close()
		}
		if err := repo.Pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("busy")
}

func statuses(ctx context.Context, c *http.Client) (err error) {
	for range 3 {
		var resp *http.Response
		if resp, err = busy(ctx, c, "https://orders.example/1"); err == nil { // want `3 attempts here × 4 in bad\.busy \(bad/bad\.go:\d+\) = 12 calls`
			return resp.Body.Close()
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// gateway is generated, and known to try twice.
//
//reslint:remote
//reslint:retries 2
func gateway(ctx context.Context) error { return nil }

func taught(ctx context.Context) (err error) {
	for range 3 {
		if err = gateway(ctx); err == nil { // want `3 attempts here × 2 by bad\.gateway = 6 calls`
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// deferred work is waited for, too.
func inDefer(ctx context.Context, c *repo.Client) (err error) {
	defer func() { err = errors.Join(err, c.Get(ctx)) }()
	return nil
}

func overDefer(ctx context.Context, c *repo.Client) (err error) {
	for range 3 {
		if err = inDefer(ctx, c); err == nil { // want `3 attempts here × 3 in \(\*repo\.Client\)\.Get`
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}
