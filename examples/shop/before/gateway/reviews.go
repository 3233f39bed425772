package gateway

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"
)

var errNoReviews = errors.New("no reviews")

// reviews are what others think of an item. A partner has them.
type reviews struct {
	base string
	http *http.Client

	mu   sync.Mutex
	last map[string][]byte // what was read before
}

// ServeHTTP answers with the reviews, or with those of some time ago.
func (v *reviews) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	sku := r.PathValue("sku")
	text, err := v.read(r.Context(), sku)
	if err != nil {
		text = v.known(sku)
	}
	w.Write(text)
}

// read asks the partner, and remembers the answer.
func (v *reviews) read(ctx context.Context, sku string) ([]byte, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	breaker := gobreaker.NewCircuitBreaker[[]byte](gobreaker.Settings{Name: "reviews", Timeout: 10 * time.Second})
	text, err := breaker.Execute(func() ([]byte, error) { return v.fetch(ctx, sku) })
	if err == nil {
		v.last[sku] = text
	}
	return text, err
}

func (v *reviews) known(sku string) []byte {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.last[sku]
}

func (v *reviews) fetch(ctx context.Context, sku string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, v.base+"/reviews/"+sku, nil)
	if err != nil {
		return nil, err
	}
	resp, err := v.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		return nil, errNoReviews
	}
	return io.ReadAll(resp.Body)
}
