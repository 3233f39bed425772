package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
)

// A scenario is what breaks; the program under run knows it by name.
type scenario struct{ name, title string }

var scenarios = []scenario{
	{"latency", "payments are 30 s late, for 30 s"},
	{"failure", "payments are down for 30 s"},
	{"dip", "inventory at 40 % for 5 s"},
}

// A second is what happened in it.
type second struct {
	Customers int // who came
	Good      int // of them, who were served within their patience
	Inventory int // calls of the inventory, with all attempts
	Payments  int // and of the payments
}

// A course is what happened to one version in one scenario.
type course struct {
	scenario scenario
	version  *version

	Breaks, Mends int
	Seconds       []second
	Twice         int // carts that were charged more than once
}

type results [][]course // by scenario, and version

// measure runs each version in each scenario, two at a time.
func measure(shops []*version, scenarios []scenario, seconds int) (results, error) {
	r := make(results, len(scenarios))
	var (
		done   sync.WaitGroup
		mu     sync.Mutex
		failed error
		places = make(chan struct{}, 2)
	)
	for i, sc := range scenarios {
		r[i] = make([]course, len(shops))
		for j, shop := range shops {
			places <- struct{}{}
			done.Go(func() {
				defer func() { <-places }()
				c, err := shop.run(sc, seconds)
				mu.Lock()
				defer mu.Unlock()
				r[i][j] = c
				failed = errors.Join(failed, err)
			})
		}
	}
	done.Wait()
	return r, failed
}

func (v *version) run(sc scenario, seconds int) (course, error) {
	c := course{scenario: sc, version: v}
	said, err := run("", v.binary, sc.name, strconv.Itoa(seconds))
	if err != nil {
		return c, err
	}
	return c, json.Unmarshal([]byte(said), &c)
}

// goodput is the share of the customers of some seconds who were served.
func (c course) goodput(from, to int) float64 {
	came, served := 0, 0
	for _, s := range c.Seconds[from:to] {
		came += s.Customers
		served += s.Good
	}
	return float64(served) / float64(came)
}

// during is the goodput while something is broken, and after that of the last 20
// seconds.
func (c course) during() float64 { return c.goodput(c.Breaks, c.Mends) }
func (c course) after() float64  { return c.goodput(len(c.Seconds)-20, len(c.Seconds)) }

// recovery is how many seconds after the end of the fault all but one in twenty are
// served again, and from then on in each second.
func (c course) recovery() (seconds int, ok bool) {
	t := len(c.Seconds)
	for ; t > c.Mends && c.Seconds[t-1].Good*20 >= c.Seconds[t-1].Customers*19; t-- {
	}
	return t - c.Mends, t < len(c.Seconds)
}

// most is the highest load of all seconds.
func (c course) most(load func(second) int) int {
	n := 0
	for _, s := range c.Seconds {
		n = max(n, load(s))
	}
	return n
}

func inventoryLoad(s second) int { return s.Inventory }
func paymentsLoad(s second) int  { return s.Payments }

// print writes the table of the README.
func (r results) print(w io.Writer) {
	fmt.Fprintln(w)
	fmt.Fprintln(w, "| what breaks | the services | served meanwhile | … in the last 20 s | recovery time | most calls of inventory in a second | … of payments | carts charged twice |")
	fmt.Fprintln(w, "|---|---|--:|--:|--:|--:|--:|--:|")
	for _, courses := range r {
		for _, c := range courses {
			recovery := "never"
			if n, ok := c.recovery(); ok {
				recovery = fmt.Sprintf("%d s", n)
			}
			fmt.Fprintf(w, "| %s | %s | %.0f %% | %.0f %% | %s | %d | %d | %d |\n", c.scenario.title, c.version.name,
				100*c.during(), 100*c.after(), recovery, c.most(inventoryLoad), c.most(paymentsLoad), c.Twice)
		}
	}
}

// writeCSV writes all seconds.
func (r results) writeCSV(w io.Writer, machine string) error {
	fmt.Fprintf(w, "# %s\nscenario,version,t,customers,good,inventory,payments\n", machine)
	for _, courses := range r {
		for _, c := range courses {
			for t, s := range c.Seconds {
				if _, err := fmt.Fprintf(w, "%s,%s,%d,%d,%d,%d,%d\n", c.scenario.name, c.version.short, t, s.Customers, s.Good, s.Inventory, s.Payments); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
