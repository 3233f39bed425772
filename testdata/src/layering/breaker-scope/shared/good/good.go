// Package good has a breaker for each dependency.
package good

import (
	"context"
	"net/http"
)

func get(hc *http.Client, url string) error {
	resp, err := hc.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type gateway struct {
	hc    *http.Client
	b     breaker
	other breaker
	by    map[string]*breaker
	base  string
}

// Two paths of one host.
func (g *gateway) pay() error {
	return g.b.call(func() error {
		resp, err := g.hc.Get("https://payments.shop.test/v1/pay")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func (g *gateway) refund() error {
	return g.b.call(func() error {
		resp, err := g.hc.Get("https://payments.shop.test/v1/refund")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// A replica of it.
func (g *gateway) payElsewhere() error {
	return g.b.call(func() error {
		resp, err := g.hc.Get("https://payments-2.eu-west-1.shop.test/v1/pay")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// Another breaker.
func (g *gateway) stock() error {
	return g.other.call(func() error {
		resp, err := g.hc.Get("https://inventory.shop.test/stock")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// Nobody knows where it goes.
func (g *gateway) configured() error {
	return g.b.call(func() error {
		resp, err := g.hc.Get(g.base + "/stock")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// One for each host.
func (g *gateway) mails(ctx context.Context) error {
	return g.by["mails"].call(func() error {
		resp, err := g.hc.Get("http://mails/send")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func (g *gateway) orders(ctx context.Context) error {
	return g.by["orders"].call(func() error {
		resp, err := g.hc.Get("http://orders/next")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// One type, and a value of it for each.
type guarded struct {
	hc *http.Client
	b  breaker
}

func (g *guarded) get(url string) error {
	return g.b.call(func() error { return get(g.hc, url) })
}

func (g *guarded) protect(op func() error) error { return g.b.call(op) }

type shop struct {
	users, billing guarded
}

func (s *shop) all() error {
	if err := s.users.protect(func() error {
		resp, err := s.users.hc.Get("http://users/1")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}); err != nil {
		return err
	}
	return s.billing.protect(func() error {
		resp, err := s.billing.hc.Get("http://billing/1")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// A constructor that is called twice makes two.
type base struct {
	hc *http.Client
	b  *breaker
}

func newBase(hc *http.Client, b *breaker) base { return base{hc, b} }

type payments struct{ base }

type inventory struct{ base }

func wire(hc *http.Client) (*payments, *inventory) {
	return &payments{newBase(hc, new(breaker))}, &inventory{newBase(hc, new(breaker))}
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
	return i.b.call(func() error {
		resp, err := i.hc.Get("http://inventory/take")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// One operation on two: it is one.
func (g *gateway) move() error {
	return g.b.call(func() error {
		resp, err := g.hc.Get("http://users/1")
		if err != nil {
			return err
		}
		if err := resp.Body.Close(); err != nil {
			return err
		}
		resp, err = g.hc.Get("http://billing/1")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}
