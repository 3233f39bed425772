// Checkout is a small shop backend as many are written: it works, until one of
// the services that it calls is slow. Run reslint on it to see where it breaks,
// and reslint -fix to repair what can be repaired.
//
// It runs by itself: the services that it calls are played by its own process.
//
//	go run . & curl localhost:8080/checkout?item=42
package main

import (
	"fmt"
	"log"
	"net/http"
)

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /checkout", checkout)
	mux.HandleFunc("GET /stock/{item}", stock)
	mux.HandleFunc("POST /payments", pay)
	mux.HandleFunc("POST /parcels", ship)

	log.Print("listening on :8080")
	log.Fatal(http.ListenAndServe(":8080", mux))
}

// checkout sells one item: it asks the stock, takes the money, and orders a
// parcel.
func checkout(w http.ResponseWriter, r *http.Request) {
	item := r.FormValue("item")
	n, err := inStock(item)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	if n == 0 {
		http.Error(w, "sold out", http.StatusNotFound)
		return
	}
	if err := charge(r.Context(), item); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	if err := sendParcel(r.Context(), item); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	fmt.Fprintf(w, "item %s is on its way\n", item)
}

func stock(w http.ResponseWriter, r *http.Request) { fmt.Fprintln(w, 3) }
func pay(w http.ResponseWriter, r *http.Request)   { w.WriteHeader(http.StatusCreated) }
func ship(w http.ResponseWriter, r *http.Request)  { w.WriteHeader(http.StatusCreated) }
