package retries

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log"
	"math/rand/v2"
	"net/http"
	"syscall"
	"time"
)

func recursion(ctx context.Context, c *client, left int) (*http.Response, error) {
	resp, err := c.fetch(ctx, "a") // want `retries \(\*retries.client\).fetch`
	if err != nil && left > 0 {
		time.Sleep(wait())
		return recursion(ctx, c, left-1)
	}
	return resp, err
}

func recursionOnce(ctx context.Context, c *client, again bool) (*http.Response, error) {
	resp, err := c.fetch(ctx, "a") // want `2 attempts`
	if err != nil {
		if again {
			return nil, err
		}
		return recursionOnce(ctx, c, true)
	}
	return resp, nil
}

func recursionLonger(ctx context.Context, c *client, pause time.Duration) error {
	resp, err := c.fetch(ctx, "a") // want `retries .*no end; waits`
	if err == nil {
		return resp.Body.Close()
	}
	time.Sleep(pause)
	return recursionLonger(ctx, c, pause*2)
}

// attempts is an iterator that waits between its values, as those of libraries do.
func attempts(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if i > 0 {
				time.Sleep(wait())
			}
			if !yield(i) {
				return
			}
		}
	}
}

func rangeOverFunc(ctx context.Context, c *client) (resp *http.Response, err error) {
	for range attempts(3) {
		if resp, err = c.fetch(ctx, "a"); err == nil { // want `retries \(\*retries.client\).fetch`
			return resp, nil
		}
	}
	return nil, err
}

func rangeOverFuncBreaks(ctx context.Context, c *client) (err error) {
	for n := range attempts(3) {
		_, err = c.fetch(ctx, "a") // want `retries \(\*retries.client\).fetch`
		if err == nil || errors.Is(err, context.Canceled) {
			break
		}
		log.Printf("attempt %d: %v", n, err)
	}
	return err
}

func (c *client) succeeds(ctx context.Context) bool {
	resp, err := c.fetch(ctx, "a")
	if err != nil {
		log.Print(err)
		return false
	}
	resp.Body.Close()
	return true
}

func boolean(ctx context.Context, c *client) {
	for !c.succeeds(ctx) { // want `retries \(\*retries.client\).succeeds`
		time.Sleep(wait())
	}
}

func booleanCounted(ctx context.Context, c *client) bool {
	for range 3 {
		if ok := c.succeeds(ctx); ok { // want `3 attempts`
			return true
		}
		time.Sleep(wait())
	}
	return false
}

type locker interface{ Lock() error }

func withoutContext(l locker) {
	for {
		err := l.Lock() // want `retries retries.locker.Lock|retries locker.Lock`
		if err == nil {
			return
		}
		time.Sleep(wait())
	}
}

type watch interface {
	Events() <-chan string
	Stop()
}

type source interface {
	Watch(version string) (watch, error)
}

func rewatches(s source, stop <-chan struct{}, handle func(string)) error {
	for {
		select {
		case <-stop:
			return nil
		default:
		}
		w, err := s.Watch("1") // want `retries source.Watch; reconnects`
		if err != nil {
			if errors.Is(err, syscall.ECONNREFUSED) {
				time.Sleep(wait())
				continue
			}
			return err
		}
		for e := range w.Events() {
			handle(e)
		}
	}
}

type conn interface {
	Receive() ([]byte, error)
	Close() error
}

type dialer interface {
	Dial(ctx context.Context) (conn, error)
}

func reconnects(ctx context.Context, d dialer, handle func([]byte)) {
	for ctx.Err() == nil {
		c, err := d.Dial(ctx) // want `retries dialer.Dial; reconnects`
		if err != nil {
			time.Sleep(rand.N(time.Second))
			continue
		}
		for {
			m, err := c.Receive()
			if err != nil {
				break
			}
			handle(m)
		}
		c.Close()
	}
}

type lister interface {
	List(ctx context.Context) ([]string, error)
}

// all leads to an interface: who gave it decides what it reaches.
func all(ctx context.Context, l lister) ([]string, error) { return l.List(ctx) }

func throughFunction(ctx context.Context, l lister) (names []string, err error) {
	for i := range 4 {
		if i > 0 {
			time.Sleep(wait())
		}
		if names, err = all(ctx, l); err == nil { // want `retries all; 4 attempts`
			return names, nil
		}
	}
	return nil, err
}

type loader struct {
	load func(ctx context.Context) error
}

func throughField(ctx context.Context, l *loader) error {
	for {
		err := l.load(ctx) // want `retries load; `
		if err == nil {
			return nil
		}
		select {
		case <-time.After(wait()):
		case <-ctx.Done():
			return err
		}
	}
}

// Chunk by chunk, and one again if it failed.
func chunkAgain(ctx context.Context, c *client, chunks []string) {
	for i := 0; i < len(chunks); {
		if _, err := c.fetch(ctx, chunks[i]); err != nil { // want `retries \(\*retries.client\).fetch; piece by piece`
			time.Sleep(wait())
			continue
		}
		i++
	}
}

func (c *client) from(ctx context.Context, id int) (names []string, last int, err error) {
	_, err = c.fetch(ctx, "list")
	return nil, id, err
}

func pageAgain(ctx context.Context, c *client) (all []string) {
	start := 0
	for {
		names, last, err := c.from(ctx, start) // want `retries \(\*retries.client\).from; piece by piece`
		if err != nil {
			log.Print(err)
			time.Sleep(wait())
			continue
		}
		if len(names) == 0 {
			return all
		}
		all = append(all, names...)
		start = last
	}
}

// The name says that it opens something, and not that it watches.
func openWatchClient(ctx context.Context, c *client) {
	for {
		if _, err := c.fetch(ctx, "watch"); err == nil { // want `retries`
			return
		}
		time.Sleep(wait())
	}
}

type table interface {
	SelectOne(ctx context.Context, into any, query string, args ...any) error
}

// From day to day, and one day again if the query failed.
func dayAgain(ctx context.Context, t table, begin, end time.Time) (id int64) {
	for begin.Before(end) {
		err := t.SelectOne(ctx, &id, "SELECT MIN(id) …", map[string]any{"begin": begin, "end": end}) // want `retries table.SelectOne; piece by piece`
		if err != nil {
			log.Print(err)
			time.Sleep(wait())
			continue
		}
		if id != 0 {
			return id
		}
		begin = begin.Add(24 * time.Hour)
	}
	return 0
}

func resultToo(ctx context.Context, c *client) *http.Response {
	for {
		resp, err := c.fetch(ctx, "a") // want `retries`
		if resp != nil && err == nil {
			return resp
		}
		time.Sleep(wait())
	}
}

func onlyThrottled(ctx context.Context, c *client) (*http.Response, error) {
	for {
		resp, err := c.fetch(ctx, "a") // want `retries`
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(wait())
	}
}

// The token is renewed at its pace, among the attempts to read.
func renews(ctx context.Context, c *client, read func() error, ticker *time.Ticker) (err error) {
	for range 3 {
		select {
		case <-ticker.C:
			if _, err = c.fetch(ctx, "token"); err != nil {
				log.Print(err)
			}
		default:
		}
		if err = read(); err == nil { // want `retries read; 3 attempts`
			break
		}
	}
	return err
}

// A piece that the server refuses is sent again.
func pieceRefused(ctx context.Context, c *client, size int) error {
	for done := 0; done < size; {
		resp, err := c.fetch(ctx, fmt.Sprintf("piece/%d", done)) // want `retries \(\*retries.client\).fetch; piece by piece`
		if err != nil {
			return err
		}
		resp.Body.Close()
		switch {
		case resp.StatusCode >= 500 && resp.StatusCode <= 504:
			time.Sleep(wait())
		case resp.StatusCode != http.StatusOK:
			return errors.New(resp.Status)
		default:
			done += 100
		}
	}
	return nil
}
