// Package shop is what the cases call: it lives on another machine.
package shop

import (
	"context"
	"encoding/json"
	"net/http"
)

type Order struct {
	ID    string
	Lines []string
}

type Client struct{ HTTP *http.Client }

// List returns all orders of a customer.
func (c *Client) List(ctx context.Context, customer string) ([]Order, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://shop.test/"+customer, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var orders []Order
	err = json.NewDecoder(resp.Body).Decode(&orders)
	return orders, err
}

// Nodes returns the machines of the shop.
func (c *Client) Nodes(ctx context.Context) ([]string, error) {
	_, err := c.List(ctx, "nodes")
	return nil, err
}

// Notify tells somebody of an order.
func (c *Client) Notify(ctx context.Context, id string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "http://shop.test/"+id, nil)
	if err != nil {
		return err
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Watch tells of an order until the context ends.
func (c *Client) Watch(ctx context.Context, id string) {
	for {
		select {
		case <-ctx.Done():
			return
		default:
			_ = c.Notify(ctx, id)
		}
	}
}
