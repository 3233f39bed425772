package resilience

import (
	"context"
	"testing"
	"time"
)

var nop = func(context.Context) error { return nil }

func BenchmarkRunFirstTry(b *testing.B) {
	var p Policy
	ctx := context.Background()
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		if err := Run(ctx, &p, nop); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDoFirstTry(b *testing.B) {
	var p Policy
	ctx := context.Background()
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		if _, err := Do(ctx, &p, func(context.Context) (int, error) { return i, nil }); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAttemptsFirstTry(b *testing.B) {
	var p Policy
	ctx := context.Background()
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		for range Attempts(ctx, &p) {
			break
		}
	}
}

func benchBreaker(b *testing.B, c BreakerConfig) {
	br, err := NewBreaker(c)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		p, err := br.Allow()
		if err != nil {
			b.Fatal(err)
		}
		p.Done(nil)
	}
}

func BenchmarkBreakerTimeSlow(b *testing.B)  { benchBreaker(b, BreakerConfig{}) }
func BenchmarkBreakerCountSlow(b *testing.B) { benchBreaker(b, BreakerConfig{Count: 100}) }
func BenchmarkBreakerCount(b *testing.B)     { benchBreaker(b, BreakerConfig{Count: 100, Slow: -1}) }
func BenchmarkBreakerTime(b *testing.B)      { benchBreaker(b, BreakerConfig{Slow: -1}) }

func BenchmarkBudgetFull(b *testing.B) {
	var t TokenBudget
	for i := 0; i < b.N; i++ {
		t.End(false, Success)
	}
}
func BenchmarkBulkhead(b *testing.B) {
	var t Bulkhead
	for i := 0; i < b.N; i++ {
		if t.TryAcquire() {
			t.Release()
		}
	}
}
func BenchmarkWithTimeout(b *testing.B) {
	ctx := context.Background()
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		c, cancel := context.WithTimeout(ctx, time.Second)
		nop(c)
		cancel()
	}
}
func BenchmarkComposed(b *testing.B) {
	ctx := context.Background()
	b.ReportAllocs()
	p := Must(New(Config{AttemptTimeout: time.Second, Breaker: new(Breaker), Bulkhead: new(Bulkhead)}))
	for i := 0; i < b.N; i++ {
		if err := Run(ctx, p, nop); err != nil {
			b.Fatal(err)
		}
	}
}
func BenchmarkSince(b *testing.B) {
	for i := 0; i < b.N; i++ {
		sinceEpoch()
	}
}
func BenchmarkNow(b *testing.B) {
	for i := 0; i < b.N; i++ {
		time.Now()
	}
}
