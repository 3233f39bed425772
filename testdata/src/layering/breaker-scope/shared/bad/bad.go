// Package bad has one breaker for several dependencies.
package bad

import (
	"context"
	"database/sql"
	"net/http"
)

type gateway struct {
	hc *http.Client
	db *sql.DB
	b  breaker
}

func (g *gateway) pay(ctx context.Context) error {
	return g.b.call(func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://payments.shop.test/v1/pay", nil)
		if err != nil {
			return err
		}
		resp, err := g.hc.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func (g *gateway) stock(ctx context.Context) error {
	return g.b.call(func() error { // want `this breaker is that of payments.shop.test \(bad.go:17\), too: when that is down, inventory.shop.test is refused as well, and the other way round. Give each a breaker of its own`
		resp, err := g.hc.Get("https://inventory.shop.test/stock")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func (g *gateway) save(ctx context.Context, id string) error {
	return g.b.call(func() error { // want `that of payments.shop.test \(bad.go:17\), too: when that is down, the database is refused as well`
		_, err := g.db.ExecContext(ctx, "insert into orders values ($1)", id)
		return err
	})
}

// One variable.
var shared = new(breaker)

func mails(hc *http.Client) error {
	return shared.call(func() error {
		resp, err := hc.Get("http://mails:8080/send")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func orders(hc *http.Client) error {
	return shared.call(func() error { // want `this breaker is that of mails:8080 .*, too: when that is down, orders:8080 is refused`
		resp, err := hc.Get("http://orders:8080/next")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// It is handed to both where they are wired.
type payments struct {
	hc *http.Client
	b  *breaker
}

type inventory struct {
	hc *http.Client
	b  *breaker
}

func newPayments(hc *http.Client, b *breaker) *payments   { return &payments{hc: hc, b: b} }
func newInventory(hc *http.Client, b *breaker) *inventory { return &inventory{hc, b} }

func wire(hc *http.Client) (*payments, *inventory) {
	b := &breaker{}
	return newPayments(hc, b), newInventory(hc, b)
}

func (p *payments) charge() error {
	return p.b.call(func() error {
		resp, err := p.hc.Get("http://payments/charge")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func (i *inventory) take() error {
	return i.b.call(func() error { // want `this breaker is that of payments .*, too: when that is down, inventory is refused`
		resp, err := i.hc.Get("http://inventory/take")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// Through a helper.
type helped struct {
	hc *http.Client
	b  *breaker
}

func (h *helped) protect(op func() error) error { return h.b.call(op) }

func (h *helped) first() error {
	return h.protect(func() error {
		resp, err := h.hc.Get("http://users/1")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func (h *helped) second() error {
	return h.protect(func() error { // want `that of users .*, too: when that is down, billing is refused`
		resp, err := h.hc.Get("http://billing/1")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}
