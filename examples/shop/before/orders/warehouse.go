package orders

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"time"
)

// A warehouse sends parcels.
type warehouse struct {
	url  string
	http *http.Client
}

// announce tells the warehouse what to send. It has to know some day.
func (w warehouse) announce(ctx context.Context, o Order) error {
	body, err := json.Marshal(o)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	wait := 100 * time.Millisecond
	for i := 0; i < 20; i++ {
		resp, err := w.http.Do(req)
		if err != nil {
			log.Printf("cart %s: warehouse: %v", o.Cart, err)
		} else if resp.StatusCode == http.StatusAccepted {
			return resp.Body.Close()
		} else {
			log.Printf("cart %s: warehouse: %s", o.Cart, resp.Status)
		}
		time.Sleep(wait)
		wait *= 2
	}
	return fmt.Errorf("the warehouse does not know of cart %s", o.Cart)
}
