// Package inventory is the service that knows what there is to sell. It speaks gRPC.
package inventory

import (
	"context"
	"database/sql"
	"errors"
	"net"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/reslint/reslint/examples/shop/before/inventorypb"
)

// Serve answers calls until ctx ends.
func Serve(ctx context.Context, lis net.Listener, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, schema); err != nil {
		return err
	}
	s := grpc.NewServer()
	inventorypb.RegisterInventoryServer(s, &server{store: store{db}})
	defer context.AfterFunc(ctx, s.Stop)()
	return s.Serve(lis)
}

type server struct {
	inventorypb.UnimplementedInventoryServer
	store store
}

// GetItem implements inventorypb.InventoryServer.
func (s *server) GetItem(ctx context.Context, req *inventorypb.GetItemRequest) (*inventorypb.Item, error) {
	it, err := s.store.get(ctx, req.GetSku())
	if err != nil {
		return nil, failure(err)
	}
	return &inventorypb.Item{Sku: it.sku, Name: it.name, Cents: it.cents, Stock: it.stock}, nil
}

// Reserve implements inventorypb.InventoryServer.
func (s *server) Reserve(ctx context.Context, req *inventorypb.ReserveRequest) (*inventorypb.ReserveResponse, error) {
	cents, err := s.store.reserve(ctx, req.GetSku(), req.GetQuantity())
	if err != nil {
		return nil, failure(err)
	}
	return &inventorypb.ReserveResponse{Cents: cents}, nil
}

// Bestsellers implements inventorypb.InventoryServer.
func (s *server) Bestsellers(ctx context.Context, req *inventorypb.BestsellersRequest) (*inventorypb.BestsellersResponse, error) {
	skus, err := s.store.bestsellers(ctx, int(req.GetLimit()))
	if err != nil {
		return nil, failure(err)
	}
	return &inventorypb.BestsellersResponse{Skus: skus}, nil
}

func failure(err error) error {
	switch {
	case errors.Is(err, errUnknown):
		return status.Error(codes.NotFound, err.Error())
	case errors.Is(err, errSoldOut):
		return status.Error(codes.FailedPrecondition, err.Error())
	}
	return status.Error(codes.Internal, err.Error())
}
