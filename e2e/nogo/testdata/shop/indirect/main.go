// Indirect knows neither the interface nor who asks of it.
package main

import (
	"context"
	"log"

	"example.com/shop/app"
	"example.com/shop/payments"
)

func main() {
	log.Print(app.Run(context.Background(), payments.New()))
}
