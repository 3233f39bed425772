// Package bad has fallbacks that wait.
package bad

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"sync"
	"time"
)

type price struct{ Cents int }

type prices struct {
	hc *http.Client

	mu   sync.Mutex
	last price
	news chan price
}

func (p *prices) get(ctx context.Context) (price, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://prices.test", nil)
	if err != nil {
		return price{}, err
	}
	resp, err := p.hc.Do(req)
	if err != nil {
		return price{}, err
	}
	defer resp.Body.Close()
	var v price
	return v, json.NewDecoder(resp.Body).Decode(&v)
}

// refresh holds the lock for as long as the server takes.
func (p *prices) refresh(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	v, err := p.get(ctx)
	if err != nil {
		return err
	}
	p.last = v
	return nil
}

func (p *prices) kept() price {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last
}

func (p *prices) locked(ctx context.Context) price {
	v, err := p.get(ctx)
	if err != nil {
		return p.kept() // want `when \(\*bad.prices\).get \(\(\*http.Client\).Do\) fails, \(\*bad.prices\).kept answers in its place, and waits for the lock mu, which is held while \(\*bad.prices\).refresh asks another machine \(\(\*bad.prices\).get → \(\*http.Client\).Do\): the caller waits as if there were no fallback; answer with what is at hand \(fallback/blocking-fallback\)`
	}
	return v
}

func slowly() price {
	time.Sleep(time.Second)
	return price{}
}

func (p *prices) sleeping(ctx context.Context) (price, error) {
	v, err := p.get(ctx)
	if err != nil {
		return slowly(), nil // want `bad.slowly answers in its place, and sleeps`
	}
	return v, nil
}

func (p *prices) next() price { return <-p.news }

func (p *prices) waiting(ctx context.Context) price {
	v, err := p.get(ctx)
	if err != nil {
		v = p.next() // want `\(\*bad.prices\).next answers in its place, and waits for a channel, without a bound`
	}
	return v
}

func fromFile(name string) (price, error) {
	return load(name)
}

func load(name string) (v price, err error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return v, err
	}
	defer f.Close()
	if err := f.Sync(); err != nil {
		return v, err
	}
	return v, json.NewDecoder(f).Decode(&v)
}

func (p *prices) synced(ctx context.Context) (price, error) {
	v, err := p.get(ctx)
	if err != nil {
		return fromFile("price.json") // want `bad.fromFile answers in its place, and waits for the disk \(\(\*os.File\).Sync\)`
	}
	return v, nil
}
