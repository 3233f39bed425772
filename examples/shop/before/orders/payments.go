package orders

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"time"
)

// paymentsHTTP is for the payments alone, which take their time.
var paymentsHTTP = &http.Client{}

type payments struct{ base string }

// charge takes the money, and returns the number of the charge.
func (p payments) charge(ctx context.Context, cart string, cents int64) (id int64, err error) {
	body, err := json.Marshal(map[string]any{"cart": cart, "cents": cents})
	if err != nil {
		return 0, err
	}
	for i := range 4 {
		if id, err = p.post(ctx, body); err == nil {
			return id, nil
		}
		log.Printf("cart %s: payments: %v", cart, err)
		time.Sleep(50 * time.Millisecond << i)
	}
	return 0, err
}

func (p payments) post(ctx context.Context, body []byte) (id int64, err error) {
	req, err := http.NewRequest(http.MethodPost, p.base+"/charges", bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Idempotency-Key", rand.Text())
	resp, err := paymentsHTTP.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		message, _ := io.ReadAll(resp.Body)
		return 0, fmt.Errorf("%s: %s", resp.Status, message)
	}
	var charged struct{ ID int64 }
	err = json.NewDecoder(resp.Body).Decode(&charged)
	return charged.ID, err
}
