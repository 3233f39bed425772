package conc

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/sourcegraph/conc"
	"github.com/sourcegraph/conc/pool"
	"github.com/sourcegraph/conc/stream"
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

func notify(id string) error {
	resp, err := hc.Get("http://shop.test/" + id)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func waitGroup() {
	ids, _ := list()
	var wg conc.WaitGroup
	for _, id := range ids {
		wg.Go(func() { _ = notify(id) }) // want `fanout/unbounded-go: a goroutine for each of what`
	}
	wg.Wait()
}

func plain() {
	ids, _ := list()
	p := pool.New()
	for _, id := range ids {
		p.Go(func() { _ = notify(id) }) // want `fanout/no-limit-group: the group has no limit, so .*: set one with WithMaxGoroutines`
	}
	p.Wait()
}

func errors() error {
	ids, err := list()
	if err != nil {
		return err
	}
	p := pool.New().WithErrors()
	for _, id := range ids {
		p.Go(func() error { return notify(id) }) // want `fanout/no-limit-group: the group has no limit`
	}
	return p.Wait()
}

func contexts(ctx context.Context) error {
	ids, err := list()
	if err != nil {
		return err
	}
	p := pool.New().WithContext(ctx).WithCancelOnError().WithFirstError()
	for _, id := range ids {
		p.Go(func(context.Context) error { return notify(id) }) // want `fanout/no-limit-group: the group has no limit`
	}
	return p.Wait()
}

func results() ([]string, error) {
	ids, err := list()
	if err != nil {
		return nil, err
	}
	p := pool.NewWithResults[string]().WithErrors()
	for _, id := range ids {
		p.Go(func() (string, error) { return id, notify(id) }) // want `fanout/no-limit-group: the group has no limit`
	}
	return p.Wait()
}

func streamed() {
	ids, _ := list()
	s := stream.New()
	for _, id := range ids {
		s.Go(func() stream.Callback { // want `fanout/no-limit-group: the group has no limit`
			_ = notify(id)
			return func() {}
		})
	}
	s.Wait()
}
