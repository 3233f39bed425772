package gateway

import (
	"context"
	"net/http"
	"net/url"
	"sync"

	"github.com/sony/gobreaker/v2"

	"github.com/reslint/reslint/examples/shop/before/inventorypb"
)

// breaker spares the service of recommendations when it is down.
var breaker = gobreaker.NewCircuitBreaker[[]string](gobreaker.Settings{
	Name: "recommendations",
	ReadyToTrip: func(c gobreaker.Counts) bool {
		return float64(c.TotalFailures)/float64(c.Requests) >= 0.5
	},
})

// recommend answers with the items that go with another.
func (g *gateway) recommend(w http.ResponseWriter, r *http.Request) {
	skus, err := g.recommended(r.Context(), r.PathValue("sku"))
	if err != nil {
		answer(w, nil, err)
		return
	}
	answer(w, g.items(r.Context(), skus), nil)
}

// recommended asks the recommendations, and the inventory if they are down.
func (g *gateway) recommended(ctx context.Context, sku string) ([]string, error) {
	skus, err := breaker.Execute(func() ([]string, error) {
		var skus []string
		err := g.recommendations.Post(ctx, "/recommend", url.Values{"sku": {sku}}, &skus)
		return skus, err
	})
	if err != nil {
		best, err := g.inventory.Bestsellers(ctx, &inventorypb.BestsellersRequest{Limit: 20})
		return best.GetSkus(), err
	}
	return skus, nil
}

// items looks all of them up at once.
func (g *gateway) items(ctx context.Context, skus []string) []*inventorypb.Item {
	items := make([]*inventorypb.Item, len(skus))
	var wg sync.WaitGroup
	for i, sku := range skus {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if item, err := g.inventory.GetItem(ctx, &inventorypb.GetItemRequest{Sku: sku}); err == nil {
				items[i] = item
			}
		}()
	}
	wg.Wait()
	return items
}
