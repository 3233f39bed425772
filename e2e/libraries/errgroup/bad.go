package errgroup

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"golang.org/x/sync/errgroup"
)

type order struct{ ID string }

type client struct{ hc *http.Client }

func (c *client) list(ctx context.Context) (orders []order, err error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://shop.test/orders", nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	err = json.NewDecoder(resp.Body).Decode(&orders)
	return orders, err
}

func (c *client) notify(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "http://shop.test/"+id, nil)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *client) zero(ctx context.Context) error {
	orders, err := c.list(ctx)
	if err != nil {
		return err
	}
	var g errgroup.Group // why
	for _, o := range orders {
		g.Go(func() error { return c.notify(ctx, o.ID) }) // want `fanout/no-limit-group: the group has no limit, so \(\*errgroup.client\).notify is called as many times at once as what \(\*http.Client\).Do returned says: set one with SetLimit`
	}
	return g.Wait()
}

func (c *client) withContext(ctx context.Context) error {
	orders, err := c.list(ctx)
	if err != nil {
		return err
	}
	g, ctx := errgroup.WithContext(ctx)
	for _, o := range orders {
		g.Go(func() error { // want `fanout/no-limit-group: the group has no limit`
			return c.notify(ctx, o.ID)
		})
	}
	return g.Wait()
}

func (c *client) pointer(ctx context.Context) error {
	orders, err := c.list(ctx)
	if err != nil {
		return err
	}
	g := new(errgroup.Group)
	var mu sync.Mutex
	var done []string
	for _, o := range orders {
		g.Go(func() error { // want `fanout/no-limit-group: the group has no limit`
			err := c.notify(ctx, o.ID)
			mu.Lock()
			defer mu.Unlock()
			done = append(done, o.ID)
			return err
		})
	}
	return g.Wait()
}

// -1 is no limit.
func (c *client) off(ctx context.Context) error {
	orders, err := c.list(ctx)
	if err != nil {
		return err
	}
	g := &errgroup.Group{}
	g.SetLimit(-1)
	for _, o := range orders {
		g.Go(func() error { return c.notify(ctx, o.ID) }) // want `fanout/no-limit-group: the group has no limit`
	}
	return g.Wait()
}

// What the group runs starts more in it: with a limit, it would wait for itself.
func (c *client) deadlocks(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		orders, err := c.list(ctx)
		if err != nil {
			return err
		}
		for _, o := range orders {
			g.Go(func() error { return c.notify(ctx, o.ID) }) // want `fanout/no-limit-group: the group has no limit`
		}
		return nil
	})
	return g.Wait()
}

// The results are read when all has been started: with a limit, nobody would get so far.
func (c *client) sends(ctx context.Context) (n int, err error) {
	orders, err := c.list(ctx)
	if err != nil {
		return 0, err
	}
	g, ctx := errgroup.WithContext(ctx)
	results := make(chan string)
	for _, o := range orders {
		g.Go(func() error { // want `fanout/no-limit-group: the group has no limit`
			if err := c.notify(ctx, o.ID); err != nil {
				return err
			}
			results <- o.ID
			return nil
		})
	}
	go func() {
		_ = g.Wait()
		close(results)
	}()
	for range results {
		n++
	}
	return n, nil
}
