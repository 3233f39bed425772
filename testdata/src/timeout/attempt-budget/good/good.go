package good

import (
	"context"
	"net/http"
	"time"
)

func fits(ctx context.Context, get func(context.Context) error) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	for range 3 {
		attempt, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
		err = get(attempt)
		cancel()
		if err == nil {
			return nil
		}
		time.Sleep(200 * time.Millisecond)
	}
	return err
}

// The numbers come from the configuration.
func configured(ctx context.Context, get func(context.Context) error, attempts int, each time.Duration) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	for i := 0; i < attempts; i++ {
		attempt, cancel := context.WithTimeout(ctx, each)
		err = get(attempt)
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

// Each server has its turn: these are no attempts at one thing.
func each(ctx context.Context, servers [3]string, ping func(context.Context, string) error) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	for i := 0; i < 3; i++ {
		one, cancel := context.WithTimeout(ctx, time.Second)
		err := ping(one, servers[i])
		cancel()
		if err != nil {
			return err
		}
	}
	return nil
}

// The deadline is made anew for each attempt.
func fresh(get func(context.Context) error) (err error) {
	for range 3 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		err = get(ctx)
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

func clientTimeout(url string) (resp *http.Response, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	client := &http.Client{Timeout: 5 * time.Second}
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
		if err != nil {
			return nil, err
		}
		if resp, err = client.Do(req); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

// One call: the client's own timeout is a cap for all its uses.
func once(url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	client := &http.Client{Timeout: 30 * time.Second}
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}

func shorter(ctx context.Context, get func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	inner, cancelInner := context.WithTimeout(ctx, 3*time.Second)
	defer cancelInner()
	return get(inner)
}

// After the end of the first, a cleanup has its own.
func cleanup(ctx context.Context, get, undo func(context.Context) error) error {
	work, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if err := get(work); err != nil {
		clean, cancel := context.WithTimeout(context.WithoutCancel(work), 30*time.Second)
		defer cancel()
		return undo(clean)
	}
	return nil
}
