package resilience

import (
	"context"
	"errors"
)

// Fallback is [Do] with an answer for the case that the dependency gives none:
// the last good one, a default, less than the whole. local is given no context,
// for it must not block: a fallback that calls another server is a second
// dependency, reached when there is least to spare, and likely as sick.
//
// local stands in for a dependency that failed or was not called. It is not asked
// if the caller cancelled, nor about errors that the policy does not retry: a 404
// is an answer. If local has none either, it returns an error, usually the one
// it was given. Answers of local are counted ([Stats.FallbackRate]).
func Fallback[T any](ctx context.Context, p *Policy, op func(context.Context) (T, error), local func(error) (T, error)) (T, error) {
	p.counts.withFallback.Add(1)
	result, err := Do(ctx, p, op)
	if err == nil || !p.unavailable(err) {
		return result, err
	}
	instead, localErr := local(err)
	if localErr != nil {
		return instead, localErr
	}
	p.counts.fallbacks.Add(1)
	p.observe(ctx, EventFallback, 0, err, 0)
	return instead, nil
}

// unavailable reports whether err means that the dependency gave no answer.
func (p *Policy) unavailable(err error) bool {
	if errors.Is(err, context.Canceled) {
		return false
	}
	var gaveUp *Error
	if errors.As(err, &gaveUp) || isRejection(err) {
		return true
	}
	outcome, _ := p.judge(err)
	return outcome == Failure
}
