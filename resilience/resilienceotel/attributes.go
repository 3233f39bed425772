package resilienceotel

import (
	"context"
	"errors"
	"strconv"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/reslint/reslint/resilience"
)

const (
	policyKey = attribute.Key("resilience.policy.name")
	reasonKey = attribute.Key("resilience.rejection.reason")
	errorKey  = attribute.Key("error.type") // of OpenTelemetry's conventions
)

// attributes returns those of a policy's measurement.
func attributes(policy string, more ...attribute.KeyValue) metric.MeasurementOption {
	if policy != "" {
		more = append(more, policyKey.String(policy))
	}
	return metric.WithAttributeSet(attribute.NewSet(more...))
}

// reason returns what refused a call or a retry.
func reason(err error) string {
	switch {
	case errors.Is(err, resilience.ErrOpen):
		return "breaker"
	case errors.Is(err, resilience.ErrFull):
		return "bulkhead"
	case errors.Is(err, resilience.ErrBudget):
		return "budget"
	case errors.Is(err, resilience.ErrDeadline):
		return "deadline"
	case errors.Is(err, resilience.ErrShed):
		return "shed"
	}
	return "_OTHER"
}

// errorType returns what a request failed with, in one of a few words.
func errorType(err error) string {
	if gaveUp := (*resilience.Error)(nil); errors.As(err, &gaveUp) {
		err = gaveUp.Reason
		// How the dependency failed says more than why it was not asked again:
		// that is in other metrics.
		if gaveUp.Last != nil && (errors.Is(err, resilience.ErrAttempts) || reason(err) != "_OTHER") {
			err = gaveUp.Last
		}
	}
	var status *resilience.StatusError
	switch {
	case errors.As(err, &status):
		return strconv.Itoa(status.Code)
	case reason(err) != "_OTHER":
		return reason(err)
	case errors.Is(err, context.Canceled):
		return "canceled"
	}
	if timeout := (interface{ Timeout() bool })(nil); errors.As(err, &timeout) && timeout.Timeout() {
		return "timeout" // a context's is one, too
	}
	return "_OTHER"
}
