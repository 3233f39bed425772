// Inventory runs the inventory of the shop.
package main

import (
	"context"
	"database/sql"
	"flag"
	"log"
	"net"

	_ "modernc.org/sqlite"

	"github.com/reslint/reslint/examples/shop/before/inventory"
)

func main() {
	addr := flag.String("addr", ":8083", "where to listen")
	file := flag.String("db", "inventory.db", "where the stock is kept")
	flag.Parse()

	db, err := sql.Open("sqlite", *file)
	if err != nil {
		log.Fatal(err)
	}
	db.SetMaxOpenConns(4)
	lis, err := net.Listen("tcp", *addr)
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(inventory.Serve(context.Background(), lis, db))
}
