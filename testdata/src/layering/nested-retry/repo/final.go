package repo

import "context"

// Final is an error that Until does not repeat.
type Final struct{ Err error }

func (f Final) Error() string { return f.Err.Error() }

// Until makes up to n attempts after the first, and ends at a Final.
func Until(ctx context.Context, n int, op func(context.Context) error) error {
	_, err := untilValue(ctx, n, func(ctx context.Context) (struct{}, error) { return struct{}{}, op(ctx) })
	return err
}

func untilValue[T any](ctx context.Context, n int, op func(context.Context) (T, error)) (v T, err error) {
	for i := 0; i <= n; i++ {
		if v, err = op(ctx); err == nil {
			return v, nil
		}
		if _, ok := err.(Final); ok {
			return v, err
		}
		if err := Pause(ctx); err != nil {
			return v, err
		}
	}
	return v, err
}
