package pond

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/alitto/pond/v2"
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
	for _, id := range ids {
		pond.Submit(func() { notify(id) }) // want `fanout/no-limit-group: the group has no limit`
	}
}

func endless() {
	ids, _ := list()
	p := pond.NewPool(0)
	for _, id := range ids {
		p.Submit(func() { notify(id) }) // want `fanout/no-limit-group: the group has no limit`
	}
	p.StopAndWait()
}
