// Package orders is the service that sells: it reserves the pieces, takes the money
// and writes the order down. It speaks HTTP.
package orders

import (
	"context"
	"database/sql"
	"encoding/json"
	"log"
	"net"
	"net/http"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/reslint/reslint/examples/shop/before/inventorypb"
)

// Config says where the others are.
type Config struct {
	DB        *sql.DB
	Inventory *grpc.ClientConn
	Payments  string // base URL
	Warehouse string // URL that parcels are announced to, if there is one
	Mail      string // host:port of the mail server, if there is one
}

// An Order is what a cart becomes.
type Order struct {
	Cart     string `json:"cart"`
	SKU      string `json:"sku"`
	Quantity int64  `json:"quantity"`
	Email    string `json:"email,omitempty"`
	Cents    int64  `json:"cents"`
	Charge   int64  `json:"charge"`
}

// Serve answers requests until ctx ends.
func Serve(ctx context.Context, lis net.Listener, cfg Config) error {
	if _, err := cfg.DB.ExecContext(ctx, schema); err != nil {
		return err
	}
	s := &server{
		store:     store{cfg.DB},
		inventory: inventorypb.NewInventoryClient(cfg.Inventory),
		payments:  payments{cfg.Payments},
		warehouse: warehouse{cfg.Warehouse, &http.Client{Timeout: 5 * time.Second}},
		mail:      cfg.Mail,
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /orders", s.create)
	mux.HandleFunc("GET /orders/{cart}", s.show)
	srv := &http.Server{Handler: mux}
	defer context.AfterFunc(ctx, func() { srv.Close() })()
	return srv.Serve(lis)
}

type server struct {
	store     store
	inventory inventorypb.InventoryClient
	payments  payments
	warehouse warehouse
	mail      string
}

func (s *server) create(w http.ResponseWriter, r *http.Request) {
	var o Order
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil || o.Quantity <= 0 {
		http.Error(w, "no order", http.StatusBadRequest)
		return
	}
	if err := s.sell(r.Context(), &o); err != nil {
		log.Printf("cart %s: %v", o.Cart, err)
		http.Error(w, err.Error(), statusOf(err))
		return
	}
	w.WriteHeader(http.StatusCreated)
	json.NewEncoder(w).Encode(o)
}

// sell does all that a customer waits for.
func (s *server) sell(ctx context.Context, o *Order) error {
	reserved, err := s.inventory.Reserve(context.Background(), &inventorypb.ReserveRequest{Sku: o.SKU, Quantity: o.Quantity})
	if err != nil {
		return err
	}
	o.Cents = reserved.GetCents()
	if o.Charge, err = s.payments.charge(ctx, o.Cart, o.Cents); err != nil {
		return err
	}
	if err := s.store.save(ctx, o); err != nil {
		return err
	}
	if s.warehouse.url != "" {
		go s.warehouse.announce(context.WithoutCancel(ctx), *o)
	}
	if s.mail != "" && o.Email != "" {
		if err := sendReceipt(s.mail, o); err != nil {
			log.Printf("cart %s: receipt: %v", o.Cart, err)
		}
	}
	return nil
}

func (s *server) show(w http.ResponseWriter, r *http.Request) {
	o, err := s.store.load(r.Context(), r.PathValue("cart"))
	if err != nil {
		http.Error(w, "no such order", http.StatusNotFound)
		return
	}
	json.NewEncoder(w).Encode(o)
}

func statusOf(err error) int {
	switch status.Code(err) {
	case codes.NotFound:
		return http.StatusNotFound
	case codes.FailedPrecondition:
		return http.StatusConflict
	}
	return http.StatusBadGateway
}
