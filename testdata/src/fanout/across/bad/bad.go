// Package bad hands data to who starts a goroutine for each element.
package bad

import (
	"context"
	"net/http"

	"fanout/across/lib"
	"fanout/unbounded-go/shop"
)

func listed(ctx context.Context, c *shop.Client) {
	orders, _ := c.List(ctx, "me")
	ids := make([]string, 0, len(orders))
	for _, o := range orders {
		ids = append(ids, o.ID)
	}
	lib.NotifyAll(ctx, c, ids) // want `NotifyAll starts a goroutine for each of what \(\*shop.Client\).List returned, and each calls \(\*shop.Client\).Notify: with many, or when that is slow, all of them wait at once; limit how many run, or hand over fewer at a time`
}

func handler(c *shop.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		lib.NotifyAll(r.Context(), c, r.URL.Query()["id"]) // want `NotifyAll starts a goroutine for each of what a client asks for`
	}
}

func started(ctx context.Context, c *shop.Client) {
	orders, _ := c.List(ctx, "me")
	for _, o := range orders {
		lib.Async(func() { _ = c.Notify(ctx, o.ID) }) // want `a goroutine for each of what \(\*shop.Client\).List returned, and each calls \(\*shop.Client\).Notify`
	}
}
