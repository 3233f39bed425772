package main

import (
	"context"
	"errors"
	"time"

	"github.com/reslint/reslint/resilience"
)

// Four services in a row, each with up to three attempts, above a database that is
// down.
const (
	layers = 4
	tries  = 3
	outage = 10 // seconds
)

var errDown = errors.New("the database is down")

// A hop handles a request by calling the next one.
type hop func(context.Context) error

// A nest is a way to have retries in all layers.
type nest struct {
	name  string
	layer func(number int, next hop) hop // number 0 is the one above the database
}

var nests = []nest{
	{"loops by hand", byHand},
	{"policies, no budget, errors replaced", replacing(noBudget)},
	{"policies, no budget, errors passed on", passing(noBudget)},
	{"retries in the lowest layer only, no budget", lowestOnly},
	{"TokenBudget in each layer, errors replaced", replacing(tokenBudget)},
	{"RatioBudget in each layer, errors replaced", replacing(ratioBudget)},
	{"TokenBudget in each layer, errors passed on", passing(tokenBudget)},
}

func noBudget() resilience.Budget    { return unlimited{} }
func tokenBudget() resilience.Budget { return new(resilience.TokenBudget) }
func ratioBudget() resilience.Budget { return new(resilience.RatioBudget) }

func byHand(_ int, next hop) hop {
	return func(ctx context.Context) (err error) {
		for range tries {
			if err = next(ctx); err == nil {
				break
			}
		}
		return err
	}
}

// attempts returns a policy that doesn't wait: only the calls are counted here.
func attempts(n int, b resilience.Budget) *resilience.Policy {
	return resilience.Must(resilience.New(resilience.Config{
		Attempts: n,
		Backoff:  resilience.Backoff{Base: 1, Cap: 1},
		Budget:   b,
	}))
}

// passing lets the layers above see that a policy has given up: they don't try
// again, since that error is permanent.
func passing(budget func() resilience.Budget) func(int, hop) hop {
	return func(_ int, next hop) hop {
		p := attempts(tries, budget())
		return func(ctx context.Context) error { return resilience.Run(ctx, p, next) }
	}
}

// replacing has each service answer with an error of its own, as by a status 500
// without the header that asks not to retry: the layer above knows nothing.
func replacing(budget func() resilience.Budget) func(int, hop) hop {
	return func(_ int, next hop) hop {
		p := attempts(tries, budget())
		return func(ctx context.Context) error {
			if err := resilience.Run(ctx, p, next); err != nil {
				return errors.New("internal error")
			}
			return nil
		}
	}
}

func lowestOnly(number int, next hop) hop {
	n := 1
	if number == 0 {
		n = tries
	}
	p := attempts(n, unlimited{})
	return func(ctx context.Context) error { return resilience.Run(ctx, p, next) }
}

// calls returns how often the database is called for the first request of an
// outage, and for each of its requests in the mean.
func (n nest) calls() (first int, mean float64) {
	calls := 0
	request := hop(func(context.Context) error {
		calls++
		return errDown
	})
	for i := range layers {
		request = n.layer(i, request)
	}
	ctx := context.Background()
	const requests = load * outage
	for i := range requests {
		if request(ctx) == nil {
			panic("storm: the database is up")
		}
		if i == 0 {
			first = calls
		}
		if i%load == load-1 {
			time.Sleep(time.Second) // a step, as in the storm
		}
	}
	return first, float64(calls) / requests
}
