package gateway

import (
	"context"
	"net/http"
	"time"

	"github.com/reslint/reslint/examples/shop/before/inventorypb"
)

func (g *gateway) item(w http.ResponseWriter, r *http.Request) {
	item, err := g.getItem(r.Context(), r.PathValue("sku"))
	answer(w, item, err)
}

// getItem gives a page no more than a second, and tries twice more.
func (g *gateway) getItem(ctx context.Context, sku string) (item *inventorypb.Item, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for range 3 {
		attempt, cancel := context.WithTimeout(ctx, 900*time.Millisecond)
		defer cancel()
		if item, err = g.inventory.GetItem(attempt, &inventorypb.GetItemRequest{Sku: sku}); err == nil {
			return item, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, err
}
