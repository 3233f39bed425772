// Run runs the shop under a load that does not change, breaks one of its dependencies,
// mends it, and prints what happened in each second as JSON:
//
//	go run ./run dip 80
//
// Its time is virtual. It knows nothing of reslint, and is the same program for all
// versions of the services.
package main

import (
	"encoding/json"
	"io"
	"log"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/reslint/reslint/resilience/fault"
)

// A scenario breaks something after ten seconds, and mends it some time later.
type scenario struct {
	name  string
	lasts time.Duration
	hurt  func(*shop)
}

const breaks = 10 * time.Second

var scenarios = []scenario{
	{"latency", 30 * time.Second, func(s *shop) { s.payments.Set(fault.Fault{Latency: 30 * time.Second}, 1) }},
	{"failure", 30 * time.Second, func(s *shop) { s.payments.Set(fault.Fault{Cut: true}, 1) }},
	{"dip", 5 * time.Second, func(s *shop) { s.stock.each.Store(int64(statement * 10 / 4)) }},
}

// A result is what is printed.
type result struct {
	Breaks, Mends int // the seconds in which that happens
	Seconds       []second
	Twice         int // carts that were charged more than once
}

func main() {
	log.SetFlags(0)
	name, seconds := "", 0
	if len(os.Args) == 3 {
		name = os.Args[1]
		seconds, _ = strconv.Atoi(os.Args[2])
	}
	i := slices.IndexFunc(scenarios, func(s scenario) bool { return s.name == name })
	if i < 0 || seconds <= 0 {
		log.Fatal("usage: run latency|failure|dip seconds")
	}
	dir, err := os.MkdirTemp("", "shop")
	if err != nil {
		log.Fatal(err)
	}
	os.Args = os.Args[:1] // package testing reads them, too
	inVirtualTime(func(*testing.T) {
		log.SetOutput(io.Discard) // what the services say
		r := scenarios[i].run(dir, seconds)
		if err := json.NewEncoder(os.Stdout).Encode(r); err != nil {
			log.Panic(err)
		}
		// The shop stays as it is: some of its requests hang for long.
		os.RemoveAll(dir)
		os.Exit(0)
	})
}

// run returns what happened in each second.
func (sc scenario) run(dir string, seconds int) result {
	r := &record{seconds: make([]second, seconds)}
	s := start(dir, r)
	r.begin()
	time.AfterFunc(breaks, func() { sc.hurt(s) })
	time.AfterFunc(breaks+sc.lasts, func() {
		s.payments.Heal()
		s.stock.each.Store(int64(statement))
	})
	go s.countPayments(r)
	customers(r, s.customer)
	return result{
		Breaks:  int(breaks / time.Second),
		Mends:   int((breaks + sc.lasts) / time.Second),
		Seconds: r.seconds,
		Twice:   s.chargedTwice(),
	}
}
