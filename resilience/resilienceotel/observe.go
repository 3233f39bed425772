package resilienceotel

import (
	"context"
	"iter"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/reslint/reslint/resilience"
)

// The attributes of what is observed.
const (
	breakerKey   = attribute.Key("resilience.breaker.name")
	operationKey = attribute.Key("resilience.breaker.operation")
	stateKey     = attribute.Key("resilience.breaker.state")
	bulkheadKey  = attribute.Key("resilience.bulkhead.name")
)

// ObserveBreaker reports the state of a breaker at each collection as
//
//	resilience.breaker.count  up-down counter, {breaker}
//
// of 1 with the attributes resilience.breaker.name and resilience.breaker.state,
// which is "closed", "open", "half-open", "forced-open" or "disabled": summed over
// the programs of a fleet, it is how many of their breakers are open.
//
// Unregister the registration when the breaker is used no more.
func ObserveBreaker(meter metric.Meter, name string, b *resilience.Breaker) (metric.Registration, error) {
	return observe(meter, func(yield func(resilience.Scope, *resilience.Breaker) bool) {
		yield(resilience.Scope{Dependency: name}, b)
	})
}

// ObserveBreakers is [ObserveBreaker] for all breakers of a set. The name is that
// of the dependency, and there is the attribute resilience.breaker.operation.
func ObserveBreakers(meter metric.Meter, s *resilience.BreakerSet) (metric.Registration, error) {
	return observe(meter, s.All())
}

func observe(meter metric.Meter, breakers iter.Seq2[resilience.Scope, *resilience.Breaker]) (metric.Registration, error) {
	count, err := meter.Int64ObservableUpDownCounter("resilience.breaker.count",
		metric.WithDescription("Breakers in each state."), metric.WithUnit("{breaker}"))
	if err != nil {
		return nil, err
	}
	return meter.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		for scope, b := range breakers {
			attributes := []attribute.KeyValue{breakerKey.String(scope.Dependency), stateKey.String(b.State().String())}
			if scope.Operation != "" {
				attributes = append(attributes, operationKey.String(scope.Operation))
			}
			o.ObserveInt64(count, 1, metric.WithAttributes(attributes...))
		}
		return nil
	}, count)
}

// ObserveBulkhead reports how many places of a bulkhead are taken, at each
// collection, as
//
//	resilience.bulkhead.usage  up-down counter, {call}
//
// with the attribute resilience.bulkhead.name. Unregister the registration when
// the bulkhead is used no more.
func ObserveBulkhead(meter metric.Meter, name string, b *resilience.Bulkhead) (metric.Registration, error) {
	usage, err := meter.Int64ObservableUpDownCounter("resilience.bulkhead.usage",
		metric.WithDescription("Calls that have a place in a bulkhead."), metric.WithUnit("{call}"))
	if err != nil {
		return nil, err
	}
	return meter.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		o.ObserveInt64(usage, int64(b.InUse()), metric.WithAttributes(bulkheadKey.String(name)))
		return nil
	}, usage)
}
