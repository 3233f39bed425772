// Package payments is the service that takes the money. It speaks HTTP.
package payments

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log"
	"net"
	"net/http"
)

const schema = `CREATE TABLE IF NOT EXISTS charges (
	id    INTEGER PRIMARY KEY,
	key   TEXT NOT NULL UNIQUE,
	cart  TEXT NOT NULL,
	cents INTEGER NOT NULL
)`

// A Charge is what is asked for.
type Charge struct {
	Cart  string `json:"cart"`
	Cents int64  `json:"cents"`
}

// Serve answers requests until ctx ends.
func Serve(ctx context.Context, lis net.Listener, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, schema); err != nil {
		return err
	}
	s := &server{db}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /charges", s.charge)
	srv := &http.Server{Handler: mux}
	defer context.AfterFunc(ctx, func() { srv.Close() })()
	return srv.Serve(lis)
}

type server struct{ db *sql.DB }

// charge takes the money once for each idempotency key.
func (s *server) charge(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		http.Error(w, "no Idempotency-Key", http.StatusBadRequest)
		return
	}
	var c Charge
	if err := json.NewDecoder(r.Body).Decode(&c); err != nil || c.Cents <= 0 {
		http.Error(w, "no charge", http.StatusBadRequest)
		return
	}
	id, err := s.record(r.Context(), key, c)
	if err != nil {
		log.Printf("charge of cart %s: %v", c.Cart, err)
		http.Error(w, "try again later", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusCreated)
	json.NewEncoder(w).Encode(map[string]int64{"id": id})
}

// record returns the charge that was made with the key, or makes it.
func (s *server) record(ctx context.Context, key string, c Charge) (id int64, err error) {
	err = s.db.QueryRow("SELECT id FROM charges WHERE key = ?", key).Scan(&id)
	if err == nil || !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	err = s.db.QueryRow("INSERT INTO charges (key, cart, cents) VALUES (?, ?, ?) RETURNING id", key, c.Cart, c.Cents).Scan(&id)
	return id, err
}
