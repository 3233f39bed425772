package hystrix

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/afex/hystrix-go/hystrix"
)

func statusInLoop(ctx context.Context, hc *http.Client) (err error) {
	for i := range 3 {
		if err = status(ctx, hc); err == nil || i == 2 {
			return err
		}
		if err := pause(ctx, rand.N(time.Second)); err != nil {
			return err
		}
	}
	return err
}

func goesOn(ctx context.Context, hc *http.Client) (err error) {
	for i := 0; ; i++ {
		err = hystrix.Do("orders", func() error { return status(ctx, hc) }, nil)
		if err == nil || i == 2 {
			return err
		}
		if err := pause(ctx, rand.N(time.Second)); err != nil { // want "retry-when-open: .* leave the loop at hystrix.ErrCircuitOpen"
			return err
		}
	}
}

// The fallback answers.
func answered(ctx context.Context, hc *http.Client) (err error) {
	for i := 0; ; i++ {
		err = hystrix.Do("orders", func() error { return status(ctx, hc) }, func(error) error { return nil })
		if err == nil || i == 2 {
			return err
		}
		if err := pause(ctx, rand.N(time.Second)); err != nil {
			return err
		}
	}
}

func leaves(ctx context.Context, hc *http.Client) (err error) {
	for i := 0; ; i++ {
		err = hystrix.Do("orders", func() error { return status(ctx, hc) }, nil)
		if err == nil || err == hystrix.ErrCircuitOpen || i == 2 {
			return err
		}
		if err := pause(ctx, rand.N(time.Second)); err != nil {
			return err
		}
	}
}
