module github.com/reslint/reslint/resilience/resilienceotel

go 1.23.0

require (
	github.com/reslint/reslint/resilience v0.0.0
	go.opentelemetry.io/otel v1.38.0
	go.opentelemetry.io/otel/metric v1.38.0
	go.opentelemetry.io/otel/sdk v1.38.0
	go.opentelemetry.io/otel/sdk/metric v1.38.0
)

replace github.com/reslint/reslint/resilience => ../
