package gozero

import (
	"errors"
	"net/http"

	"github.com/zeromicro/go-zero/core/breaker"
)

func local(b breaker.Breaker, hc *http.Client) (n int, err error) {
	err = b.DoWithFallback(
		func() error { return head(hc) },
		func(cause error) error {
			n = -1
			return errors.Join(cause, errors.New("no count"))
		})
	return n, err
}
