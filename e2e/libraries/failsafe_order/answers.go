package failsafe_order

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/fallback"
)

func lookUp(ctx context.Context, hc *http.Client, id string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.test/"+id, nil)
	if err != nil {
		return "", err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		return "", errNone
	}
	return resp.Status, nil
}

func half() circuitbreaker.Builder[string] {
	return circuitbreaker.NewBuilder[string]().WithFailureRateThreshold(0.5, 20, time.Minute).WithJitterFactor(0.25)
}

var (
	counting = half().Build() // want "breaker-client-errors: this breaker counts a 404 \\(answers.go:25\\) as a failure"
	handling = half().HandleIf(func(_ string, err error) bool { return err != nil && !errors.Is(err, errNone) }).Build()
	inner    = half().HandleResult("").Build()
)

func counts(ctx context.Context, hc *http.Client, id string) (string, error) {
	return failsafe.With[string](counting).Get(func() (string, error) { return lookUp(ctx, hc, id) })
}

// It is told what a failure is.
func handles(ctx context.Context, hc *http.Client, id string) (string, error) {
	return failsafe.With[string](handling).Get(func() (string, error) { return lookUp(ctx, hc, id) })
}

// The fallback inside makes something else of it.
func answersBefore(ctx context.Context, hc *http.Client, id string) (string, error) {
	return failsafe.With[string](inner, fallback.NewWithError[string](errNone)).Get(func() (string, error) { return lookUp(ctx, hc, id) })
}
