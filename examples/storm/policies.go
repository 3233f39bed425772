package main

import (
	"time"

	"github.com/reslint/reslint/resilience"
)

// A policy is a row of the table.
type policy struct {
	name  string // for people
	short string // for the columns of storm.csv
	make  func() client
}

// article has the four policies of the article's table.
var article = []policy{
	{"no retries", "none", func() client {
		return client{attempts: 1, budget: unlimited{}}
	}},
	{"naive, up to 4 attempts", "naive", func() client {
		return client{attempts: 4, budget: unlimited{}}
	}},
	{"budget, 10 % of good replies", "article", func() client {
		return client{attempts: 4, budget: new(articleBudget)}
	}},
	{"… and breaker", "article_breaker", func() client {
		return client{attempts: 4, budget: &articleBudget{breaker: true}}
	}},
}

// shipped has what package resilience offers, each around the same four attempts.
var shipped = []policy{
	{"TokenBudget, 10 tokens", "token10", tokens(10)},
	{"TokenBudget, 100 (default)", "token100", tokens(100)},
	{"TokenBudget, 1000", "token1000", tokens(1000)},
	{"RatioBudget, 10 % of requests", "ratio10", ratio(0.1)},
	{"RatioBudget, 20 % of requests", "ratio20", ratio(0.2)},
	{"ActiveBudget, 20 % of active", "active20", active(0.2)},
	{"ActiveBudget, 10 % of active", "active10", active(0.1)},
	{"Breaker, no budget", "breaker", func() client {
		return client{attempts: 4, budget: unlimited{}, breaker: breaker()}
	}},
	{"Breaker and TokenBudget", "breaker_token100", func() client {
		return client{attempts: 4, budget: new(resilience.TokenBudget), breaker: breaker()}
	}},
}

func tokens(n int) func() client {
	return func() client {
		return client{attempts: 4, budget: resilience.Must(resilience.NewTokenBudget(n, 0.1))}
	}
}

func ratio(share float64) func() client {
	return func() client {
		return client{attempts: 4, budget: resilience.Must(resilience.NewRatioBudget(share, 0, 0))}
	}
}

func active(share float64) func() client {
	return func() client {
		return client{attempts: 4, budget: resilience.Must(resilience.NewActiveBudget(share, 0))}
	}
}

// breaker looks back ten seconds: within the default minute the good replies before
// the trigger would outvote it for long. It stays open for two to three seconds, at
// random, and that is always three where a step is a second: so the numbers are
// the same each time.
func breaker() *resilience.Breaker {
	return resilience.Must(resilience.NewBreaker(resilience.BreakerConfig{
		Window:  10 * time.Second,
		OpenFor: 2 * time.Second,
	}))
}
