// Package good retries nothing.
package good

import (
	"context"
	"net/http"
)

func get(ctx context.Context, c *http.Client, urls []string) error {
	for _, url := range urls {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}
