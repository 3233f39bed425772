// Package good tells when it has not written.
package good

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"net/http"
)

type receipt struct{ ID, Status string }

func failed(hc *http.Client, order []byte) (*receipt, error) {
	resp, err := hc.Post("http://orders.test", "application/json", bytes.NewReader(order))
	if err != nil {
		return nil, fmt.Errorf("order: %w", err)
	}
	defer resp.Body.Close()
	return &receipt{Status: "confirmed"}, nil
}

type service struct {
	db      *sql.DB
	pending []string
	queue   chan string
}

// It is kept for later.
func (s *service) queued(ctx context.Context, id string) (*receipt, error) {
	if _, err := s.db.ExecContext(ctx, "insert into orders values ($1)", id); err != nil {
		s.queue <- id
		return &receipt{ID: id, Status: "queued"}, nil
	}
	return &receipt{ID: id, Status: "stored"}, nil
}

func (s *service) noted(ctx context.Context, id string) (*receipt, error) {
	if _, err := s.db.ExecContext(ctx, "insert into orders values ($1)", id); err != nil {
		s.pending = append(s.pending, id)
		return &receipt{ID: id, Status: "pending"}, nil
	}
	return &receipt{ID: id, Status: "stored"}, nil
}

func (s *service) enqueue(string) {}

func (s *service) handedOn(ctx context.Context, id string) (*receipt, error) {
	if _, err := s.db.ExecContext(ctx, "insert into orders values ($1)", id); err != nil {
		s.enqueue(id)
		return &receipt{ID: id, Status: "pending"}, nil
	}
	return &receipt{ID: id, Status: "stored"}, nil
}

// The answer says what was wrong.
func (s *service) bestEffort(ctx context.Context, id string) error {
	if _, err := s.db.ExecContext(ctx, "insert into audit values ($1)", id); err != nil {
		log.Print(err)
		return nil
	}
	return nil
}

func (s *service) nothing(ctx context.Context, id string) (*receipt, error) {
	if _, err := s.db.ExecContext(ctx, "insert into audit values ($1)", id); err != nil {
		log.Print(err)
		return nil, nil
	}
	return &receipt{ID: id}, nil
}

// One certain error is an answer: it is there already.
func (s *service) exists(ctx context.Context, id string) (*receipt, error) {
	_, err := s.db.ExecContext(ctx, "insert into orders values ($1)", id)
	if errors.Is(err, sql.ErrTxDone) {
		return &receipt{ID: id, Status: "stored"}, nil
	}
	if err != nil {
		return nil, err
	}
	return &receipt{ID: id, Status: "stored"}, nil
}

// A read may be answered with less.
func read(hc *http.Client) (*receipt, error) {
	resp, err := hc.Get("http://orders.test")
	if err != nil {
		return &receipt{Status: "unknown"}, nil
	}
	defer resp.Body.Close()
	return &receipt{Status: resp.Status}, nil
}

// What is not there can't be deleted.
func deleted(ctx context.Context, hc *http.Client, id string) (*receipt, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodDelete, "http://orders.test/"+id, nil)
	if err != nil {
		return nil, err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return &receipt{ID: id, Status: "gone"}, nil
	}
	defer resp.Body.Close()
	return &receipt{ID: id, Status: resp.Status}, nil
}

type outcome struct {
	ID, Status, Err string
	OK              bool
}

// The result says that it failed, and why.
func told(hc *http.Client, order []byte) (outcome, error) {
	resp, err := hc.Post("http://orders.test", "application/json", bytes.NewReader(order))
	if err != nil {
		return outcome{ID: "1", Err: fmt.Sprintf("order: %v", err)}, nil
	}
	defer resp.Body.Close()
	return outcome{ID: "1", OK: true}, nil
}

func named(hc *http.Client, order []byte) (outcome, error) {
	resp, err := hc.Post("http://orders.test", "application/json", bytes.NewReader(order))
	if err != nil {
		return outcome{ID: "1", Status: "partially failed"}, nil
	}
	defer resp.Body.Close()
	return outcome{ID: "1", OK: true}, nil
}
