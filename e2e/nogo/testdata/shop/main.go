// Shop is a program of several packages whose faults show only where these are put together.
package main

import (
	"context"
	"log"

	"example.com/shop/app"
	"example.com/shop/orders"
	"example.com/shop/payments"
)

func main() {
	o := orders.New(payments.New())
	log.Print(o.Place(context.Background()), o.Tidy())
	log.Print(app.Run(context.Background(), payments.New()))
}
