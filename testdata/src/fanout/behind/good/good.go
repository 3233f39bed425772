// Package good has interfaces behind which may be another machine, or not.
package good

import (
	"context"
	"regexp"

	"fanout/unbounded-go/shop"
)

// A lister has an answer from memory, too.
type lister interface {
	List(ctx context.Context, customer string) ([]shop.Order, error)
	Notify(ctx context.Context, id string) error
}

type memory struct{ orders []shop.Order }

func (m *memory) List(context.Context, string) ([]shop.Order, error) { return m.orders, nil }
func (m *memory) Notify(context.Context, string) error               { return nil }

type service struct {
	shop   lister
	nobody unknown
	pages  pager
}

func (s *service) listed(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	for _, o := range orders {
		go s.shop.Notify(ctx, o.ID)
	}
}

// Nothing in sight is an unknown.
type unknown interface {
	List(ctx context.Context, customer string) ([]shop.Order, error)
	Notify(ctx context.Context, id string) error
	Elsewhere()
}

func (s *service) elsewhere(ctx context.Context) {
	orders, _ := s.nobody.List(ctx, "me")
	for _, o := range orders {
		go s.nobody.Notify(ctx, o.ID)
	}
}

// A pager is told how many it is to return.
type pager interface {
	Page(ctx context.Context, after string, limit int) ([]shop.Order, error)
	Search(ctx context.Context, o options) ([]shop.Order, error)
	Notify(ctx context.Context, id string) error
}

type options struct {
	Text  string
	Limit int
}

type pages struct{ *shop.Client }

func (p *pages) Page(ctx context.Context, after string, _ int) ([]shop.Order, error) {
	return p.List(ctx, after)
}

func (p *pages) Search(ctx context.Context, o options) ([]shop.Order, error) {
	return p.List(ctx, o.Text)
}

func (s *service) page(ctx context.Context) {
	orders, _ := s.pages.Page(ctx, "", 10)
	for _, o := range orders {
		go s.pages.Notify(ctx, o.ID)
	}
}

func (s *service) search(ctx context.Context) {
	orders, _ := s.pages.Search(ctx, options{Text: "me", Limit: 10})
	for _, o := range orders {
		go s.pages.Notify(ctx, o.ID)
	}
}

var words = regexp.MustCompile(`[a-z]+`)

// The receiver of a method that is no interface's is one of the call's arguments.
func (s *service) each(ctx context.Context, text string) {
	for _, word := range words.FindAllString(text, 3) {
		go s.pages.Notify(ctx, word)
	}
}
