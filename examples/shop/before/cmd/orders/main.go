// Orders runs the service of the shop that sells.
package main

import (
	"context"
	"database/sql"
	"flag"
	"log"
	"net"

	_ "modernc.org/sqlite"

	"github.com/reslint/reslint/examples/shop/before/orders"
)

func main() {
	addr := flag.String("addr", ":8081", "where to listen")
	file := flag.String("db", "orders.db", "where the orders are kept")
	inventory := flag.String("inventory", "localhost:8083", "where the inventory is")
	payments := flag.String("payments", "http://localhost:8082", "where the payments are")
	warehouse := flag.String("warehouse", "", "URL that parcels are announced to")
	mail := flag.String("mail", "", "host:port of the mail server")
	flag.Parse()

	db, err := sql.Open("sqlite", *file)
	if err != nil {
		log.Fatal(err)
	}
	db.SetMaxOpenConns(4)
	conn, err := orders.DialInventory(*inventory)
	if err != nil {
		log.Fatal(err)
	}
	lis, err := net.Listen("tcp", *addr)
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(orders.Serve(context.Background(), lis, orders.Config{
		DB: db, Inventory: conn, Payments: *payments, Warehouse: *warehouse, Mail: *mail,
	}))
}
