package resilienceotel_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/noop"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/trace"

	"github.com/reslint/reslint/resilience"
	"github.com/reslint/reslint/resilience/resilienceotel"
)

// newMeter returns a real meter, and a function that collects what it measured.
func newMeter() (metric.Meter, func() map[string]metricdata.Metrics) {
	reader := sdk.NewManualReader()
	provider := sdk.NewMeterProvider(sdk.WithReader(reader))
	return provider.Meter("test"), func() map[string]metricdata.Metrics {
		var all metricdata.ResourceMetrics
		if err := reader.Collect(context.Background(), &all); err != nil {
			panic(err)
		}
		metrics := make(map[string]metricdata.Metrics)
		for _, scope := range all.ScopeMetrics {
			for _, m := range scope.Metrics {
				metrics[m.Name] = m
			}
		}
		return metrics
	}
}

// lines renders a metric's points, a line each, with the count of a histogram as
// its value.
func lines(m metricdata.Metrics) []string {
	var all []string
	add := func(set attribute.Set, value any) {
		all = append(all, fmt.Sprintf("%s = %v", set.Encoded(attribute.DefaultEncoder()), value))
	}
	switch data := m.Data.(type) {
	case metricdata.Sum[int64]:
		for _, p := range data.DataPoints {
			add(p.Attributes, p.Value)
		}
	case metricdata.Histogram[int64]:
		for _, p := range data.DataPoints {
			add(p.Attributes, fmt.Sprintf("%d, sum %d", p.Count, p.Sum))
		}
	case metricdata.Histogram[float64]:
		for _, p := range data.DataPoints {
			add(p.Attributes, fmt.Sprintf("%d, sum %v", p.Count, p.Sum))
		}
	}
	sort.Strings(all)
	return all
}

func TestEvents(t *testing.T) {
	meter, collect := newMeter()
	observe := resilience.Must(resilienceotel.NewObserver(meter))
	tell := func(e resilience.Event) {
		e.Policy = "shop"
		observe(context.Background(), e)
	}
	for range 3 {
		tell(resilience.Event{Kind: resilience.EventRetry})
	}
	tell(resilience.Event{Kind: resilience.EventHedge})
	tell(resilience.Event{Kind: resilience.EventFallback})
	for _, err := range []error{resilience.ErrOpen, resilience.ErrOpen, fmt.Errorf("shop: %w", resilience.ErrFull),
		resilience.ErrBudget, resilience.ErrDeadline, resilience.ErrShed, errors.New("new in a later version")} {
		tell(resilience.Event{Kind: resilience.EventReject, Err: err})
	}
	tell(resilience.Event{Kind: resilience.EventDone, Attempt: 1, Wait: time.Second})
	tell(resilience.Event{Kind: resilience.EventDone, Attempt: 3, Wait: 2 * time.Second})
	tell(resilience.Event{Kind: resilience.EventDone, Attempt: 0, Wait: 0, Err: resilience.ErrOpen})
	tell(resilience.Event{Kind: 77}) // new in a later version
	observe(context.Background(), resilience.Event{Kind: resilience.EventRetry})

	metrics := collect()
	for name, want := range map[string]struct {
		unit  string
		lines string
	}{
		"resilience.retries":   {"{retry}", " = 1; resilience.policy.name=shop = 3"},
		"resilience.hedges":    {"{hedge}", "resilience.policy.name=shop = 1"},
		"resilience.fallbacks": {"{fallback}", "resilience.policy.name=shop = 1"},
		"resilience.rejections": {"{rejection}", "" +
			"resilience.policy.name=shop,resilience.rejection.reason=_OTHER = 1; " +
			"resilience.policy.name=shop,resilience.rejection.reason=breaker = 2; " +
			"resilience.policy.name=shop,resilience.rejection.reason=budget = 1; " +
			"resilience.policy.name=shop,resilience.rejection.reason=bulkhead = 1; " +
			"resilience.policy.name=shop,resilience.rejection.reason=deadline = 1; " +
			"resilience.policy.name=shop,resilience.rejection.reason=shed = 1"},
		"resilience.request.attempts": {"{attempt}", "resilience.policy.name=shop = 3, sum 4"},
		"resilience.request.duration": {"s", "" +
			"error.type=breaker,resilience.policy.name=shop = 1, sum 0; " +
			"resilience.policy.name=shop = 2, sum 3"},
	} {
		m := metrics[name]
		if got := strings.Join(lines(m), "; "); got != want.lines || m.Unit != want.unit || m.Description == "" {
			t.Errorf("%s in %q: %s, want %s", name, m.Unit, got, want.lines)
		}
		delete(metrics, name)
	}
	if len(metrics) != 0 {
		t.Error("unknown metrics:", metrics)
	}
}

func TestErrorType(t *testing.T) {
	busy := &resilience.StatusError{Code: 503}
	for _, test := range []struct {
		err  error
		want string
	}{
		{errors.New("refused"), "_OTHER"},
		{busy, "503"},
		{fmt.Errorf("get: %w", busy), "503"},
		{resilience.ErrOpen, "breaker"},
		{resilience.ErrFull, "bulkhead"},
		{resilience.ErrDeadline, "deadline"},
		{context.Canceled, "canceled"},
		{context.DeadlineExceeded, "timeout"},
		{&resilience.Error{Reason: resilience.ErrAttempts, Last: busy}, "503"},
		{&resilience.Error{Reason: resilience.ErrBudget, Last: busy}, "503"},
		{&resilience.Error{Reason: resilience.ErrBudget, Last: context.DeadlineExceeded}, "timeout"},
		{&resilience.Error{Reason: resilience.ErrDeadline, Last: errors.New("refused")}, "_OTHER"},
		{&resilience.Error{Reason: resilience.ErrDeadline}, "deadline"},
		{&resilience.Error{Reason: context.Canceled, Last: busy}, "canceled"},
		{&resilience.Error{Reason: context.DeadlineExceeded, Last: busy}, "timeout"},
	} {
		meter, collect := newMeter()
		resilience.Must(resilienceotel.NewObserver(meter))(context.Background(), resilience.Event{Kind: resilience.EventDone, Err: test.err})
		if got, want := lines(collect()["resilience.request.duration"]), []string{"error.type=" + test.want + " = 1, sum 0"}; !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", test.err, got, want)
		}
	}
}

// A request's trace is found from its measurements.
func TestExemplars(t *testing.T) {
	span := trace.NewSpanContext(trace.SpanContextConfig{TraceID: [16]byte{1}, SpanID: [8]byte{2}, TraceFlags: trace.FlagsSampled})
	ctx := trace.ContextWithSpanContext(context.Background(), span)
	meter, collect := newMeter()
	policy := resilience.Must(resilience.New(resilience.Config{Observer: resilience.Must(resilienceotel.NewObserver(meter))}))
	if err := resilience.Run(ctx, policy, func(context.Context) error { return nil }); err != nil {
		t.Fatal(err)
	}
	data := collect()["resilience.request.duration"].Data.(metricdata.Histogram[float64])
	exemplars := data.DataPoints[0].Exemplars
	if id := span.TraceID(); len(exemplars) != 1 || !bytes.Equal(exemplars[0].TraceID, id[:]) {
		t.Errorf("exemplars %+v", exemplars)
	}
}

func TestObserve(t *testing.T) {
	meter, collect := newMeter()
	down := new(resilience.Breaker)
	down.ForceOpen()
	set := resilience.Must(resilience.NewBreakerSet(resilience.BreakerConfig{}, 0))
	set.Get("shop", "buy").Disable()
	set.Get("shop", "look")
	bulkhead := resilience.NewBulkhead(3)
	bulkhead.TryAcquire()
	bulkhead.TryAcquire()

	single := resilience.Must(resilienceotel.ObserveBreaker(meter, "db", down))
	resilience.Must(resilienceotel.ObserveBreaker(meter, "cache", new(resilience.Breaker)))
	resilience.Must(resilienceotel.ObserveBreakers(meter, set))
	resilience.Must(resilienceotel.ObserveBulkhead(meter, "shop", bulkhead))

	metrics := collect()
	if got := lines(metrics["resilience.breaker.count"]); !slices.Equal(got, []string{
		"resilience.breaker.name=cache,resilience.breaker.state=closed = 1",
		"resilience.breaker.name=db,resilience.breaker.state=forced-open = 1",
		"resilience.breaker.name=shop,resilience.breaker.operation=buy,resilience.breaker.state=disabled = 1",
		"resilience.breaker.name=shop,resilience.breaker.operation=look,resilience.breaker.state=closed = 1",
	}) {
		t.Error(strings.Join(got, "\n"))
	}
	if got := lines(metrics["resilience.bulkhead.usage"]); !slices.Equal(got, []string{"resilience.bulkhead.name=shop = 2"}) {
		t.Error(got)
	}

	// Only the present state is reported, and nothing when nobody asks any more.
	set.Get("shop", "buy").Reset()
	bulkhead.Release()
	if err := single.Unregister(); err != nil {
		t.Fatal(err)
	}
	metrics = collect()
	if got := lines(metrics["resilience.breaker.count"]); !slices.Equal(got, []string{
		"resilience.breaker.name=cache,resilience.breaker.state=closed = 1",
		"resilience.breaker.name=shop,resilience.breaker.operation=buy,resilience.breaker.state=closed = 1",
		"resilience.breaker.name=shop,resilience.breaker.operation=look,resilience.breaker.state=closed = 1",
	}) {
		t.Error(strings.Join(got, "\n"))
	}
	if got := lines(metrics["resilience.bulkhead.usage"]); !slices.Equal(got, []string{"resilience.bulkhead.name=shop = 1"}) {
		t.Error(got)
	}
}

// broken is a meter that can't make instruments.
type broken struct{ noop.Meter }

var errBroken = errors.New("no instruments left")

func (broken) Int64Counter(string, ...metric.Int64CounterOption) (metric.Int64Counter, error) {
	return nil, errBroken
}

func (broken) Int64ObservableUpDownCounter(string, ...metric.Int64ObservableUpDownCounterOption) (metric.Int64ObservableUpDownCounter, error) {
	return nil, errBroken
}

func TestErrorsOfTheMeter(t *testing.T) {
	if observe, err := resilienceotel.NewObserver(broken{}); observe != nil || !errors.Is(err, errBroken) {
		t.Error(err)
	}
	if _, err := resilienceotel.ObserveBreaker(broken{}, "db", new(resilience.Breaker)); !errors.Is(err, errBroken) {
		t.Error(err)
	}
	if _, err := resilienceotel.ObserveBulkhead(broken{}, "db", new(resilience.Bulkhead)); !errors.Is(err, errBroken) {
		t.Error(err)
	}
}
