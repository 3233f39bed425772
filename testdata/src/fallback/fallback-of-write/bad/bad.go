// Package bad says that it has written what it has not.
package bad

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net/http"
)

type receipt struct{ ID, Status string }

func posted(hc *http.Client, order []byte) (*receipt, error) {
	resp, err := hc.Post("http://orders.test", "application/json", bytes.NewReader(order))
	if err != nil {
		log.Print(err)
		return &receipt{Status: "confirmed"}, nil // want `when \(\*http.Client\).Post fails, nothing is written, and the caller is told that all went well: return the error, or keep what is left to do \(fallback/fallback-of-write\)`
	}
	defer resp.Body.Close()
	return &receipt{ID: resp.Header.Get("Order"), Status: "confirmed"}, nil
}

func put(ctx context.Context, hc *http.Client, id string, order []byte) (receipt, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "http://orders.test/"+id, bytes.NewReader(order))
	if err != nil {
		return receipt{}, err
	}
	resp, err := hc.Do(req)
	if err != nil {
		slog.Error("put", "err", err)
		return receipt{ID: id, Status: "pending"}, nil // want `when \(\*http.Client\).Do fails`
	}
	defer resp.Body.Close()
	return receipt{ID: id, Status: resp.Status}, nil
}

func executed(ctx context.Context, db *sql.DB, id string) (*receipt, error) {
	_, err := db.ExecContext(ctx, "insert into orders values ($1)", id)
	switch {
	case err == nil:
		return &receipt{ID: id, Status: "stored"}, nil
	case errors.Is(err, sql.ErrTxDone):
		return nil, err
	default:
		return &receipt{ID: id, Status: "stored"}, nil // want `when \(\*sql.DB\).ExecContext fails`
	}
}

type orders struct{ db *sql.DB }

func (o *orders) Create(ctx context.Context, id string) error {
	_, err := o.db.ExecContext(ctx, "insert into orders values ($1)", id)
	return err
}

func created(ctx context.Context, o *orders, id string) (*receipt, error) {
	if err := o.Create(ctx, id); err != nil {
		fmt.Println(err)
		return &receipt{ID: id, Status: "accepted"}, nil // want `when \(\*bad.orders\).Create fails`
	}
	return &receipt{ID: id}, nil
}
