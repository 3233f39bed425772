// Package gateway is what the browsers and apps of the customers call.
package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net"
	"net/http"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/reslint/reslint/examples/shop/before/inventorypb"
	"github.com/reslint/reslint/examples/shop/before/shopclient"
)

// Config says where the others are.
type Config struct {
	Orders          string // base URL
	Inventory       *grpc.ClientConn
	Recommendations string // base URL
	Images          string // base URL
	Reviews         string // base URL
}

// Serve answers requests until ctx ends.
func Serve(ctx context.Context, lis net.Listener, cfg Config) error {
	images, err := newImages(cfg.Images)
	if err != nil {
		return err
	}
	g := &gateway{
		orders:          shopclient.New(cfg.Orders),
		recommendations: shopclient.New(cfg.Recommendations),
		inventory:       inventorypb.NewInventoryClient(cfg.Inventory),
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /checkout", g.checkout)
	mux.HandleFunc("GET /items/{sku}", g.item)
	mux.HandleFunc("GET /recommendations/{sku}", g.recommend)
	mux.HandleFunc("POST /wishes", g.wish)
	mux.Handle("GET /reviews/{sku}", &reviews{base: cfg.Reviews, http: &http.Client{Timeout: 3 * time.Second}, last: make(map[string][]byte)})
	mux.Handle("GET /images/", images)
	srv := &http.Server{Handler: mux}
	defer context.AfterFunc(ctx, func() { srv.Close() })()
	return srv.Serve(lis)
}

type gateway struct {
	orders, recommendations *shopclient.Client
	inventory               inventorypb.InventoryClient
}

// answer sends v, or what the error says.
func answer(w http.ResponseWriter, v any, err error) {
	if err == nil {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(v)
		return
	}
	log.Print(err)
	var refused *shopclient.StatusError
	switch {
	case errors.As(err, &refused) && refused.Code < 500:
		http.Error(w, refused.Message, refused.Code)
	case status.Code(err) == codes.NotFound:
		http.Error(w, "no such item", http.StatusNotFound)
	default:
		http.Error(w, "the shop is closed for a moment", http.StatusBadGateway)
	}
}
