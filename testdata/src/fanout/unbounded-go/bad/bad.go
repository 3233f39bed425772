// Package bad starts as many goroutines as data says.
package bad

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"

	"fanout/unbounded-go/shop"
)

type service struct {
	shop *shop.Client
	db   *sql.DB
}

func (s *service) listed(ctx context.Context) error {
	orders, err := s.shop.List(ctx, "me")
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	for _, o := range orders {
		wg.Add(1)
		go func() { // want `a goroutine for each of what \(\*shop.Client\).List returned, and each calls \(\*shop.Client\).Notify: with many, or when that is slow, all of them wait at once; limit how many run`
			defer wg.Done()
			_ = s.shop.Notify(ctx, o.ID)
		}()
	}
	wg.Wait()
	return nil
}

func (s *service) waitGroupGo(ctx context.Context) error {
	orders, err := s.shop.List(ctx, "me")
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	for _, o := range orders {
		wg.Go(func() { _ = s.shop.Notify(ctx, o.ID) }) // want `a goroutine for each of what \(\*shop.Client\).List returned`
	}
	wg.Wait()
	return nil
}

func (s *service) methodValue(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	for _, o := range orders {
		go s.notify(ctx, o) // want `a goroutine for each of what \(\*shop.Client\).List returned`
	}
}

func (s *service) notify(ctx context.Context, o shop.Order) { _ = s.shop.Notify(ctx, o.ID) }

func (s *service) storedMethodValue(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	tell := s.notify
	for _, o := range orders {
		go tell(ctx, o) // want `a goroutine for each of what`
	}
}

// The literal is made before the loop.
func (s *service) before(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	var wg sync.WaitGroup
	tell := func(id string) {
		defer wg.Done()
		_ = s.shop.Notify(ctx, id)
	}
	for i := range orders {
		wg.Add(1)
		go tell(orders[i].ID) // want `a goroutine for each of what`
	}
	wg.Wait()
}

// What is found is sent on: the channel is as long as it has to be.
func (s *service) results(ctx context.Context) (failed int) {
	orders, _ := s.shop.List(ctx, "me")
	errs := make(chan error, len(orders))
	for _, o := range orders {
		go func(o shop.Order) { // want `a goroutine for each of what`
			errs <- s.shop.Notify(ctx, o.ID)
		}(o)
	}
	for range orders {
		if err := <-errs; err != nil {
			failed++
		}
	}
	return failed
}

func (s *service) rows(ctx context.Context) error {
	rows, err := s.db.QueryContext(ctx, "SELECT id FROM orders")
	if err != nil {
		return err
	}
	defer rows.Close()
	var wg sync.WaitGroup
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return err
		}
		wg.Add(1)
		go func() { // want `a goroutine for each of what \(\*sql.DB\).QueryContext returned`
			defer wg.Done()
			_ = s.shop.Notify(ctx, id)
		}()
	}
	wg.Wait()
	return rows.Err()
}

// A list that grows with the rows.
func (s *service) collected(ctx context.Context) error {
	ids, err := s.ids(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		go s.shop.Notify(ctx, id) // want `a goroutine for each of what \(\*sql.DB\).QueryContext returned`
	}
	return nil
}

func (s *service) ids(ctx context.Context) ([]string, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT id FROM orders")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// What is kept of the list is a list as well.
func (s *service) filtered(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	byID := make(map[string]shop.Order)
	for _, o := range orders {
		if o.ID != "" {
			byID[o.ID] = o
		}
	}
	for id := range byID {
		go s.shop.Notify(ctx, id) // want `a goroutine for each of what`
	}
}

type request struct {
	Customer string
	IDs      []string
}

func (s *service) handler(w http.ResponseWriter, r *http.Request) {
	var req request
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var wg sync.WaitGroup
	for _, id := range req.IDs {
		wg.Add(1)
		go func() { // want `a goroutine for each of what a client asks for, and each calls \(\*shop.Client\).Notify`
			defer wg.Done()
			_ = s.shop.Notify(r.Context(), id)
		}()
	}
	wg.Wait()
}

func (s *service) query(w http.ResponseWriter, r *http.Request) {
	for _, id := range strings.Split(r.URL.Query().Get("ids"), ",") {
		go s.shop.Notify(r.Context(), id) // want `a goroutine for each of what a client asks for`
	}
}

// The handler hands the list on; the callers are seen.
func (s *service) handedOn(w http.ResponseWriter, r *http.Request) {
	var req request
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		return
	}
	s.all(r.Context(), req.IDs)
}

func (s *service) all(ctx context.Context, ids []string) {
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Add(1)
		go func() { // want `a goroutine for each of what a client asks for`
			defer wg.Done()
			_ = s.shop.Notify(ctx, id)
		}()
	}
	wg.Wait()
}

type answer struct{ Orders []shop.Order }

// The body of a response.
func (s *service) response(ctx context.Context, c *http.Client) error {
	resp, err := c.Get("http://shop.test/orders")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var a answer
	if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
		return err
	}
	for _, o := range a.Orders {
		go s.shop.Notify(ctx, o.ID) // want `a goroutine for each of what`
	}
	return nil
}

// The inner list is data, and so is the outer one; two findings would be one too many.
func (s *service) nested(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	for _, o := range orders {
		for _, line := range o.Lines {
			go s.shop.Notify(ctx, line) // want `a goroutine for each of what`
		}
	}
}

// Three for each, and nobody knows for how many.
func (s *service) threeForEach(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	for _, o := range orders {
		for range 3 {
			go s.shop.Notify(ctx, o.ID) // want `a goroutine for each of what`
		}
	}
}

// Lists of customers are configured; what each of them has ordered is not.
func (s *service) labelled(ctx context.Context, customers ...string) error {
outer:
	for _, c := range customers {
		orders, err := s.shop.List(ctx, c)
		if err != nil {
			return err
		}
		for _, o := range orders {
			if o.ID == "" {
				continue outer
			}
			go s.shop.Notify(ctx, o.ID) // want `a goroutine for each of what`
		}
	}
	return nil
}

func (s *service) iterator(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	for o := range slices.Values(orders) {
		go s.shop.Notify(ctx, o.ID) // want `a goroutine for each of what`
	}
}

// Each child is walked in a goroutine of its own, and so are its children.
func (s *service) walk(ctx context.Context, wg *sync.WaitGroup, dir string) {
	defer wg.Done()
	children, err := s.shop.List(ctx, dir)
	if err != nil {
		return
	}
	for _, c := range children {
		wg.Add(1)
		go s.walk(ctx, wg, c.ID) // want `a goroutine for each of what`
	}
}

// A generic list.
func generic[T interface{ Key() string }](ctx context.Context, c *shop.Client, db *sql.DB) error {
	rows, err := db.QueryContext(ctx, "SELECT id FROM things")
	if err != nil {
		return err
	}
	var things []T
	for rows.Next() {
		var t T
		if err := rows.Scan(&t); err != nil {
			return err
		}
		things = append(things, t)
	}
	for _, t := range things {
		go c.Notify(ctx, t.Key()) // want `a goroutine for each of what`
	}
	return rows.Err()
}

type pool struct{ wg sync.WaitGroup }

func (p *pool) async(f func()) {
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		f()
	}()
}

// A pool that is none.
func (s *service) helper(ctx context.Context, p *pool) {
	orders, _ := s.shop.List(ctx, "me")
	for _, o := range orders {
		p.async(func() { _ = s.shop.Notify(ctx, o.ID) }) // want `a goroutine for each of what`
	}
	p.wg.Wait()
}

func (s *service) later(ctx context.Context, id string) {
	go func() { _ = s.shop.Notify(ctx, id) }()
}

func (s *service) starter(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	for _, o := range orders {
		s.later(ctx, o.ID) // want `a goroutine for each of what`
	}
}

// A producer sends what it finds; the goroutines are as many.
func (s *service) produced(ctx context.Context) {
	ids := make(chan string)
	go func() {
		defer close(ids)
		orders, _ := s.shop.List(ctx, "me")
		for _, o := range orders {
			ids <- o.ID
		}
	}()
	for id := range ids {
		go s.shop.Notify(ctx, id) // want `a goroutine for each of what`
	}
}

// One select listens to the end as well; that is no limit.
func (s *service) selected(ctx context.Context) {
	ids := make(chan string)
	go func() {
		orders, _ := s.shop.List(ctx, "me")
		for _, o := range orders {
			ids <- o.ID
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return
		case id := <-ids:
			go s.shop.Notify(ctx, id) // want `a goroutine for each of what`
		}
	}
}

// It is tested that there is something, which is no limit.
func (s *service) empty(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	if len(orders) == 0 {
		return
	}
	if len(orders) > 1 {
		println("several")
	}
	for _, o := range orders {
		go s.shop.Notify(ctx, o.ID) // want `a goroutine for each of what`
	}
}

// The list is read out of the request by a helper.
func (s *service) read(w http.ResponseWriter, r *http.Request) {
	for _, id := range idsOf(r) {
		go s.shop.Notify(r.Context(), id) // want `a goroutine for each of what a client asks for`
	}
}

func idsOf(r *http.Request) []string { return r.URL.Query()["id"] }

// That an element is not empty is no limit.
func (s *service) parts(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	for _, o := range orders {
		parts := strings.Split(o.ID, "/")
		if len(parts) < 1 {
			continue
		}
		go s.shop.Notify(ctx, parts[0]) // want `a goroutine for each of what`
	}
}

type parts struct{ Volumes, Snapshots, Nodes []shop.Order }

// Which list it is, and what is done with each element, is decided by one value.
func (s *service) kinds(ctx context.Context, c *http.Client, kinds []string) {
	for _, kind := range kinds {
		go func() {
			resp, err := c.Get("http://shop.test/" + kind)
			if err != nil {
				return
			}
			defer resp.Body.Close()
			var p parts
			if err := json.NewDecoder(resp.Body).Decode(&p); err != nil {
				return
			}
			var list []shop.Order
			switch kind {
			case "volumes":
				list = p.Volumes
			case "snapshots":
				list = p.Snapshots
			case "nodes":
				list = p.Nodes
			}
			for _, o := range list {
				switch kind {
				case "volumes":
					go s.shop.Notify(ctx, o.ID) // want `a goroutine for each of what`
				case "snapshots":
					go s.notify(ctx, o) // want `a goroutine for each of what`
				case "nodes":
					go s.shop.Notify(ctx, o.ID)
				}
			}
		}()
	}
}
