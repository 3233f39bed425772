// Package good limits its goroutines, or starts as many as somebody has written down.
package good

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fanout/unbounded-go/shop"
)

type service struct {
	shop    *shop.Client
	db      *sql.DB
	workers int
	targets []string
	slots   chan struct{}
}

var regions = []string{"eu", "us"}

func (s *service) configured(ctx context.Context) {
	for _, t := range s.targets {
		go s.shop.Notify(ctx, t)
	}
	for _, r := range regions {
		go s.shop.Notify(ctx, r)
	}
	for _, id := range []string{"a", "b"} {
		go s.shop.Notify(ctx, id)
	}
	for range s.workers {
		go s.shop.Notify(ctx, "worker")
	}
	for i := 0; i < 3; i++ {
		go s.shop.Notify(ctx, "three")
	}
}

func (s *service) unknown(ctx context.Context, ids []string) {
	for _, id := range ids {
		go s.shop.Notify(ctx, id)
	}
}

// The machines of a system are few.
func (s *service) topology(ctx context.Context) {
	nodes, _ := s.shop.Nodes(ctx)
	for _, n := range nodes {
		go s.shop.Notify(ctx, n)
	}
}

func (s *service) fromFile(ctx context.Context) error {
	data, err := os.ReadFile("ids.json")
	if err != nil {
		return err
	}
	var ids []string
	if err := json.Unmarshal(data, &ids); err != nil {
		return err
	}
	for _, id := range ids {
		go s.shop.Notify(ctx, id)
	}
	return nil
}

func (s *service) semaphore(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	sem := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for _, o := range orders {
		wg.Add(1)
		sem <- struct{}{}
		go func() {
			defer wg.Done()
			defer func() { <-sem }()
			_ = s.shop.Notify(ctx, o.ID)
		}()
	}
	wg.Wait()
}

// The goroutines are many, the calls are not.
func (s *service) inside(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	sem := make(chan bool, 4)
	for _, o := range orders {
		go func() {
			sem <- true
			defer func() { <-sem }()
			_ = s.shop.Notify(ctx, o.ID)
		}()
	}
}

// Tokens are taken out, and put back.
func (s *service) tokens(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	tokens := make(chan int, 4)
	for i := range 4 {
		tokens <- i
	}
	for _, o := range orders {
		token := <-tokens
		go func() {
			_ = s.shop.Notify(ctx, o.ID)
			tokens <- token
		}()
	}
}

func (s *service) fieldSemaphore(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	for _, o := range orders {
		go s.withSlot(ctx, o)
	}
}

func (s *service) withSlot(ctx context.Context, o shop.Order) {
	s.slots <- struct{}{}
	defer func() { <-s.slots }()
	_ = s.shop.Notify(ctx, o.ID)
}

func (s *service) enter() { s.slots <- struct{}{} }
func (s *service) leave() { <-s.slots }

func (s *service) helper(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	for _, o := range orders {
		s.enter()
		go func() {
			defer s.leave()
			_ = s.shop.Notify(ctx, o.ID)
		}()
	}
}

func (s *service) selecting(ctx context.Context) error {
	orders, _ := s.shop.List(ctx, "me")
	sem := make(chan struct{}, 4)
	for _, o := range orders {
		select {
		case sem <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		go func() {
			defer func() { <-sem }()
			_ = s.shop.Notify(ctx, o.ID)
		}()
	}
	return nil
}

// What finds no room is done here and now.
func (s *service) orHere(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	sem := make(chan struct{}, 4)
	for _, o := range orders {
		select {
		case sem <- struct{}{}:
			go func() {
				defer func() { <-sem }()
				_ = s.shop.Notify(ctx, o.ID)
			}()
		default:
			_ = s.shop.Notify(ctx, o.ID)
		}
	}
}

func (s *service) workersOnly(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	jobs := make(chan shop.Order)
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for o := range jobs {
				_ = s.shop.Notify(ctx, o.ID)
			}
		}()
	}
	for _, o := range orders {
		jobs <- o
	}
	close(jobs)
	wg.Wait()
}

func (s *service) oneByOne(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	for _, o := range orders {
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			_ = s.shop.Notify(ctx, o.ID)
		}()
		wg.Wait()
	}
}

func (s *service) waitsForEach(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	for _, o := range orders {
		done := make(chan error)
		go func() { done <- s.shop.Notify(ctx, o.ID) }()
		<-done
	}
}

func (s *service) chunks(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	for chunk := range slices.Chunk(orders, 10) {
		var wg sync.WaitGroup
		for _, o := range chunk {
			wg.Add(1)
			go func() {
				defer wg.Done()
				_ = s.shop.Notify(ctx, o.ID)
			}()
		}
		wg.Wait()
	}
}

func (s *service) batches(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	for i := 0; i < len(orders); i += 10 {
		var wg sync.WaitGroup
		for _, o := range orders[i:min(i+10, len(orders))] {
			wg.Go(func() { _ = s.shop.Notify(ctx, o.ID) })
		}
		wg.Wait()
	}
}

func (s *service) cut(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	if len(orders) > 20 {
		orders = orders[:20]
	}
	for _, o := range orders {
		go s.shop.Notify(ctx, o.ID)
	}
}

type request struct {
	IDs   []string
	Names []string `validate:"max=20"`
}

func (s *service) guarded(w http.ResponseWriter, r *http.Request) {
	var req request
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		return
	}
	if err := req.check(); err != nil {
		return
	}
	for _, id := range req.IDs {
		go s.shop.Notify(r.Context(), id)
	}
	for _, name := range req.Names {
		go s.shop.Notify(r.Context(), name)
	}
}

func (r *request) check() error {
	if len(r.IDs) > 50 {
		return errors.New("too many")
	}
	return nil
}

func (s *service) limitInQuery(ctx context.Context) error {
	rows, err := s.db.QueryContext(ctx, "SELECT id FROM orders LIMIT 10")
	if err != nil {
		return err
	}
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return err
		}
		go s.shop.Notify(ctx, id)
	}
	return rows.Err()
}

// Somebody counts what is at work.
func (s *service) counted(ctx context.Context) {
	var active atomic.Int64
	orders, _ := s.shop.List(ctx, "me")
	for _, o := range orders {
		if active.Load() >= 10 {
			_ = s.shop.Notify(ctx, o.ID)
			continue
		}
		active.Add(1)
		go func() {
			defer active.Add(-1)
			_ = s.shop.Notify(ctx, o.ID)
		}()
	}
}

func (s *service) firstFew(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	for i, o := range orders {
		if i >= 5 {
			break
		}
		go s.shop.Notify(ctx, o.ID)
	}
}

// A watch of each order is there to stay.
func (s *service) watches(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	for _, o := range orders {
		go s.shop.Watch(ctx, o.ID)
		go func() {
			t := time.NewTicker(time.Minute)
			defer t.Stop()
			for {
				select {
				case <-t.C:
					_ = s.shop.Notify(ctx, o.ID)
				case <-ctx.Done():
					return
				}
			}
		}()
	}
}

// Each order is kept alive by one of its own, which asks once, and goes on with what it is told.
func (s *service) keptAlive(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	for _, o := range orders {
		go func() { _ = s.keepAlive(ctx, o.ID, make(chan int)) }()
	}
}

func (s *service) keepAlive(ctx context.Context, id string, events chan int) error {
	if err := s.shop.Notify(ctx, id); err != nil {
		return err
	}
	var expired <-chan time.Time
	for {
		select {
		case <-expired:
			return nil
		case ttl, ok := <-events:
			if !ok {
				return nil
			}
			expired = time.After(time.Duration(ttl) * time.Second)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func accept(ctx context.Context, l net.Listener, c *shop.Client) error {
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		go func() {
			defer conn.Close()
			_ = c.Notify(ctx, conn.RemoteAddr().String())
		}()
	}
}

// The first that fits is told of, and no other.
func (s *service) one(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	for _, o := range orders {
		if o.ID != "" {
			go s.shop.Notify(ctx, o.ID)
			return
		}
	}
}

// Nothing of it leaves the machine.
func (s *service) local(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	sums := make(chan int, len(orders))
	for _, o := range orders {
		go func() { sums <- len(o.Lines) }()
	}
}

// One of them calls at a time.
func (s *service) locked(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	var mu sync.Mutex
	for _, o := range orders {
		go func() {
			mu.Lock()
			defer mu.Unlock()
			_ = s.shop.Notify(ctx, o.ID)
		}()
	}
}

type boundedPool struct{ places chan struct{} }

func (p *boundedPool) async(f func()) {
	p.places <- struct{}{}
	go func() {
		defer func() { <-p.places }()
		f()
	}()
}

func (s *service) pooled(ctx context.Context, p *boundedPool) {
	orders, _ := s.shop.List(ctx, "me")
	for _, o := range orders {
		p.async(func() { _ = s.shop.Notify(ctx, o.ID) })
	}
}

// Each waits for its answer.
func (s *service) sequential(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	for _, o := range orders {
		_ = s.withTimeout(ctx, o.ID)
	}
}

func (s *service) withTimeout(ctx context.Context, id string) error {
	done := make(chan error, 1)
	go func() { done <- s.shop.Notify(ctx, id) }()
	select {
	case err := <-done:
		return err
	case <-time.After(time.Second):
		return context.DeadlineExceeded
	}
}

// The same helper for a configured list.
func (s *service) both(ctx context.Context) {
	for _, id := range unique(s.targets) {
		go s.shop.Notify(ctx, id)
	}
	orders, _ := s.shop.List(ctx, "me")
	var ids []string
	for _, o := range orders {
		ids = append(ids, o.ID)
	}
	for _, id := range unique(ids) {
		_ = s.shop.Notify(ctx, id)
	}
}

func unique(ids []string) []string {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	return slices.Compact(ids)
}

// The logs of an order are followed until it is done: that the name says so is enough.
func (s *service) follows(ctx context.Context) {
	orders, _ := s.shop.List(ctx, "me")
	for _, o := range orders {
		go s.tailLogs(ctx, o.ID)
	}
}

func (s *service) tailLogs(ctx context.Context, id string) { _ = s.shop.Notify(ctx, id) }

type container struct{ Name string }

// What runs on one machine is no more than it has room for.
func (s *service) containers(ctx context.Context) error {
	resp, err := s.shop.HTTP.Get("http://docker.test/containers")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var containers []container
	if err := json.NewDecoder(resp.Body).Decode(&containers); err != nil {
		return err
	}
	for _, c := range containers {
		go s.shop.Notify(ctx, c.Name)
	}
	return nil
}

type tracing struct{ shop *shop.Client }

// A request that this program makes is no data.
func (t *tracing) RoundTrip(r *http.Request) (*http.Response, error) {
	for _, id := range r.Header.Values("Trace") {
		go t.shop.Notify(r.Context(), id)
	}
	return http.DefaultTransport.RoundTrip(r)
}

type inventory struct{ Volumes, Clusters []string }

// What is started for the one or the other can't be told apart.
func (s *service) mixed(ctx context.Context, kind string) error {
	resp, err := s.shop.HTTP.Get("http://storage.test/inventory")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var all inventory
	if err := json.NewDecoder(resp.Body).Decode(&all); err != nil {
		return err
	}
	var list []string
	switch kind {
	case "volumes":
		list = all.Volumes
	case "clusters":
		list = all.Clusters
	}
	for _, name := range list {
		go s.shop.Notify(ctx, name)
	}
	return nil
}

// Somebody counts down.
func (s *service) budget(ctx context.Context, left int) {
	orders, _ := s.shop.List(ctx, "me")
	for _, o := range orders {
		if left <= 0 {
			break
		}
		left--
		go s.shop.Notify(ctx, o.ID)
	}
}

type parts struct{ Volumes, Nodes []shop.Order }

// What is started is decided by another value than which list it is.
func (s *service) kinds(ctx context.Context, kind, how string) error {
	resp, err := http.Get("http://shop.test/" + kind)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var p parts
	if err := json.NewDecoder(resp.Body).Decode(&p); err != nil {
		return err
	}
	var list []shop.Order
	switch kind {
	case "volumes":
		list = p.Volumes
	case "nodes":
		list = p.Nodes
	}
	for _, o := range list {
		switch how {
		case "volumes":
			go s.shop.Notify(ctx, o.ID)
		default:
			if kind == "nodes" {
				go s.shop.Notify(ctx, o.ID)
			}
		}
	}
	return nil
}
