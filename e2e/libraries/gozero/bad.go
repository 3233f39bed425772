// Package gozero answers for requests that a breaker has refused.
package gozero

import (
	"database/sql"
	"net/http"

	"github.com/zeromicro/go-zero/core/breaker"
)

func head(hc *http.Client) error {
	resp, err := hc.Head("http://orders.test")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func remote(b breaker.Breaker, hc *http.Client, db *sql.DB) (n int, err error) {
	err = b.DoWithFallback(
		func() error { return head(hc) },
		func(error) error { return db.QueryRow("select count(*) from orders").Scan(&n) }) // want `remote-fallback: when the operation of \(breaker.Breaker\).DoWithFallback fails, its fallback answers in its place, and waits for another machine \(\(\*sql.DB\).QueryRow\)`
	return n, err
}

func named(hc *http.Client, db *sql.DB) error {
	return breaker.DoWithFallback("orders", func() error { return head(hc) }, func(error) error { return db.Ping() }) // want `remote-fallback`
}
