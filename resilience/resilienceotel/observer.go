// Package resilienceotel turns what the policies of package resilience do into
// OpenTelemetry metrics.
//
// [NewObserver] counts events, with the context of the request to which they
// belong, so that exemplars lead from a count to a trace. What no event tells, the
// state of a breaker and how full a bulkhead is, [ObserveBreaker],
// [ObserveBreakers] and [ObserveBulkhead] read when metrics are collected.
package resilienceotel

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel/metric"

	"github.com/reslint/reslint/resilience"
)

// NewObserver returns a function for [resilience.Config.Observer] that records
//
//	resilience.request.duration  histogram, s  all attempts and waits of a request
//	resilience.request.attempts  histogram     attempts of a request; 0 if it was refused
//	resilience.retries           counter
//	resilience.hedges            counter
//	resilience.rejections        counter       calls and retries that were not made
//	resilience.fallbacks         counter       local answers
//
// each with the attribute resilience.policy.name, if the policy has a name.
//
// The duration of a request that failed has the attribute error.type: "canceled"
// or "timeout" if the caller left or its time ran out, the reason of a rejection
// if the dependency was not called, and otherwise what the last attempt ended
// with: its HTTP status (for gRPC, the one that stands for the code), "timeout", or
// "_OTHER". The number of durations is the number of requests.
//
// Rejections have the attribute resilience.rejection.reason: "breaker",
// "bulkhead", "budget" or "deadline". Set an alert on each, and on the share of
// fallbacks: behind them, a dependency that is down looks healthy.
//
// One observer can serve any number of policies. It is safe for concurrent use.
func NewObserver(meter metric.Meter) (func(context.Context, resilience.Event), error) {
	var o observer
	var errs [6]error
	o.duration, errs[0] = meter.Float64Histogram("resilience.request.duration",
		metric.WithDescription("Duration of requests, with all attempts and waits."), metric.WithUnit("s"),
		// The boundaries that OpenTelemetry advises for the durations of requests.
		metric.WithExplicitBucketBoundaries(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10))
	o.attempts, errs[1] = meter.Int64Histogram("resilience.request.attempts",
		metric.WithDescription("Attempts that requests took."), metric.WithUnit("{attempt}"),
		metric.WithExplicitBucketBoundaries(0, 1, 2, 3, 4, 5, 10))
	o.retries, errs[2] = meter.Int64Counter("resilience.retries",
		metric.WithDescription("Attempts after the first of a request."), metric.WithUnit("{retry}"))
	o.hedges, errs[3] = meter.Int64Counter("resilience.hedges",
		metric.WithDescription("Copies of requests sent before the first had failed."), metric.WithUnit("{hedge}"))
	o.rejections, errs[4] = meter.Int64Counter("resilience.rejections",
		metric.WithDescription("Calls and retries that were not made."), metric.WithUnit("{rejection}"))
	o.fallbacks, errs[5] = meter.Int64Counter("resilience.fallbacks",
		metric.WithDescription("Local answers in the place of the dependency's."), metric.WithUnit("{fallback}"))
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	return o.observe, nil
}

type observer struct {
	duration                               metric.Float64Histogram
	attempts                               metric.Int64Histogram
	retries, hedges, rejections, fallbacks metric.Int64Counter
}

func (o *observer) observe(ctx context.Context, e resilience.Event) {
	policy := attributes(e.Policy)
	switch e.Kind {
	case resilience.EventRetry:
		o.retries.Add(ctx, 1, policy)
	case resilience.EventHedge:
		o.hedges.Add(ctx, 1, policy)
	case resilience.EventReject:
		o.rejections.Add(ctx, 1, attributes(e.Policy, reasonKey.String(reason(e.Err))))
	case resilience.EventFallback:
		o.fallbacks.Add(ctx, 1, policy)
	case resilience.EventDone:
		o.attempts.Record(ctx, int64(e.Attempt), policy)
		if e.Err != nil {
			policy = attributes(e.Policy, errorKey.String(errorType(e.Err)))
		}
		o.duration.Record(ctx, e.Wait.Seconds(), policy)
	}
}
