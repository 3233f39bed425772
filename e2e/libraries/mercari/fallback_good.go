package mercari

import "context"

func zero(ctx context.Context, s *store) (int64, error) {
	if !s.cb.Ready() {
		return -1, nil
	}
	n, err := s.size(ctx)
	return n, s.cb.Done(ctx, err)
}
