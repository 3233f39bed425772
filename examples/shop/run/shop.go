package main

import (
	"context"
	"database/sql"
	"log"
	"net/http"
	"path/filepath"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/stats"

	"github.com/reslint/reslint/examples/shop/before/gateway"
	"github.com/reslint/reslint/examples/shop/before/inventory"
	"github.com/reslint/reslint/examples/shop/before/orders"
	"github.com/reslint/reslint/examples/shop/before/payments"
	"github.com/reslint/reslint/resilience/fault"
)

// A statement of a database takes so long, and the inventory has so many connections
// to its own: 25 a second, where 20 customers a second each need one.
const (
	statement      = 80 * time.Millisecond
	inventoryConns = 2
	otherConns     = 50
)

// A shop is the four services, in one process, over a network in memory.
type shop struct {
	customer *http.Client
	stock    *disk        // of the inventory
	payments fault.Switch // what stands before the payments
	charges  *sql.DB
}

// start starts all four, with their databases in a folder, and returns when they are
// up. They end with the program.
func start(dir string, r *record) *shop {
	s := new(shop)
	n := newNetwork("gateway:80", "orders:80", "inventory:80", "payments:80")
	// Clients without a transport of their own use this one.
	http.DefaultTransport = &http.Transport{DialContext: n.dial}
	s.customer = &http.Client{Transport: &http.Transport{DialContext: n.dial, DisableKeepAlives: true}}

	database := func(name string, conns int) (*sql.DB, *disk) {
		return open(filepath.Join(dir, name+".db"), conns, statement)
	}
	stockDB, stock := database("inventory", inventoryConns)
	ordersDB, _ := database("orders", otherConns)
	chargesDB, _ := database("payments", otherConns)
	s.stock, s.charges = stock, chargesDB

	options := []grpc.DialOption{
		grpc.WithContextDialer(n.dialGRPC),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithStatsHandler(counter{r}),
	}
	fromOrders, err := orders.DialInventory("passthrough:///inventory:80", options...)
	if err != nil {
		log.Panic(err)
	}
	fromGateway, err := grpc.NewClient("passthrough:///inventory:80", options...)
	if err != nil {
		log.Panic(err)
	}

	ctx := context.Background()
	go inventory.Serve(ctx, n["inventory:80"], stockDB)
	go payments.Serve(ctx, fault.Listen(n["payments:80"], &s.payments), chargesDB)
	go orders.Serve(ctx, n["orders:80"], orders.Config{DB: ordersDB, Inventory: fromOrders, Payments: "http://payments:80"})
	go gateway.Serve(ctx, n["gateway:80"], gateway.Config{Orders: "http://orders:80", Inventory: fromGateway})
	time.Sleep(time.Second) // for the tables to be made
	if _, err := stockDB.Exec("INSERT INTO items (sku, name, cents, stock) VALUES ('shoes', 'Shoes', 5900, 1000000)"); err != nil {
		log.Panic(err)
	}
	return s
}

// countPayments records what came to the payments, second by second.
func (s *shop) countPayments(r *record) {
	var before int64
	for n := range r.seconds {
		time.Sleep(time.Until(r.start.Add(time.Duration(n+1) * time.Second)))
		seen := s.payments.Counts().Seen
		r.at(r.start.Add(time.Duration(n)*time.Second), func(now *second) { now.Payments = int(seen - before) })
		before = seen
	}
}

// chargedTwice counts the carts that were charged more than once.
func (s *shop) chargedTwice() (n int) {
	if err := s.charges.QueryRow("SELECT count(*) FROM (SELECT cart FROM charges GROUP BY cart HAVING count(*) > 1)").Scan(&n); err != nil {
		log.Panic(err)
	}
	return n
}

// A counter counts the calls of the inventory, each attempt.
type counter struct{ r *record }

// HandleRPC implements stats.Handler.
func (c counter) HandleRPC(_ context.Context, s stats.RPCStats) {
	if begin, ok := s.(*stats.Begin); ok {
		c.r.at(begin.BeginTime, func(s *second) { s.Inventory++ })
	}
}

// TagRPC implements stats.Handler.
func (counter) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context { return ctx }

// TagConn implements stats.Handler.
func (counter) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }

// HandleConn implements stats.Handler.
func (counter) HandleConn(context.Context, stats.ConnStats) {}
