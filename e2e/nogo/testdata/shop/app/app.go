// Package app wires orders for its caller.
package app

import (
	"context"

	"example.com/shop/orders"
)

// Run serves orders.
func Run(ctx context.Context, c orders.Charger) error {
	o := orders.New(c)
	if err := o.Place(ctx); err != nil {
		return err
	}
	return o.Tidy()
}
