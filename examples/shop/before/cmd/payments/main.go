// Payments runs the payments of the shop.
package main

import (
	"context"
	"database/sql"
	"flag"
	"log"
	"net"

	_ "modernc.org/sqlite"

	"github.com/reslint/reslint/examples/shop/before/payments"
)

func main() {
	addr := flag.String("addr", ":8082", "where to listen")
	file := flag.String("db", "payments.db", "where the charges are kept")
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
	log.Fatal(payments.Serve(context.Background(), lis, db))
}
