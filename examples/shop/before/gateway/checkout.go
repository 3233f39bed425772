package gateway

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/reslint/reslint/examples/shop/before/shopclient"
)

type order struct {
	Cart     string `json:"cart"`
	SKU      string `json:"sku"`
	Quantity int64  `json:"quantity"`
	Email    string `json:"email,omitempty"`
}

func (g *gateway) checkout(w http.ResponseWriter, r *http.Request) {
	var o order
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil {
		http.Error(w, "no order", http.StatusBadRequest)
		return
	}
	var sold json.RawMessage
	err := shopclient.Retry(r.Context(), 3, func(ctx context.Context) error {
		return g.orders.Post(ctx, "/orders", o, &sold)
	})
	answer(w, sold, err)
}
