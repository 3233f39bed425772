package ants

import (
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/panjf2000/ants/v2"
)

var hc = &http.Client{Timeout: time.Second}

func list() (ids []string, err error) {
	resp, err := hc.Get("http://shop.test/orders")
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	err = json.NewDecoder(resp.Body).Decode(&ids)
	return ids, err
}

func notify(id string) {
	resp, err := hc.Get("http://shop.test/" + id)
	if err == nil {
		resp.Body.Close()
	}
}

func standard() {
	ids, _ := list()
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Add(1)
		_ = ants.Submit(func() { // want `fanout/no-limit-group: the group has no limit, so ants.notify is called as many times at once as what \(\*http.Client\).Get returned says: use one with a size`
			defer wg.Done()
			notify(id)
		})
	}
	wg.Wait()
}

func endless() error {
	ids, err := list()
	if err != nil {
		return err
	}
	p, err := ants.NewPool(-1)
	if err != nil {
		return err
	}
	defer p.Release()
	for _, id := range ids {
		_ = p.Submit(func() { notify(id) }) // want `fanout/no-limit-group: the group has no limit`
	}
	return nil
}
