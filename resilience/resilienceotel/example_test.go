package resilienceotel_test

import (
	"context"
	"errors"
	"fmt"

	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/reslint/reslint/resilience"
	"github.com/reslint/reslint/resilience/resilienceotel"
)

// A program has one meter, of its MeterProvider, and one observer for all its
// policies.
func ExampleNewObserver() {
	reader := sdk.NewManualReader()
	meter := sdk.NewMeterProvider(sdk.WithReader(reader)).Meter("shop")

	observe := resilience.Must(resilienceotel.NewObserver(meter))
	policy := resilience.Must(resilience.New(resilience.Config{
		Name:     "orders",
		Backoff:  resilience.Backoff{Base: 1}, // don't wait in this example
		Observer: observe,
	}))
	resilience.Run(context.Background(), policy, func(context.Context) error {
		return errors.New("no connection")
	})

	show(reader, "resilience.retries")
	// Output:
	// resilience.retries: 2 of map[resilience.policy.name:orders]
}

func ExampleObserveBreaker() {
	reader := sdk.NewManualReader()
	meter := sdk.NewMeterProvider(sdk.WithReader(reader)).Meter("shop")

	var breaker resilience.Breaker
	registration := resilience.Must(resilienceotel.ObserveBreaker(meter, "orders", &breaker))
	defer registration.Unregister()

	show(reader, "resilience.breaker.count")
	breaker.ForceOpen()
	show(reader, "resilience.breaker.count")
	// Output:
	// resilience.breaker.count: 1 of map[resilience.breaker.name:orders resilience.breaker.state:closed]
	// resilience.breaker.count: 1 of map[resilience.breaker.name:orders resilience.breaker.state:forced-open]
}

func ExampleObserveBreakers() {
	reader := sdk.NewManualReader()
	meter := sdk.NewMeterProvider(sdk.WithReader(reader)).Meter("shop")

	var breakers resilience.BreakerSet
	registration := resilience.Must(resilienceotel.ObserveBreakers(meter, &breakers))
	defer registration.Unregister()

	breakers.Get("orders", "buy")
	show(reader, "resilience.breaker.count")
	// Output:
	// resilience.breaker.count: 1 of map[resilience.breaker.name:orders resilience.breaker.operation:buy resilience.breaker.state:closed]
}

func ExampleObserveBulkhead() {
	reader := sdk.NewManualReader()
	meter := sdk.NewMeterProvider(sdk.WithReader(reader)).Meter("shop")

	bulkhead := resilience.NewBulkhead(10)
	registration := resilience.Must(resilienceotel.ObserveBulkhead(meter, "orders", bulkhead))
	defer registration.Unregister()

	bulkhead.TryAcquire()
	show(reader, "resilience.bulkhead.usage")
	// Output:
	// resilience.bulkhead.usage: 1 of map[resilience.bulkhead.name:orders]
}

// show prints a metric, as an exporter would send it.
func show(reader *sdk.ManualReader, name string) {
	var all metricdata.ResourceMetrics
	if err := reader.Collect(context.Background(), &all); err != nil {
		fmt.Println(err)
		return
	}
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			if m.Name != name {
				continue
			}
			for _, p := range m.Data.(metricdata.Sum[int64]).DataPoints {
				attributes := make(map[string]string)
				for _, kv := range p.Attributes.ToSlice() {
					attributes[string(kv.Key)] = kv.Value.AsString()
				}
				fmt.Println(m.Name+":", p.Value, "of", attributes)
			}
		}
	}
}
