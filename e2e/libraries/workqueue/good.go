// Package workqueue has workers that put back what failed. That is a layer of retries, which reslint layers
// shows; without an end it multiplies nothing that could be counted.
package workqueue

import (
	"context"
	"net/http"

	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	queue  workqueue.TypedRateLimitingInterface[string]
	client *http.Client
}

func (c *controller) next(ctx context.Context) bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := c.sync(ctx, key); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

func (c *controller) sync(ctx context.Context, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://example.com/"+key, nil)
	if err != nil {
		return err
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
