package alternatives

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"sync"

	"golang.org/x/sync/errgroup"
)

func (c *cache) all(ctx context.Context) (users []user, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://cache.test/", nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return users, json.NewDecoder(resp.Body).Decode(&users)
}

func (c *cache) wait(ctx context.Context) error {
	users, err := c.all(ctx)
	if err != nil {
		return err
	}
	var wg sync.WaitGroup // why
	for _, u := range users {
		wg.Add(1)
		go func() { // want `unbounded-go`
			defer wg.Done()
			if u.ID == "" {
				return
			}
			_, err := c.get(ctx, u.ID)
			if err != nil {
				log.Print(err)
			}
		}()
	}
	wg.Wait()
	return nil
}

func (c *cache) waitGo(ctx context.Context) error {
	users, err := c.all(ctx)
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	for _, u := range users {
		wg.Go(func() { // want `unbounded-go`
			if _, err := c.get(ctx, u.ID); err != nil {
				log.Print(err)
				return
			}
		})
	}
	wg.Wait()
	return nil
}

// Another one is counted, too.
func (c *cache) waitMore(ctx context.Context) error {
	users, err := c.all(ctx)
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	for _, u := range users {
		wg.Add(1)
		go func() { // want `unbounded-go`
			defer wg.Done()
			_, _ = c.get(ctx, u.ID)
		}()
	}
	wg.Add(1)
	go func() {
		defer wg.Done()
		log.Print("started")
	}()
	wg.Wait()
	return nil
}

// A comment would be lost.
func (c *cache) waitComment(ctx context.Context) error {
	users, err := c.all(ctx)
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	for _, u := range users {
		wg.Add(1)
		go func() { // want `unbounded-go`
			defer wg.Done()
			// Who fails is asked again tomorrow.
			_, _ = c.get(ctx, u.ID)
		}()
	}
	wg.Wait()
	return nil
}

func (c *cache) group(ctx context.Context) error {
	users, err := c.all(ctx)
	if err != nil {
		return err
	}
	var g errgroup.Group
	for _, u := range users {
		g.Go(func() error { // want `no-limit-group`
			_, err := c.get(ctx, u.ID)
			return err
		})
	}
	return g.Wait()
}

func (c *cache) groupWithContext(ctx context.Context) error {
	users, err := c.all(ctx)
	if err != nil {
		return err
	}
	g, ctx := errgroup.WithContext(ctx)
	for _, u := range users {
		g.Go(func() error { // want `no-limit-group`
			_, err := c.get(ctx, u.ID)
			return err
		})
	}
	return g.Wait()
}

func (c *cache) groupPointer(ctx context.Context) error {
	users, err := c.all(ctx)
	if err != nil {
		return err
	}
	g := new(errgroup.Group)
	for _, u := range users {
		g.Go(func() error { // want `no-limit-group`
			_, err := c.get(ctx, u.ID)
			return err
		})
	}
	return g.Wait()
}

// Its limit is switched off.
func (c *cache) groupOff(ctx context.Context) error {
	users, err := c.all(ctx)
	if err != nil {
		return err
	}
	g := new(errgroup.Group)
	g.SetLimit(-1)
	for _, u := range users {
		g.Go(func() error { // want `no-limit-group`
			_, err := c.get(ctx, u.ID)
			return err
		})
	}
	return g.Wait()
}

// With a limit, what finds no place would be left undone.
func (c *cache) groupTries(ctx context.Context) error {
	users, err := c.all(ctx)
	if err != nil {
		return err
	}
	g := new(errgroup.Group)
	for _, u := range users {
		g.TryGo(func() error { // want `no-limit-group`
			_, err := c.get(ctx, u.ID)
			return err
		})
	}
	return g.Wait()
}
