// Package workerpool holds what github.com/gammazero/workerpool is known for against the
// library: it always has a size.
package workerpool

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/gammazero/workerpool"
)

var hc = &http.Client{Timeout: time.Second}

func sized() error {
	resp, err := hc.Get("http://shop.test/orders")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var ids []string
	if err := json.NewDecoder(resp.Body).Decode(&ids); err != nil {
		return err
	}
	p := workerpool.New(0)
	for _, id := range ids {
		p.Submit(func() {
			if resp, err := hc.Get("http://shop.test/" + id); err == nil {
				resp.Body.Close()
			}
		})
	}
	p.StopWait()
	return nil
}
