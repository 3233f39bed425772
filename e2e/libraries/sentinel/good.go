package sentinel

import (
	"context"
	"errors"

	"github.com/alibaba/sentinel-golang/api"
)

var last int

func kept(ctx context.Context, s *store) (int, error) {
	e, block := api.Entry("prices")
	if block != nil {
		return last, nil
	}
	defer e.Exit()
	return s.price(ctx)
}

func failsFast(ctx context.Context, s *store) (int, error) {
	e, block := api.Entry("prices")
	if block != nil {
		return 0, errors.New("too many")
	}
	defer e.Exit()
	return s.price(ctx)
}
