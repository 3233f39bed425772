// Gateway runs what the customers of the shop call.
package main

import (
	"context"
	"flag"
	"log"
	"net"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/reslint/reslint/examples/shop/before/gateway"
)

func main() {
	addr := flag.String("addr", ":8080", "where to listen")
	orders := flag.String("orders", "http://localhost:8081", "where the orders are")
	inventory := flag.String("inventory", "localhost:8083", "where the inventory is")
	recommendations := flag.String("recommendations", "http://localhost:8084", "where the recommendations are")
	images := flag.String("images", "http://localhost:8085", "where the pictures are")
	reviews := flag.String("reviews", "http://localhost:8086", "where the reviews are")
	flag.Parse()

	conn, err := grpc.NewClient(*inventory, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	lis, err := net.Listen("tcp", *addr)
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(gateway.Serve(context.Background(), lis, gateway.Config{
		Orders: *orders, Inventory: conn, Recommendations: *recommendations, Images: *images, Reviews: *reviews,
	}))
}
