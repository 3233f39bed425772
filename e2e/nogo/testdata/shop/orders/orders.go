// Package orders does not know who charges.
package orders

import (
	"context"

	"example.com/lib/again"
)

// Charger takes the money.
type Charger interface {
	Charge(ctx context.Context) error
	Refund(ctx context.Context) error
}

// Orders are the orders.
type Orders struct{ charger Charger }

// New returns the orders.
func New(c Charger) *Orders { return &Orders{c} }

// Place retries what may retry.
func (o *Orders) Place(ctx context.Context) error {
	return again.Three(ctx, o.charger.Charge)
}

// Tidy waits for ever.
func (o *Orders) Tidy() error { return o.charger.Refund(context.Background()) }
